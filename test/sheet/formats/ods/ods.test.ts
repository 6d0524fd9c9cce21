import { describe, expect, it } from "vitest";
import type { InputOptions } from "../../../../src/sheet/table.ts";
import { readContent } from "../../columns/read-content.ts";
import { odsOf } from "./ods.ts";

const read = (tables: string, options: InputOptions = {}, styles = "") =>
  readContent(odsOf(tables, styles), { format: "xlsx", ...options });
/** A cell of this type and value, as it is shown. */
const typed = (type: string, value: string, shown: string, more = "") =>
  `<table:table-cell${more} office:value-type="${type}" ${value}><text:p>${shown}</text:p></table:table-cell>`;
const table = (name: string, rows: string, more = "") =>
  `<table:table table:name="${name}"${more}>${rows}</table:table>`;
const text = (value: string, more = "") =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
const formula = (content: string) => ` table:formula="of:=${content}"`;
const NO_VALUE = 'office:string-value="" calcext:value-type="error"';
const beside = (other: string) =>
  `<table:table-cell office:value-type="string">${other}<text:p>x</text:p></table:table-cell>`;
const row = (cells: string, more = "") => `<table:table-row${more}>${cells}</table:table-row>`;
const gap = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
const header = row(text("Email") + text("First Name") + text("Zip") + text("Monthly Rent"));

async function readCell(cell: string) {
  const { rows } = await read(table("Leads", header + row(text("a@b.co") + text("Ana") + cell)));
  return rows[0]?.cells[2];
}

