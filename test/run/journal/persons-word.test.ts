import { describe, expect, it } from "vitest";
import type { AnswerKind } from "../../../src/outcome/answer.ts";
import { type Decision, type PersonsWord, UNSENT } from "../../../src/outcome/lead-state.ts";
import { RunState } from "../../../src/run/journal/run-state.ts";

const ROW = 2;

function stateAfter(...kinds: AnswerKind[]): RunState {
  const state = new RunState();
  state.plan(ROW, UNSENT);
  for (const [index, kind] of kinds.entries()) answer(state, kind, index + 1);
  return state;
}

function answer(state: RunState, kind: AnswerKind, attempt: number, decision: Decision = "settled"): void {
  state.intent({ row: ROW, attempt });
  state.result({ row: ROW, answer: { kind }, decision }, attempt * 100);
}

function say(state: RunState, word: PersonsWord | null, loginUrl?: string): void {
  state.resolved(
    {
      row: ROW,
      word,
      at: "2026-01-02T03:04:05.000Z",
      by: "a person",
      ...(loginUrl !== undefined && { loginUrl }),
    },
    1_000,
  );
}

describe("a person's word", () => {
  it("says nothing of an attempt after it that may have created the lead", () => {
    const state = stateAfter("server-error");
    say(state, "not-created");
    answer(state, "no-answer", 2);
    expect(state.get(ROW)).toStrictEqual({ status: "unknown", maybeCreated: true, resumable: false });
  });

  it("lets a refused lead be corrected, which stays one that may exist", () => {
    const state = stateAfter("server-error", "issues");
    say(state, "not-created");
    expect(state.get(ROW)).toMatchObject({ status: "rejected", word: "not-created" });
    state.plan(ROW, UNSENT);
    expect(state.get(ROW)).toMatchObject({ status: "pending", maybeCreated: true });
  });
});
