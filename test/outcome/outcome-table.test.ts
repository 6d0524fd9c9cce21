import { describe, expect, it } from "vitest";
import type { AnswerKind } from "../../src/outcome/answer.ts";
import {
  afterAnswer,
  type Decision,
  isFixable,
  isTurnedAway,
  type LeadState,
  UNSENT,
} from "../../src/outcome/lead-state.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";
import { STATUSES, type Status } from "../../src/outcome/status.ts";

/** The design's table once more, written out by hand: clear status, status after a maybe, what follows. */
const EXPECTED = [
  ["created", "created", "created", "settle", "creates not", "definite"],
  ["unreadable", "unknown", "unknown", "settle", "may create", "open"],
  ["issues", "rejected", "rejected", "settle", "creates not", "definite"],
  ["duplicate", "duplicate", "unconfirmed", "settle", "creates not", "definite"],
  ["refused", "rejected", "unconfirmed", "settle", "creates not", "definite"],
  ["unauthorized", "pending", "failed", "stop", "creates not", "open"],
  ["redirected", "unknown", "unknown", "settle-or-stop", "may create", "open"],
  ["moved", "failed", "failed", "settle-or-stop", "creates not", "open"],
  ["wrong-target", "rejected", "unconfirmed", "settle-or-stop", "creates not", "open"],
  ["throttled", "failed", "failed", "wait", "creates not", "open"],
  ["request-timeout", "failed", "failed", "retry", "creates not", "open"],
  ["server-error", "failed", "failed", "retry", "may create", "open"],
  ["gateway-error", "unknown", "unknown", "settle", "may create", "open"],
  ["tls-refused", "pending", "failed", "stop", "creates not", "open"],
  ["not-sent", "failed", "failed", "retry", "creates not", "open"],
  ["no-answer", "unknown", "unknown", "settle", "may create", "open"],
] as const;

const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];
const DECISIONS: readonly Decision[] = ["settled", "again", "stopped"];
const STATES: readonly LeadState[] = STATUSES.filter((status) => status !== "created").flatMap((status) =>
  [false, true].flatMap((maybeCreated) =>
    [false, true].map((resumable) => ({ status, maybeCreated, resumable })),
  ),
);

function state(status: Status, maybeCreated: boolean): LeadState {
  return { status, maybeCreated, resumable: false };
}

describe("the outcome table", () => {
  it("has a line for every answer, and none besides", () => {
    expect(KINDS.toSorted()).toEqual(EXPECTED.map(([kind]) => kind).toSorted());
  });

  it.each(EXPECTED)(
    "%s: %s, or %s after an attempt that may have created it",
    (kind, clear, maybe, disposition, creating, standing) => {
      expect(OUTCOME_TABLE[kind]).toEqual({
        clear,
        maybe,
        disposition,
        mayCreate: creating === "may create",
        definite: standing === "definite",
      });
    },
  );

  it.each(EXPECTED)("settles an unsent lead by %s as %s", (kind, clear, _maybe, _disposition, creating) => {
    expect(afterAnswer(UNSENT, kind, "settled")).toMatchObject({
      status: clear,
      maybeCreated: creating === "may create",
      resumable: false,
    });
  });

  it.each(EXPECTED)(
    "settles a failed lead that may exist by %s as its second status",
    (kind, _clear, maybe) => {
      expect(afterAnswer(state("failed", true), kind, "settled")).toEqual({
        status: maybe,
        maybeCreated: kind !== "created",
        resumable: false,
      });
    },
  );
});

describe("the state of a lead", () => {
  it.each(KINDS)(
    "that %s rejects is to be corrected, unless the request and not the lead was refused",
    (kind) => {
      for (const before of [
        UNSENT,
        state("failed", false),
        { ...state("rejected", false), unfixable: true },
      ] as const) {
        const after = afterAnswer(before, kind, "settled");
        const isAboutLead = kind === "issues" || kind === "refused";
        expect(isFixable(after)).toBe(isAboutLead);
        expect(isTurnedAway(after)).toBe(kind === "wrong-target");
        // An answer that stops the run leaves the row as it was.
        expect(isTurnedAway(afterAnswer(after, kind, "stopped"))).toBe(isTurnedAway(after));
      }
    },
  );

  const cases = STATES.flatMap((before) =>
    KINDS.flatMap((kind) => DECISIONS.map((decision) => ({ before, kind, decision }))),
  );

  it("keeps that a lead may exist through every answer but created", () => {
    for (const { before, kind, decision } of cases) {
      const after = afterAnswer(before, kind, decision);
      const mayCreate = OUTCOME_TABLE[kind].mayCreate && decision !== "stopped";
      const expected = kind !== "created" && (before.maybeCreated || mayCreate);
      expect(after.maybeCreated, JSON.stringify({ before, kind, decision })).toBe(expected);
    }
  });

  it("is never pending or duplicate while the lead may exist", () => {
    for (const { before, kind, decision } of cases) {
      // No answer leads to such a state, nor from it.
      if (before.maybeCreated && ["pending", "duplicate", "invalid"].includes(before.status)) continue;
      const after = afterAnswer(before, kind, decision);
      if (!after.maybeCreated) continue;
      expect(["pending", "duplicate", "invalid"], JSON.stringify({ before, kind, decision })).not.toContain(
        after.status,
      );
    }
  });

  it("stays unknown until created, unconfirmed or rejected", () => {
    for (const { before, kind, decision } of cases) {
      if (before.status !== "unknown") continue;
      const { status } = afterAnswer({ ...before, maybeCreated: true }, kind, decision);
      expect(["unknown", "created", "unconfirmed", "rejected"], JSON.stringify({ kind, decision })).toContain(
        status,
      );
    }
  });

  it("is for resume to go on with exactly when the round did not settle it", () => {
    for (const { before, kind, decision } of cases) {
      if (kind === "created") continue;
      expect(afterAnswer(before, kind, decision).resumable).toBe(decision !== "settled");
    }
  });

  it("is what it was, and due again, after an answer that stopped the run", () => {
    for (const kind of ["unauthorized", "redirected", "moved", "tls-refused", "wrong-target"] as const) {
      for (const before of STATES)
        expect(afterAnswer(before, kind, "stopped")).toEqual({ ...before, resumable: true });
    }
  });

  it("stays created, whatever an older version asked the service afterwards", () => {
    const created = state("created", false);
    for (const kind of KINDS)
      for (const decision of DECISIONS) expect(afterAnswer(created, kind, decision)).toEqual(created);
  });
});