describe("an OpenDocument sheet", () => {
  it("is read as a workbook, and its rows are numbered as they stand", async () => {
    const { table: input, rows } = await read(
      table(
        "Leads",
        row(text("Leads of May") + gap(3)) +
          row(gap(4), ' table:number-rows-repeated="2"') +
          header +
          row(text("a@b.co") + text("Ana") + gap(1) + text("1800")) +
          row(gap(1024), ' table:number-rows-repeated="1048000"'),
      ),
    );
    expect(input.format).toBe("xlsx");
    expect(input.columns.map(({ letters }) => letters)).toEqual(["A", "B", "C", "D"]);
    expect(rows).toEqual([{ row: 5, cells: ["a@b.co", "Ana", null, "1800"] }]);
    expect(input.notices.map(({ code }) => code)).toEqual(["header-row"]);
  });

  it.each([
    ["a number", typed("float", 'office:value="2134"', "2134"), 2134],
    ["a ZIP as it is padded", typed("float", 'office:value="2134"', "02134"), "02134"],
    ["a ZIP+4 as it is padded", typed("float", 'office:value="21341000"', "02134-1000"), "02134-1000"],
    [
      "a phone as it is shown",
      typed("float", 'office:value="2065550101"', "(206) 555-0101"),
      "(206) 555-0101",
    ],
    ["a reference as it is shown", typed("float", 'office:value="42"', "L-0042"), "L-0042"],
    ["a percentage", typed("percentage", 'office:value="0.25"', "25%"), "25%"],
    ["a fraction", typed("float", 'office:value="4.5"', "4 1/2"), 4.5],
    ["a shortened number", typed("float", 'office:value="2065550101"', "2.07E+09"), 2065550101],
    ["an amount", typed("currency", 'office:currency="USD" office:value="1800"', "$1,800.00"), 1800],
    ["a truth value", typed("boolean", 'office:boolean-value="false"', "FALSE"), false],
    [
      "a date",
      typed("date", 'office:date-value="2026-04-05T00:00:00"', "5-Apr"),
      { json: "2026-04-05", isDate: true },
    ],
    ["a formula's value", typed("float", 'office:value="0"', "0", formula("[.A1]")), 0],
    ["a formula without its value", `<table:table-cell${formula("[.A2]&amp;&quot;x&quot;")}/>`, '=[.A2]&"x"'],
    ["an error", typed("string", NO_VALUE, "#DIV/0!", formula("1/0")), "#DIV/0!"],
    ["several lines", text("1 Elm</text:p><text:p>Reno"), "1 Elm\nReno"],
    [
      "spaces, tabs and links",
      text('a<text:s text:c="2"/>b<text:tab/><text:a>c</text:a><text:span>d</text:span>'),
      "a  b\tcd",
    ],
    [
      "text without what is beside it",
      beside("<office:annotation><text:p>comment</text:p></office:annotation>"),
      "x",
    ],
    ["text with none of a sheet within it", beside(`<table:table>${row(text("inner"))}</table:table>`), "x"],
  ])("gives %s as it is shown", async (_, cell, value) => {
    expect(await readCell(cell)).toEqual(value);
  });

  it("has hidden and filtered rows and hidden sheets as Excel's has", async () => {
    const rows = header + row(text("a@b.co"), ' table:visibility="filter"') + row(text("b@b.co"));
    await expect(read(table("Leads", rows))).rejects.toMatchObject({ code: "hidden-rows" });
    expect((await read(table("Leads", rows), { hiddenRows: "skip" })).rows).toHaveLength(1);
    const styles =
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>';
    const two =
      table("Old", header + row(text("o@b.co")), ' table:style-name="ta2"') +
      table("Leads", header + row(text("a@b.co")));
    const hiddenSheet = await read(two, {}, styles);
    expect(hiddenSheet.rows.map(({ cells }) => cells[0])).toEqual(["a@b.co"]);
    expect(hiddenSheet.table.notices).toMatchObject([{ code: "hidden-sheet" }]);
    expect((await read(two, { sheet: "old" }, styles)).rows.map(({ cells }) => cells[0])).toEqual(["o@b.co"]);
  });

  it("with most cells of a row struck through has a damaged row", async () => {
    const struck = (value: string) => text(value, ' table:style-name="ce1"');
    const line = (how: string, name: string) =>
      `<style:style style:name="${name}" style:family="table-cell"><style:text-properties style:text-line-through-style="${how}"/></style:style>`;
    const rows =
      header +
      row(struck("a@b.co") + struck("Ana")) +
      row(struck("b@b.co") + text("Bob")) +
      row(text("c@b.co", ' table:style-name="ce2"'));
    const sheet = await read(table("Leads", rows), {}, line("solid", "ce1") + line("none", "ce2"));
    expect(sheet.rows.map(({ damage }) => damage?.finding)).toEqual(["row-struck", undefined, undefined]);
  });

  it("gives each row the cells that are merged over several", async () => {
    const { table: input, rows } = await read(
      table(
        "Leads",
        header +
          row(text("a@b.co") + text("Ana", ' table:number-rows-spanned="2"') + text("02134")) +
          row(
            `${text("b@b.co")}<table:covered-table-cell><text:p>old</text:p></table:covered-table-cell>${text("89501")}`,
          ),
      ),
    );
    expect(rows.map(({ cells }) => cells[1])).toEqual(["Ana", "Ana"]);
    expect(input.notices).toMatchObject([{ code: "merged-cells", params: { cells: ["B2:B3"] } }]);
  });

  it("repeats rows and cells as often as they stand there, and no more is held than a piece of them", async () => {
    const repeatedRow = row(
      text("a@b.co") + text("x", ' table:number-columns-repeated="2"'),
      ' table:number-rows-repeated="2500"',
    );
    const { rows } = await read(table("Leads", header + repeatedRow + row(text("b@b.co"))));
    expect(rows).toHaveLength(2501);
    expect(rows[2499]).toEqual({ row: 2501, cells: ["a@b.co", "x", "x"] });
    expect(rows[2500]?.row).toBe(2502);
  });

  it.each([
    ["rows without end", row(text("a@b.co"), ' table:number-rows-repeated="999999999"')],
    ["a count that is none", row(text("a@b.co"), ' table:number-rows-repeated="1e9"')],
    ["an endless text", row(text("x".repeat(1_100_000)))],
    ["a text of endless pieces", row(text(`<text:span>${"x".repeat(60_000)}</text:span>`.repeat(20)))],
    ["cells without end", row(gap(1).repeat(110_000))],
    ["no end", "<table:table-row>"],
  ])("is damaged with %s", async (_, rows) => {
    await expect(read(table("Leads", header + rows))).rejects.toMatchObject({ code: "workbook-broken" });
  });

  it("with a cell far to the right has a damaged row", async () => {
    const { rows } = await read(table("Leads", header + row(text("a@b.co") + gap(16_000) + text("far"))));
    expect(rows[0]?.damage?.finding).toBe("cell-far");
    const wide = await read(
      table("Leads", header + row(text("a@b.co", ' table:number-columns-repeated="16384"'))),
    );
    expect(wide.rows[0]?.damage).toBeDefined();
  });

  it.each(["mimetype", "content.xml", "META-INF/manifest.xml"])(
    "is damaged when %s unpacks to more than the directory says",
    async (part) => {
      const bytes = odsOf(table("Leads", header));
      // The directory stands at the end; 24 and 46 bytes into an entry are the size and the name.
      const entry = bytes.lastIndexOf(part) - 46;
      expect(bytes.readUInt32LE(entry)).toBe(0x02_01_4b_50);
      bytes.writeUInt32LE(1, entry + 24);
      await expect(readContent(bytes, { format: "xlsx" })).rejects.toMatchObject({ code: "workbook-broken" });
    },
  );

  it("is refused in words when it is encrypted, or no sheet", async () => {
    const encrypted = odsOf(table("Leads", header), "", {
      "META-INF/manifest.xml": "<manifest:encryption-data/>",
    });
    await expect(readContent(encrypted, { format: "xlsx" })).rejects.toMatchObject({
      params: { kind: "password" },
    });
    const letter = odsOf("", "", { mimetype: "application/vnd.oasis.opendocument.text" });
    await expect(readContent(letter, { format: "xlsx" })).rejects.toMatchObject({
      params: { kind: "document" },
    });
  });
});
