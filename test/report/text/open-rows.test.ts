import { expect, it } from "vitest";
import { countRows } from "../../../src/outcome/evidence.ts";
import { rowGuidance } from "../../../src/outcome/guidance.ts";
import { HELD_BACK, type LeadState, REFUSED_LOCALLY } from "../../../src/outcome/lead-state.ts";
import { classSteps, type OpenRow } from "../../../src/report/text/open-rows.ts";
import { shownStatuses } from "../../../src/report/text/shown-status.ts";
import { storyOf, storyRow } from "../sample-story.ts";

function openRow(dir: string, row: number, state: LeadState): OpenRow {
  const files = { fix: "fix.csv", report: "report.csv" };
  const run = { dir, condition: "complete", counts: countRows(), files } as const;
  const [step = null] = rowGuidance({ row, state, last: null, turn: "to-come", run }).nextSteps;
  const { status, maybeCreated } = state;
  return { dir, row, status, maybeCreated, email: null, at: "2026-01-02T03:04:05.000Z", step, target: null };
}

it("asks of rows that were only held back whether they go, and nobody to correct them", () => {
  const steps = classSteps([
    openRow("one", 2, HELD_BACK),
    openRow("one", 3, HELD_BACK),
    openRow("two", 2, REFUSED_LOCALLY),
    openRow("two", 3, HELD_BACK),
  ]).map(({ step: { step, dir, count, held } }) => ({ step, dir, count, held }));
  expect(steps).toStrictEqual([
    { step: "correct", dir: "one", count: 2, held: 2 },
    { step: "correct", dir: "two", count: 2, held: 1 },
  ]);
});

it("never says that rows were never sent, or refused, of which an earlier attempt may have created one", () => {
  const meaningsOf = (...rows: Parameters<typeof storyRow>[1][]): string[] =>
    shownStatuses(
      storyOf(
        rows.map((fields, at) => storyRow(at + 2, fields)),
        [],
      ),
    ).map(({ means }) => means);
  const [alone = ""] = meaningsOf({ status: "invalid", maybeCreated: true });
  expect(alone).not.toMatch(/never sent|refused/);
  const [plain = ""] = meaningsOf({ status: "invalid" });
  const [both] = meaningsOf({ status: "invalid" }, { status: "invalid", maybeCreated: true });
  expect(both).toBe(`1: ${plain}; 1: ${alone}`);
});

it("asks nobody to correct a row that only waits for a decision", () => {
  const state = { status: "invalid", maybeCreated: false, resumable: false } as const;
  const nextOf = (own: object): string | undefined =>
    shownStatuses(storyOf([], [], { groups: () => [{ state: { ...state, ...own }, count: 1 }] }))[0]?.next;
  expect(nextOf({ held: true })).not.toBe(nextOf({}));
});

it("does not call all attempts failed where the run stopped between two of them", () => {
  const state = { status: "failed", maybeCreated: true, resumable: true } as const;
  const [shown] = shownStatuses(storyOf([], [], { groups: () => [{ state, count: 1 }] }));
  expect(shown?.next).toBe("continue the run");
});
