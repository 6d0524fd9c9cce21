import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeMapping,
  decodeRow,
  decodeRowLine,
  encodeMapping,
  encodeRow,
  leadBytesOf,
  type PlannedRow,
  placeOf,
} from "../../../src/run/plan/plan-record.ts";
import type { Mapping } from "../../../src/sheet/columns/mapping.ts";

const plain = { noNullPrototype: true } as const;
const issue = fc.record({ code: fc.string(), message: fc.string(), path: fc.array(fc.string()) }, plain);
const cell = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  fc.record({ json: fc.string() }, plain),
);

/** Rows whose texts hold everything that could be mistaken for the end of something. */
const planned: fc.Arbitrary<PlannedRow> = fc.record(
  {
    row: fc.integer({ min: 1, max: 2_000_000 }),
    ready: fc.boolean(),
    issues: fc.array(issue, { maxLength: 3 }),
    warnings: fc.array(issue, { maxLength: 3 }),
    cells: fc.array(cell, { maxLength: 6 }),
    lead: fc
      .dictionary(
        fc.string(),
        fc.oneof(fc.string({ unit: "grapheme" }), fc.constant('","lead":{"row":1,"ready":true}}\n')),
      )
      // As JSON has it: the same keys in the same order whenever it is written.
      .map((lead) => JSON.parse(JSON.stringify(lead))),
  },
  plain,
);

describe("a row of a plan", () => {
  it.each([
    ["Same e-mail as row 4, which goes first: one lead per e-mail", { row: 4, of: "sheet" }],
    ["Same e-mail as row 12 of this run: one lead per e-mail", { row: 12, of: "run" }],
  ])("says what it repeats, though an earlier version wrote only: %s", (message, params) => {
    const repeated = { code: "custom", message, path: ["contactInfo", "email"] };
    const other = { code: "custom", message: "Same e-mail as row 4", path: ["contactInfo", "email"] };
    const row = { row: 9, ready: false, issues: [repeated, other], warnings: [], cells: [], lead: {} };
    const line = decodeRowLine(lineOf(row), 0);
    const known = { ...repeated, finding: "email-repeated", params, message: expect.any(String) };
    expect(line && decodeRow(line).issues).toStrictEqual([known, other]);
  });

  it("comes back from its line as it went in", () => {
    fc.assert(
      fc.property(planned, (row) => {
        const bytes = lineOf(row);
        const line = decodeRowLine(bytes, 7);
        const leadLength = Buffer.byteLength(JSON.stringify(row.lead));
        expect(line).toStrictEqual({ row: row.row, ready: row.ready, offset: 7, bytes, leadLength });
        expect(line && decodeRow(line)).toStrictEqual(row);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is one line of JSON, with the lead's text in it byte for byte", () => {
    fc.assert(
      fc.property(planned, (row) => {
        const text = encodeRow(row);
        expect(text.indexOf("\n")).toBe(text.length - 1);
        expect(JSON.parse(text).lead).toStrictEqual(row.lead);
        const line = decodeRowLine(lineOf(row), 0);
        expect(line && leadBytesOf(line).toString()).toBe(JSON.stringify(row.lead));
      }),
      { numRuns: 500 },
    );
  });

  it("is told from the first and the last line of a plan", () => {
    expect(decodeRowLine(Buffer.from('{"type":"plan","version":1}'), 0)).toBeUndefined();
    expect(decodeRowLine(Buffer.from('{"type":"end","rowsRead":3}'), 0)).toBeUndefined();
    expect(decodeRowLine(Buffer.from(""), 0)).toBeUndefined();
  });
});

describe("the place of a field in a row", () => {
  const columns = ["Street", "Cell", "Home", "Number", "Code"].map((name, index) => ({
    name,
    letters: "ABCDE"[index] ?? "",
  }));
  const places = {
    "address.street": { column: "Street", letters: "A", others: [{ column: "Number", letters: "D" }] },
    "contactInfo.phone": {
      column: "Cell",
      letters: "B",
      others: [
        { column: "Home", letters: "C", rank: 1 },
        { column: "Code", letters: "E" },
      ],
    },
    "address.city": { column: "City", letters: "F" },
  };
  const placed = (path: string, cells: string[]) => placeOf(path.split("."), 7, { places, columns }, cells);

  it("is every column of which its value was made", () => {
    expect(placed("address.street", ["Elm St", "", "", "12"])).toStrictEqual({
      column: "Street",
      cell: "A7",
      alsoFrom: [{ column: "Number", cell: "D7" }],
    });
    expect(placed("contactInfo.phone", ["", "N/A", "555-0123", "", "617"])).toStrictEqual({
      column: "Home",
      cell: "C7",
      alsoFrom: [{ column: "Code", cell: "E7" }],
    });
    expect(placed("contactInfo.phone", ["", "1", "2", "", ""])).toStrictEqual({ column: "Cell", cell: "B7" });
  });

  it("is the first one where all are empty, and the one that a plan of earlier versions has", () => {
    expect(placed("address.street", ["", "", "", ""])).toStrictEqual({ column: "Street", cell: "A7" });
    expect(placed("address.city", [])).toStrictEqual({ column: "City", cell: "F7" });
  });
});

describe("a mapping in a plan", () => {
  it("comes back as it was, but for the headers that only the run's own input must have", () => {
    const mapping: Mapping = {
      name: "partner.json",
      columns: new Map([
        ["Kind", { field: "buildingType", values: { Flat: "condo", "": null } }],
        ["J: Street", { field: null }],
        ["__proto__", { field: "address.city" }],
      ]),
      headers: ["Kind", "Mail"],
      answers: new Map([["word:propertyUsage:noo", "investment"]]),
      constants: new Map([["loanPurpose", "investment"]]),
      defaults: new Map([["propertyUnits", 2]]),
      decimalMark: ",",
    };
    const back = decodeMapping(JSON.parse(JSON.stringify(encodeMapping(mapping))));
    expect(back).toStrictEqual({ ...mapping, headers: [] });
  });
});

/** As a reader has it: without the newline. */
function lineOf(row: PlannedRow): Buffer {
  return Buffer.from(encodeRow(row).slice(0, -1));
}
