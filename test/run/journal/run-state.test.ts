import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFUSED_LOCALLY, UNSENT } from "../../../src/outcome/lead-state.ts";
import { countRow, emptySummary, STATUSES } from "../../../src/outcome/status.ts";
import { decodeLine, encodeLine } from "../../../src/run/journal/journal-line.ts";
import type { IntentRecord, ResultRecord } from "../../../src/run/journal/journal-record.ts";
import { RunState } from "../../../src/run/journal/run-state.ts";
import { intentRecord, resultRecord } from "./record-arbitrary.ts";

type Step = IntentRecord | ResultRecord | { type: "crash" };

const ROWS = 9;

/** Attempts as a run may make them: an answer only to an attempt under way, each attempt numbered in turn. */
const history = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: intentRecord },
      { weight: 4, arbitrary: resultRecord },
      { weight: 1, arbitrary: fc.constant({ type: "crash" as const }) },
    ),
    { maxLength: 80 },
  )
  .map((steps) => {
    const open = new Set<number>();
    const attempts = new Map<number, number>();
    return steps.flatMap((step): Step[] => {
      if (step.type === "crash") {
        open.clear();
        return [step];
      }
      const { row } = step;
      if (open.has(row) !== (step.type === "result")) return [];
      if (step.type === "intent") {
        open.add(row);
        attempts.set(row, (attempts.get(row) ?? 0) + 1);
      } else open.delete(row);
      return [{ ...step, attempt: attempts.get(row) ?? 0 }];
    });
  });

describe("a row whose request was refused, for nothing that it says,", () => {
  const refused = { answer: { kind: "wrong-target" }, decision: "settled" } as const;

  it("is not to be corrected until another answer says so, or the row is planned anew", () => {
    const state = freshState();
    state.result({ row: 3, ...refused }, 10);
    expect(state.get(3)).toEqual({
      status: "rejected",
      maybeCreated: false,
      resumable: false,
      unfixable: true,
    });
    state.markDue(3);
    state.round({ rows: "3" });
    expect(state.get(3)).toMatchObject({ resumable: true, unfixable: true });
    state.result({ row: 3, answer: { kind: "issues" }, decision: "settled" }, 20);
    expect(state.get(3)).toEqual({ status: "rejected", maybeCreated: false, resumable: false });
    state.result({ row: 4, ...refused }, 30);
    state.plan(4, UNSENT);
    expect(state.get(4)).toEqual({ status: "pending", maybeCreated: false, resumable: true });
  });

  it("may have been sent again in a round that is lost, and not without one", () => {
    for (const missingRounds of [0, 1]) {
      const state = freshState();
      state.result({ row: 3, ...refused }, 10);
      state.result({ row: 4, answer: { kind: "issues" }, decision: "settled" }, 20);
      state.take({ ...RESTORED, missingRounds }, 30, () => undefined);
      const { status, maybeCreated } = state.get(3);
      expect([status, maybeCreated]).toEqual(missingRounds === 0 ? ["rejected", false] : ["unknown", true]);
      expect(state.get(4).status).toBe("rejected");
    }
  });
});

