import { describe, expect, it } from "vitest";
import type { CellValue, InputOptions } from "../../../../src/sheet/table.ts";
import { mapContent, readContent } from "../../columns/read-content.ts";
import { sheetOf, type TestCell, type TestSheet, type TestWorkbook, workbookOf } from "../workbook.ts";

const read = (workbook: TestWorkbook, options: InputOptions = {}) =>
  readContent(workbookOf(workbook), { format: "xlsx", ...options });

const sheetsOf = (...rows: TestSheet["rows"]) => ({ sheets: [sheetOf("Leads", ...rows)] });

async function cellOf(cell: TestCell, rest: Partial<TestWorkbook> = {}): Promise<CellValue | undefined> {
  const { rows } = await read({ ...sheetsOf(["Email", "Zip"], ["a@b.co", cell]), ...rest });
  return rows[0]?.cells[1];
}

describe("a workbook", () => {
  it("is read from its one visible sheet with anything in it", async () => {
    const { table, rows } = await read({
      sheets: [
        { name: "Empty", rows: [] },
        { name: "Lists", rows: [["x"]], isHidden: true },
        { name: "Leads", rows: [["Email", "Unit #"], ["a@b.co", 4], [], [null, null], ["b@b.co", true]] },
      ],
    });
    expect(table).toMatchObject({ format: "xlsx", notices: [] });
    expect(table.columns).toEqual([
      { name: "Email", letters: "A" },
      { name: "Unit #", letters: "B" },
    ]);
    expect(rows).toEqual([
      { row: 2, cells: ["a@b.co", 4] },
      { row: 5, cells: ["b@b.co", true] },
    ]);
  });

  it("with several sheets wants one named", async () => {
    const sheets = [sheetOf("May", ["Email"], ["a@b.co"]), sheetOf("June", ["Email"], ["c@d.co"])];
    await expect(read({ sheets })).rejects.toMatchObject({
      code: "sheet-ambiguous",
      params: { sheets: '"May", "June"' },
    });
    const june = await read({ sheets }, { sheet: " june" });
    expect(june.rows[0]?.cells).toEqual(["c@d.co"]);
    await expect(read({ sheets }, { sheet: "July" })).rejects.toMatchObject({ code: "sheet-missing" });
  });

  it("with hidden rows wants to be told what to do with them", async () => {
    const workbook = sheetsOf(["Email"], ["a@b.co"], { hidden: true, cells: ["b@b.co"] });
    await expect(read(workbook)).rejects.toMatchObject({ code: "hidden-rows", exitCode: 2 });
    expect((await read(workbook, { hiddenRows: "include" })).rows).toHaveLength(2);
    const skipped = await read(workbook, { hiddenRows: "skip" });
    expect(skipped.rows).toHaveLength(1);
    expect(skipped.table.notices).toMatchObject([{ code: "hidden-rows" }]);
  });

  it("with most cells of a row struck through has a damaged row", async () => {
    const inStyle = (style: number, text: string) => ({ xml: `<c s="${style}" t="str"><v>${text}</v></c>` });
    const row = (...styles: number[]) =>
      ["Ana", "Ng", "a@b.co"].map((text, at) => inStyle(styles[at] ?? 0, text));
    const header = ["First Name", "Last Name", "Email"];
    const { rows } = await read({
      fonts: ["<strike/>", '<strike val="0"/>', "<b/>"],
      ...sheetsOf(header, row(1, 1, 1), row(1, 1, 0), row(0, 1, 0), row(2, 2, 2), row(3, 3, 3)),
    });
    const [all, most, ...others] = rows.map(({ damage }) => damage?.finding === "row-struck");
    expect([all, most, others]).toEqual([true, true, [false, false, false]]);
  });

  it("may be as wide as the widest exports", async () => {
    const fields = Array.from({ length: 1_000 }, (_, at) => `Custom ${at}`);
    const { rows } = await read(sheetsOf(["Email", ...fields], ["a@b.co", ...fields]));
    expect(rows).toEqual([{ row: 2, cells: ["a@b.co", ...fields] }]);
  });

  it("with a cell far from the table has a damaged row", async () => {
    expect((await read(sheetsOf(["Email"], ["a@b.co", { xml: "" }]))).rows).toHaveLength(1);
    const far = '<c t="str"><v>x</v></c><c r="XFD2" t="str"><v>y</v></c>';
    const { rows } = await read(sheetsOf(["Email"], ["a@b.co", { xml: far }]));
    expect(rows[0]?.damage).toMatchObject({ finding: "cell-far", params: { cell: "XFD2" } });
  });
});

