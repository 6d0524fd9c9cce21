import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHead, decodeRow, encodeRow, leadBytesOf, type PlannedRow } from "../../src/run/plan-record.ts";

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
    leadText: fc
      .dictionary(
        fc.string(),
        fc.oneof(fc.string({ unit: "grapheme" }), fc.constant('","lead":{"row":1,"ready":true}}\n')),
      )
      .map((lead) => JSON.stringify(lead)),
  },
  plain,
);

describe("a row of a plan", () => {
  it("comes back from its line as it went in", () => {
    fc.assert(
      fc.property(planned, (row) => {
        const line = lineOf(row);
        const head = decodeHead(line);
        expect(head).toStrictEqual({
          row: row.row,
          ready: row.ready,
          leadBytes: Buffer.byteLength(row.leadText),
        });
        const { leadText, ...verdict } = row;
        expect(head && decodeRow(line)).toStrictEqual({ ...verdict, lead: JSON.parse(leadText) });
      }),
      { numRuns: 1_000 },
    );
  });

  it("is one line of JSON, with the lead's text in it byte for byte", () => {
    fc.assert(
      fc.property(planned, (row) => {
        const text = encodeRow(row);
        expect(text.indexOf("\n")).toBe(text.length - 1);
        expect(JSON.parse(text).lead).toStrictEqual(JSON.parse(row.leadText));
        const line = lineOf(row);
        const head = decodeHead(line);
        expect(head && leadBytesOf(line, head).toString()).toBe(row.leadText);
      }),
      { numRuns: 500 },
    );
  });

  it("is told from the first and the last line of a plan", () => {
    expect(decodeHead(Buffer.from('{"type":"plan","version":1}'))).toBeUndefined();
    expect(decodeHead(Buffer.from('{"type":"end","rowsRead":3}'))).toBeUndefined();
    expect(decodeHead(Buffer.from(""))).toBeUndefined();
  });
});

/** As a reader has it: without the newline. */
function lineOf(row: PlannedRow): Buffer {
  return Buffer.from(encodeRow(row).slice(0, -1));
}