describe("a round", () => {
  const created = { answer: { kind: "created" }, decision: "settled" } as const;

  function settledState(): RunState {
    const state = freshState();
    for (let row = 1; row <= ROWS; row++)
      state.result({ row, answer: { kind: "server-error" }, decision: "settled" }, row);
    return state;
  }

  it("leaves the rows that it chose for resume, as they are, until it has settled them", () => {
    const state = settledState();
    expect(state.resumableCount()).toBe(0);
    for (const row of [2, 3, 4, 7]) state.markDue(row);
    const rows = state.chosenRows();
    expect(rows).toBe("2-4,7");
    state.round({ rows: rows ?? "" });
    expect(state.resumableCount()).toBe(4);
    expect(state.get(3)).toEqual({ status: "failed", maybeCreated: true, resumable: true });
    state.result({ row: 3, ...created }, 20);
    expect([state.resumableCount(), state.get(3).resumable]).toEqual([3, false]);
  });

  it("names no rows where earlier rounds left all of them", () => {
    const state = freshState();
    for (let row = 1; row <= ROWS; row++) state.markDue(row);
    expect(state.chosenRows()).toBeNull();
  });

  it("takes back what answers that doubt the address made of rows, when they stop it", () => {
    for (const kind of ["redirected", "moved", "wrong-target"] as const) {
      const state = settledState();
      for (const row of [1, 2, 3]) state.markDue(row);
      state.round({ rows: state.chosenRows() ?? "" });
      state.result({ row: 9, ...created }, 20);
      state.result({ row: 1, answer: { kind }, decision: "settled" }, 21);
      state.result({ row: 2, answer: { kind }, decision: "settled" }, 22);
      state.result({ row: 3, answer: { kind }, decision: "stopped" }, 23);
      for (const row of [1, 2, 3])
        expect(state.get(row)).toEqual({ status: "failed", maybeCreated: true, resumable: true });
    }
  });

  it("keeps what they made of rows before a lead was accepted, or in an earlier round", () => {
    for (const between of [
      (state: RunState) => state.result({ row: 9, ...created }, 22),
      (state: RunState) => state.round({}),
    ]) {
      const state = freshState();
      state.result({ row: 1, answer: { kind: "wrong-target" }, decision: "settled" }, 21);
      between(state);
      state.result({ row: 3, answer: { kind: "wrong-target" }, decision: "stopped" }, 23);
      expect(state.get(1).status).toBe("rejected");
      expect(state.get(3)).toMatchObject({ status: "pending", resumable: true });
    }
  });

  it("knows which address has proven itself, and how often a lead got nowhere", () => {
    const state = freshState();
    state.result({ row: 1, answer: { kind: "refused" }, decision: "settled" }, 1);
    expect(state.isTargetProven).toBe(false);
    state.result({ row: 1, answer: { kind: "issues" }, decision: "settled" }, 2);
    expect(state.isTargetProven).toBe(true);
    for (const kind of ["server-error", "throttled", "wrong-target", "no-answer"] as const)
      state.result({ row: 2, answer: { kind }, decision: "again" }, 3);
    state.result({ row: 2, answer: { kind: "not-sent" }, decision: "stopped" }, 4);
    expect(state.fruitlessAttempts(2)).toBe(4);
    state.result({ row: 2, answer: { kind: "issues" }, decision: "settled" }, 5);
    expect(state.fruitlessAttempts(2)).toBe(0);
  });

  it.each<[string, ...((state: RunState) => void)[]]>([
    ["a crash", (state) => state.intent({ row: 1, attempt: 2 }), (state) => state.crash()],
    ["a journal that was put back", (state) => state.take(RESTORED, 9, () => undefined)],
    [
      "an answer",
      (state) => state.result({ row: 1, answer: { kind: "server-error" }, decision: "settled" }, 9),
    ],
    ["the owner's word for it", (state) => state.resolved({ ...SAID, word: "created" }, 9)],
    ["a link of its owner", (state) => state.resolved({ ...SAID, word: "created", loginUrl: "link" }, 9)],
  ])("doubts what an answer of perhaps another row brought, behind %s", (_what, ...steps) => {
    const state = freshState();
    state.intent({ row: 1, attempt: 1 });
    state.result({ row: 1, ...created }, 5);
    state.doubted({ attempts: [{ row: 1, attempt: 1 }] });
    for (const step of steps) step(state);
    expect(state.get(1).doubted).toBe(true);
  });

  it("takes nothing that arrived for another row, perhaps, for what arrived for its correction", () => {
    const state = freshState();
    state.intent({ row: 1, attempt: 1 });
    state.result({ row: 1, ...created }, 5);
    state.doubted({ attempts: [{ row: 1, attempt: 1 }] });
    state.resolved({ ...SAID, word: "not-created" }, 9);
    expect(state.piecesAt(1)).toEqual({ quoteId: 5, loginUrl: 5 });
    state.plan(1, UNSENT);
    expect([state.piecesAt(1), state.get(1).maybeCreated]).toEqual([null, true]);
  });

  it("remembers where a quote id or a link arrived, whatever came after it", () => {
    const state = freshState();
    const answer = (pieces: object) => ({ kind: "server-error" as const, pieces });
    state.result({ row: 2, answer: answer({ quoteId: "q", loginUrl: "l" }), decision: "again" }, 10);
    state.result({ row: 2, answer: answer({ quoteId: "q" }), decision: "again" }, 11);
    state.result({ row: 2, answer: { kind: "duplicate" }, decision: "settled" }, 12);
    expect(state.piecesAt(2)).toEqual({ quoteId: 11, loginUrl: 10 });
    expect(state.piecesAt(3)).toBeNull();
  });
});

