import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineWindow } from "../../../src/base/read-lines.ts";
import { decodeRow, decodeRowLine, encodeRow, type PlannedRow } from "../../../src/run/plan/plan-record.ts";
import { PlanIndex } from "../../../src/run/plan/read-plan.ts";
import { freshFolder } from "../../folders.ts";

const HOLD = { code: "custom", finding: "test-row", message: "It looks like a test", path: [] };

function planned(row: number, text: string): PlannedRow {
  const lead = { affiliateId: text };
  return {
    row,
    ready: row % 3 !== 0,
    issues: row % 2 === 0 ? [HOLD] : [],
    warnings: [],
    cells: [text],
    lead,
  };
}

function planFile(rows: readonly PlannedRow[]): string {
  const folder = freshFolder();
  const path = join(folder, "plan.ndjson");
  writeFileSync(path, `{"type":"plan"}\n${rows.map(encodeRow).join("")}{"type":"end"}\n`);
  return path;
}

describe("the index of a plan", () => {
  it("finds every row's line in whatever order the rows stand, and no other row", async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 600 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.string({ unit: "binary", maxLength: 2_000 }), async (rows, text) => {
        const path = planFile(rows.map((row) => planned(row, `${row}${text}`)));
        const index = await PlanIndex.read(path);
        const sorted = [...rows].sort((a, b) => a - b);
        const verdicts: [row: number, ready: boolean, isHeld: boolean][] = [];
        index.each((...verdict) => verdicts.push(verdict));
        expect(verdicts).toStrictEqual(sorted.map((row) => [row, row % 3 !== 0, row % 6 === 0]));
        const window = new LineWindow(path);
        for (const row of rows) {
          const offset = index.offsetOf(row) ?? -1;
          const line = decodeRowLine(window.lineAt(offset), offset);
          expect(line && decodeRow(line)).toStrictEqual(planned(row, `${row}${text}`));
        }
        window.close();
        const others = [0, 5_001, ...sorted.map((row) => row + 1)].filter((row) => !rows.includes(row));
        expect(
          others.map((row) => index.offsetOf(row)).filter((offset) => offset !== undefined),
        ).toStrictEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
