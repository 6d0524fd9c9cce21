import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS, type Field } from "../../../src/lead/field-catalogue.ts";
import { type CellReader, cellReader } from "../../../src/sheet/cells/cell-reader.ts";
import { type FieldValue, SILENT_REPORT } from "../../../src/sheet/cells/cell-report.ts";
import { QuestionLog } from "../../../src/sheet/columns/question-log.ts";
import { ColumnReport, withMemory } from "../../../src/sheet/rows/column-report.ts";
import type { ReadChange } from "../../../src/sheet/rows/mapped-input.ts";
import type { CellValue } from "../../../src/sheet/table.ts";

const CONVENTIONS = { isDelimited: true, isCommaDecimal: false };

/** A column's cells, and all that is said of them. */
function readColumn(field: Field, cells: readonly CellValue[], isRemembered: boolean) {
  const changes: ReadChange[] = [];
  const said = { row: 0, unreadable: [], warnings: [], asked: [], losses: 0 };
  const row = { ...said, questions: new QuestionLog(), changes };
  const report = new ColumnReport(field, { name: "C", letters: "C" }, row, false);
  const plain = cellReader(field, CONVENTIONS);
  const read = isRemembered ? withMemory(plain, report) : plain;
  const values = cells.map((cell, index): FieldValue | undefined => {
    row.row = index + 2;
    return read(cell, report);
  });
  return { values, row, changes };
}

describe("the memory of a column's cells", () => {
  const words = [
    ...["condo", "Condo", "single family", "castle", "investment", "yes", "no", "true", "x", "✓", "N", "?"],
    ...["a@b.co", "a@gmial.com", "98115", "2139", "WA", "Washington", "Texas", "206-555-0100", "555", "N/A"],
    ...[
      "2500",
      "2.500",
      "$3,000",
      "12k",
      "4",
      "0",
      "-1",
      "#REF!",
      " Elm ",
      '"Elm"',
      "José",
      "Jos?",
      "",
      "tbd",
    ],
  ];
  const cell: fc.Arbitrary<CellValue> = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom<CellValue>(null, 4, 98115, true, false) },
    { weight: 1, arbitrary: fc.string() },
  );

  it("changes neither what a cell is read as nor what is said of it, in any row", () => {
    const cells = fc.array(cell, { maxLength: 150, size: "max" });
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), cells, (field, column) => {
        expect(readColumn(field, column, true)).toEqual(readColumn(field, column, false));
      }),
      { numRuns: 300 },
    );
  });

  it("reads a cell once of which there is nothing to say, and each time for somebody else's report", () => {
    const [field] = FIELDS;
    if (!field) throw new Error("There are no fields");
    const said = { row: 2, unreadable: [], warnings: [], asked: [], losses: 0 };
    const row = { ...said, questions: new QuestionLog(), changes: [] };
    const report = new ColumnReport(field, { name: "C" }, row, false);
    let count = 0;
    const counted: CellReader = (text, told) => {
      count += 1;
      if (text === "odd") told.warn({ finding: "odd", message: "odd" });
      return String(text);
    };
    const read = withMemory(counted, report);
    for (const text of ["a", "b", "a", "b", "odd", "odd"]) read(text, report);
    expect([count, row.warnings.length]).toEqual([4, 2]);
    read("a", SILENT_REPORT);
    expect(count).toBe(5);
    for (let n = 0; n < 200; n++) read(`only once ${n}`, report);
    const before = count;
    for (let n = 0; n < 3; n++) read("only once 150", report);
    expect(count - before).toBe(3);
  });
});