describe("the state of a run", () => {
  it("is the same folded from lines as it was live", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const [live, read] = [freshState(), freshState()];
        for (const [offset, step] of steps.entries()) {
          apply(live, step, offset);
          const line = step.type === "crash" ? undefined : Buffer.from(encodeLine(step).slice(0, -1));
          apply(read, line ? (decodeLine(line) as Step) : step, offset);
        }
        expect(shown(read)).toStrictEqual(shown(live));
      }),
    );
  });

  it("always counts every selected row once, whatever is said of it besides", () => {
    const rowNumber = fc.integer({ min: 1, max: ROWS });
    const extra = fc.record({
      type: fc.constantFrom("round", "resolved", "dismissed", "elsewhere"),
      row: rowNumber,
      word: fc.constantFrom("created" as const, "not-created" as const, null),
    });
    fc.assert(
      fc.property(history, fc.array(extra, { maxLength: 20 }), (steps, extras) => {
        const state = freshState();
        for (const [offset, step] of steps.entries()) {
          apply(state, step, offset);
          const { type, row, word } = extras[offset] ?? { type: "nothing", row: 0, word: null };
          if (type === "round") state.round({ rows: String(row) });
          if (type === "resolved") state.resolved({ row, word, at: "", by: "a person" }, offset);
          if (type === "dismissed") state.take({ type, row, at: "", by: "a person" }, offset, () => {});
          if (type === "elsewhere")
            state.take({ type, dir: "other", rows: String(row), at: "" }, offset, () => {});
          if (type === "elsewhere") expect(state.get(row).linkIn).toBe("other");
          const counted = emptySummary();
          for (const each of state.rows()) countRow(counted, state.get(each));
          expect(state.summary).toStrictEqual(counted);
          expect(state.summary.total).toBe(ROWS);
        }
      }),
    );
  });

  it("counts a row that is due as pending until its last attempt, whatever was known of it before", () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: ROWS }));
    fc.assert(
      fc.property(history, history, some, (earlier, steps, rows) => {
        const state = freshState();
        for (const [offset, step] of earlier.entries()) apply(state, step, offset);
        state.crash();
        // A round never chooses a lead that is created.
        const due = new Set(rows.filter((row) => state.get(row).status !== "created"));
        for (const row of due) state.markDue(row);
        for (const [offset, step] of steps.entries()) {
          apply(state, step, earlier.length + offset);
          const isLast =
            step.type === "result" && (step.decision === "settled" || step.answer.kind === "created");
          if (isLast) due.delete(step.row);
          const shownAs = (row: number) => (due.has(row) ? "pending" : state.get(row).status);
          if (step.type === "crash") break;
          const counted = STATUSES.map(
            (status) => [...state.rows()].filter((row) => shownAs(row) === status).length,
          );
          expect(STATUSES.map((status) => state.progress[status])).toStrictEqual(counted);
          expect([...state.rows()].filter((row) => state.isDue(row))).toStrictEqual(
            [...due].sort((a, b) => a - b),
          );
          expect(state.dueCount).toBe(due.size);
        }
      }),
    );
  });

  it("makes unknown at a crash what was under way, and nothing else", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const state = freshState();
        const open = new Set<number>();
        for (const [offset, step] of steps.entries()) {
          apply(state, step, offset);
          if (step.type === "intent") open.add(step.row);
          else if (step.type === "result") open.delete(step.row);
          else open.clear();
        }
        const before = shown(state);
        expect(state.crash()).toBe(open.size);
        expect(state.crash(), "a second crash finds nothing").toBe(0);
        for (const [row, told] of Object.entries(shown(state).rows)) {
          if (!open.has(Number(row))) expect(told).toStrictEqual(before.rows[Number(row)]);
          else if (before.rows[Number(row)]?.status === "created")
            expect(told).toMatchObject({ status: "created", maybeCreated: false });
          else {
            expect(told).toMatchObject({ status: "unknown", maybeCreated: true, resumable: false });
            expect(told?.offset).toBeUndefined();
          }
        }
      }),
    );
  });

  it("remembers that a lead may exist until it is created", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const state = freshState();
        for (const [offset, step] of steps.entries()) {
          const before = Array.from(state.rows(), (row) => state.get(row).maybeCreated);
          apply(state, step, offset);
          for (const [index, row] of [...state.rows()].entries()) {
            const { status, maybeCreated } = state.get(row);
            if (before[index] && status !== "created") expect(maybeCreated).toBe(true);
            if (maybeCreated) expect(["pending", "duplicate", "created", "invalid"]).not.toContain(status);
          }
        }
      }),
    );
  });

  it("holds more attempts than any run makes, and rows wherever they are", () => {
    const state = new RunState();
    state.plan(1_000_000, UNSENT);
    state.plan(3, REFUSED_LOCALLY);
    state.intent({ row: 1_000_000, attempt: 70_000 });
    expect(state.attempts(1_000_000)).toBe(70_000);
    expect([...state.rows()]).toStrictEqual([3, 1_000_000]);
    expect(state.get(3).status).toBe("invalid");
    expect(state.has(4)).toBe(false);
  });
});

const AT = "2026-11-26T12:00:00.000Z";
const SAID = { row: 1, at: AT, by: "a person" } as const;
const RESTORED = { type: "restored", at: AT, missingBytes: 9, missingRounds: 1, plans: [] } as const;

function freshState(): RunState {
  const state = new RunState();
  for (let row = 1; row <= ROWS; row++) state.plan(row, UNSENT);
  return state;
}

function apply(state: RunState, step: Step, offset: number): void {
  if (step.type === "intent") state.intent(step);
  else if (step.type === "result") state.result(step, offset);
  else state.crash();
}

function shown(state: RunState) {
  const rows: Record<number, { status: string; attempts: number; offset: number | undefined }> = {};
  for (const row of state.rows()) {
    rows[row] = { ...state.get(row), attempts: state.attempts(row), offset: state.lastResultAt(row) };
  }
  return { rows, summary: { ...state.summary }, resumable: state.resumableCount() };
}
