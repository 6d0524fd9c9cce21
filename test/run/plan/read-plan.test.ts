import { appendFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineWindow } from "../../../src/base/read-lines.ts";
import { HELD_BACK, type LeadState, REFUSED_LOCALLY, UNSENT } from "../../../src/outcome/lead-state.ts";
import { emptyTally, planRows } from "../../../src/run/plan/judge-rows.ts";
import { decodeRow, decodeRowLine, encodeRow, type PlannedRow } from "../../../src/run/plan/plan-record.ts";
import { PlanIndex, readPlanFacts, readRowLines } from "../../../src/run/plan/read-plan.ts";
import { draftPlan, NO_CHANGES, placePlan } from "../../../src/run/plan/write-plan.ts";
import type { MappedInput, MappedRow } from "../../../src/sheet/rows/mapped-input.ts";
import { freshFolder } from "../../folders.ts";
import { inputOf, mappedRow, soundLead } from "../sample-input.ts";

const CREATED_AT = new Date("2030-01-02T03:04:05.678Z");

const ROWS: MappedRow[] = [
  mappedRow(2, soundLead("jane@example.com")),
  mappedRow(5, soundLead("nonsense")),
  mappedRow(6, soundLead("jöhn\n🏠@example.com"), { cells: ['a\n"b"', 1.5, null, true, { json: "[1]" }] }),
];

async function written(input: MappedInput = inputOf(ROWS)): Promise<string> {
  const folder = freshFolder();
  const path = join(folder, "plan.ndjson");
  const tally = emptyTally();
  const rows = planRows(input, { selection: {}, strict: false }, tally);
  const draft = await draftPlan(path, input, rows, tally, { createdAt: CREATED_AT, strict: false });
  await placePlan(path, draft, async () => NO_CHANGES);
  return path;
}

describe("a plan's file", () => {
  it.each([
    ["nobody wants it any more", async () => null, false],
    ["somebody is in doubt about its rows", () => Promise.reject(new Error("stopped")), "stopped"],
  ])("does not come about when %s", async (_what, changesOf, end) => {
    const folder = freshFolder();
    const path = join(folder, "plan.ndjson");
    const tally = emptyTally();
    const rows = planRows(inputOf(ROWS), { selection: {}, strict: false }, tally);
    const draft = await draftPlan(path, inputOf(ROWS), rows, tally, { createdAt: CREATED_AT, strict: false });
    expect(await placePlan(path, draft, changesOf).catch(({ message }) => message)).toBe(end);
    expect(readdirSync(folder)).toStrictEqual([]);
  });

  it("is no plan when its end is missing, at whatever byte it was cut", async () => {
    const path = await written();
    const { size } = statSync(path);
    for (let length = size - 1; length >= 0; length -= 1 + Math.floor((size - length) / 20)) {
      truncateSync(path, length);
      expect([length, await readPlanFacts(path)]).toStrictEqual([length, undefined]);
    }
  });

  it("is no plan when something follows its end, or stands in its place", async () => {
    const path = await written();
    appendFileSync(path, "{}\n");
    expect(await readPlanFacts(path)).toBeUndefined();
    writeFileSync(path, "not a plan\n");
    expect(await readPlanFacts(path)).toBeUndefined();
    writeFileSync(path, '{"type":"plan","version":2}\n{"type":"end"}\n');
    expect(await readPlanFacts(path)).toBeUndefined();
  });

  it("is read whole when its rows fill many blocks", async () => {
    const count = 6_000;
    const many = Array.from({ length: count }, (_, n) =>
      mappedRow(n + 2, soundLead(`applicant-${n}@example.com`)),
    );
    const path = await written(inputOf(many));
    expect(statSync(path).size).toBeGreaterThan(3 * 1024 * 1024);
    const rows: number[] = [];
    for await (const lines of readRowLines(path)) for (const { row } of lines) rows.push(row);
    expect(rows).toStrictEqual(many.map(({ row }) => row));
    expect(await readPlanFacts(path)).toMatchObject({ end: { total: count, ready: count } });
  });
});

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
        const states: [row: number, planned: LeadState][] = [];
        index.each((...state) => states.push(state));
        const stateOf = (row: number) =>
          row % 3 !== 0 ? UNSENT : row % 2 === 0 ? HELD_BACK : REFUSED_LOCALLY;
        expect(states).toStrictEqual(sorted.map((row) => [row, stateOf(row)]));
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
