import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf } from "../../../src/report/model/require-shards.ts";

describe("the coverage of rows by shards", () => {
  it("is whole when every row is in exactly one of them", () => {
    expect(coverageOf([[2, 5, 6], [3], [4, 7]])).toEqual({
      coveredCount: 6,
      twiceCount: 0,
      twice: [],
      gaps: [],
      gapCount: 0,
      lastRow: 7,
    });
  });

  it("names rows that are there twice", () => {
    expect(coverageOf([[2, 3], [4], [3, 4, 5]])).toMatchObject({
      coveredCount: 4,
      twiceCount: 2,
      twice: [3, 4],
    });
  });

  it("names the numbers between the first and the last row that are nowhere", () => {
    expect(coverageOf([[2, 9], [5]])).toMatchObject({
      coveredCount: 3,
      gaps: [
        { from: 3, to: 4 },
        { from: 6, to: 8 },
      ],
      gapCount: 5,
    });
  });

  it("counts like a table of how often each row occurs, however rows are dealt out", () => {
    const dealt = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(dealt, (runs) => {
        const counts = new Map<number, number>();
        for (const row of runs.flat()) counts.set(row, (counts.get(row) ?? 0) + 1);
        const rows = [...counts.keys()];
        const coverage = coverageOf(runs);
        expect(coverage.coveredCount).toBe(counts.size);
        expect(coverage.twiceCount).toBe(runs.flat().length - counts.size);
        expect(coverage.lastRow).toBe(Math.max(0, ...rows));
        const span = rows.length === 0 ? 0 : Math.max(...rows) - Math.min(...rows) + 1;
        expect(coverage.gapCount).toBe(span - counts.size);
      }),
    );
  });
});
