import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SheetRow } from "../../../../src/sheet/formats/workbook.ts";
import { numberStyle } from "../../../../src/sheet/formats/xlsx/number-format.ts";
import type { CellFrame } from "../../../../src/sheet/formats/xlsx/xlsx-cell.ts";
import { sheetRows } from "../../../../src/sheet/formats/xlsx/xlsx-sheet.ts";

const FRAME: CellFrame = {
  isFrom1904: false,
  isToBeWorkedOut: false,
  styles: ["plain", "date", numberStyle(164, "00000")],
  struckStyles: new Set([2]),
  texts: ["Seattle", "", "Fern Hollow Way 9", "  ", "é😀"],
};

interface Read {
  rows: SheetRow[];
  fault?: unknown;
}

async function read(xml: Buffer, cuts: readonly number[]): Promise<Read> {
  async function* chunks(): AsyncGenerator<Buffer> {
    let from = 0;
    for (const cut of [...cuts, xml.length]) {
      if (cut > from) yield xml.subarray(from, cut);
      from = Math.max(from, cut);
    }
  }
  const made: Read = { rows: [] };
  try {
    for await (const rows of sheetRows(chunks(), FRAME)) made.rows.push(...rows);
  } catch (error) {
    made.fault = error;
  }
  return made;
}

const cell = fc.constantFrom(
  "",
  "<c/>",
  '<c t="s"><v>0</v></c>',
  '<c t="s"><v>1</v></c>',
  '<c t="s"><v>2</v></c>',
  '<c t="s" s="1"><v> 4 </v></c>',
  '<c t="s"><v></v></c>',
  '<c t="inlineStr"><is><t>Ana &amp; B</t></is></c>',
  '<c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></is></c>',
  "<c><v>2500.5</v></c>",
  '<c s="1"><v>44000</v></c>',
  '<c s="2"><v>2134</v></c>',
  '<c s="2" t="s"><v>0</v></c>',
  '<c t="b"><v>1</v></c>',
  "<c><f>A1&amp;B1</f></c>",
  '<c t="str"><f>A1</f><v>t_x000D_</v></c>',
  '<c t="e"><v>#N/A</v></c>',
);
const faulty = fc.constantFrom(
  '<c t="s"><v>5</v></c>',
  '<c t="s"><v>0x1</v></c>',
  '<c r="1"/>',
  "</row>",
  "&entity;",
);
const far = fc.constantFrom('<c r="XFD1" t="s"><v>0</v></c>', '<c r="SG1" t="s"><v>1</v></c>');
const row = (cells: fc.Arbitrary<string>, weight: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("", "", "", ' hidden="1"'),
      fc.array(cell, { maxLength: 5 }),
      fc.oneof({ weight: 20, arbitrary: fc.constant("") }, { weight, arbitrary: cells }),
    )
    .map(([hidden, cells, last]) => `<row${hidden}>${cells.join("")}${last}</row>`);
const sheet = fc
  .tuple(
    fc.constantFrom("", '<cols><col min="2" max="3" hidden="1"/></cols>'),
    fc.array(row(fc.oneof(far, faulty), 1), { minLength: 1, maxLength: 12 }),
    fc.constantFrom("</sheetData></worksheet>", "</sheetData></worksheet>", "</sheetData>"),
  )
  .map(([columns, rows, end]) =>
    Buffer.from(`<?xml version="1.0"?>\n<worksheet>${columns}<sheetData>${rows.join("\n")}${end}`),
  );
const places = fc.array(fc.nat(), { maxLength: 6 });

function cutsOf(xml: Buffer, places: readonly number[]): number[] {
  return places.map((place) => place % xml.length).toSorted((one, other) => one - other);
}

describe("rows of a sheet", () => {
  it("are the same wherever its XML is cut", async () => {
    await fc.assert(
      fc.asyncProperty(sheet, places, async (xml, places) => {
        const [whole, cut] = [await read(xml, []), await read(xml, cutsOf(xml, places))];
        // Of several faults, another one may be met first.
        expect(cut.fault === undefined).toBe(whole.fault === undefined);
        if (whole.fault === undefined) expect(cut.rows).toEqual(whole.rows);
      }),
    );
  });

  it.each([
    "<c><v>1</v><c><v>2</v></c></c>",
    '<c t="inlineStr"><is><t>1</t><c t="inlineStr"><is><t>2</t></is></c></is></c>',
    "<c><row><c><v>1</v></c></row></c>",
    "<c><v>1</v></c><row><c><v>2</v></c></row>",
  ])("are damaged where one stands within another, or cells do: %s", async (cells) => {
    const xml = `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`;
    expect((await read(Buffer.from(xml), [])).fault).toBeDefined();
  });

  it("have their shared texts where a piece ends in the middle of one, and none for an empty text", async () => {
    const xml = Buffer.from(
      '<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>2</v></c><c t="s"><v>1</v></c><c t="s"><v>4</v></c></row><row><c t="s"><v>1</v></c></row></sheetData></worksheet>',
    );
    const cut = xml.indexOf("<v>4");
    const { rows, fault } = await read(xml, [cut]);
    expect(fault).toBeUndefined();
    expect(rows).toEqual([
      { row: 1, cells: ["Seattle"], isHidden: false },
      { row: 2, cells: ["Fern Hollow Way 9", null, "é😀"], isHidden: false },
    ]);
  });
});