describe("a workbook's cell", () => {
  const strings = [
    "<si><t>plain</t></si>",
    "<si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si>",
    "<si><t>a_x000D_b</t></si>",
  ];
  const styled = (value: string) => ({ xml: `<c s="1"><v>${value}</v></c>` });
  /** As XlsxWriter, for one, writes it. */
  const UNWORKED = { behind: '<calcPr calcId="124519" fullCalcOnLoad="1"/>' };
  const DATE = { json: "2026-04-05", isDate: true } as const;
  it.each<[string, TestCell, CellValue, Partial<TestWorkbook>?]>([
    ["shared text", { xml: '<c t="s"><v>0</v></c>' }, "plain", { strings }],
    ["rich text", { xml: '<c t="s"><v>1</v></c>' }, "rich", { strings }],
    ["escaped text", { xml: '<c t="s"><v>2</v></c>' }, "a\rb", { strings }],
    ["inline text", "x & <y>", "x & <y>"],
    ["a formula's text", { xml: '<c t="str"><f>A1</f><v>t</v></c>' }, "t"],
    ["a formula's 0", { xml: "<c><f>A1</f><v>0</v></c>" }, 0],
    ["a formula's FALSE", { xml: '<c t="b"><f>A1</f><v>0</v></c>' }, false],
    ["a formula with no result", { xml: '<c><f>A2&amp;"x"</f></c>' }, '=A2&"x"'],
    ["a formula's 0 that is to be worked out", { xml: "<c><f>1+1</f><v>0</v></c>" }, "=1+1", UNWORKED],
    ["a formula's FALSE beside such", { xml: '<c t="b"><f>1=2</f><v>0</v></c>' }, false, UNWORKED],
    ["a 0 beside such", { xml: "<c><v>0</v></c>" }, 0, UNWORKED],
    ["an error", { xml: '<c t="e"><v>#REF!</v></c>' }, "#REF!"],
    ["a ZIP as Excel pads it", styled("2134"), "02134", { formats: ["00000"] }],
    ["a ZIP+4 as Excel pads it", styled("21341000"), "02134-1000", { formats: ["00000\\-0000"] }],
    ["an exact large number", { xml: "<c><v>1.5551234567E10</v></c>" }, 15551234567],
    ["a date", styled("46117"), DATE, { formats: ["d-mmm"] }],
    ["a date from 1904", styled("44655"), DATE, { formats: ["yyyy"], isFrom1904: true }],
    ["a date in words", { xml: '<c t="d"><v>2026-04-05T00:00:00</v></c>' }, DATE],
    ["a price with what it is for", styled("1800"), "1800 USD/month", { formats: ['#,##0 "USD/month"'] }],
    ["a red number", styled("5"), 5, { formats: ["[Red]0.00"] }],
  ])("is read as it is shown: %s", async (_, cell, value, rest) => {
    expect(await cellOf(cell, rest)).toEqual(value);
  });

  it("without an address follows the one before it", async () => {
    const both = { xml: '<c t="str"><v>a@b.co</v></c><c t="str" ><v>1</v></c>' };
    const { rows } = await read(sheetsOf(["Email", "Zip"], [both]));
    expect(rows[0]?.cells).toEqual(["a@b.co", "1"]);
  });

  it("that a lead cannot hold makes its row invalid, in words for people", async () => {
    const date = { xml: '<c s="1"><v>46117</v></c>' };
    const row = ["a@b.co", date, date, { xml: '<c t="e"><v>#N/A</v></c>' }];
    const sheets = sheetsOf(["Email", "Unit #", "Last Name", "Zip"], row);
    const bytes = workbookOf({ ...sheets, formats: ["d-mmm"] });
    const mapped = await mapContent(bytes, { format: "xlsx" });
    expect(mapped.rows[0]?.unreadable.map(({ cell }) => cell)).toEqual(["C2", "D2", "B2"]);
    expect(mapped.rows[0]?.unreadable[0]).toMatchObject({
      finding: "cell-is-date",
      params: { text: { personal: "2026-04-05" } },
    });
  });

  it("that ends a row early is no damage", async () => {
    const bytes = workbookOf(sheetsOf(["Email", "State", "Zip"], ["a@b.co", "Ontario"]));
    const { rows } = await mapContent(bytes, { format: "xlsx" });
    expect(rows[0]?.unreadable).toEqual([]);
  });
});
