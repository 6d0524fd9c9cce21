import { describe, expect, it } from "vitest";
import type { Answer, AnswerKind } from "../../src/outcome/answer.ts";
import { toldText } from "../../src/outcome/happened-texts.ts";
import { AFTER_CRASH, afterAnswer, type LeadState, UNSENT } from "../../src/outcome/lead-state.ts";
import { OUTCOME_TABLE } from "../../src/outcome/outcome-table.ts";
import { attemptTold, whatHappened } from "../../src/outcome/what-happened.ts";
import type { ResultRecord } from "../../src/run/journal/journal-record.ts";
import { coded } from "../wordless.ts";

const ANSWERS: Record<AnswerKind, Answer> = {
  created: { kind: "created", quoteId: "q-1", loginUrl: "https://service.example.test/x?token=t" },
  unreadable: { kind: "unreadable" },
  issues: { kind: "issues", issues: [{ code: "custom", message: "Required", path: ["address", "zip"] }] },
  duplicate: { kind: "duplicate", holder: "quote" },
  refused: { kind: "refused", message: "No" },
  unauthorized: { kind: "unauthorized" },
  redirected: { kind: "redirected" },
  moved: { kind: "moved" },
  "wrong-target": { kind: "wrong-target" },
  throttled: { kind: "throttled" },
  "request-timeout": { kind: "request-timeout" },
  "server-error": { kind: "server-error" },
  "gateway-error": { kind: "gateway-error" },
  "tls-refused": { kind: "tls-refused" },
  "not-sent": { kind: "not-sent" },
  "no-answer": { kind: "no-answer" },
};

const WITHOUT_STATUS: readonly AnswerKind[] = ["tls-refused", "not-sent", "no-answer"];

function result(kind: AnswerKind, decision: ResultRecord["decision"] = "settled"): ResultRecord {
  const hasStatus = !WITHOUT_STATUS.includes(kind);
  return {
    type: "result",
    row: 2,
    attempt: 1,
    at: "2026-01-02T03:04:05.678Z",
    durationMs: 12,
    sent: kind !== "not-sent" && kind !== "tls-refused",
    httpStatus: hasStatus ? 500 : null,
    answer: ANSWERS[kind],
    decision,
    ...(!hasStatus && { error: { code: "ECONNRESET", message: "socket hang up" } }),
    body: hasStatus ? '{"message":"boom"}' : null,
    bodyComplete: hasStatus,
  };
}

const KINDS = Object.keys(OUTCOME_TABLE) as AnswerKind[];
const DECISIONS = ["settled", "again", "stopped"] as const;
const BEFORE: Record<string, LeadState> = {
  "never sent": UNSENT,
  "maybe created": { status: "failed", maybeCreated: true, resumable: false },
  unknown: AFTER_CRASH,
};
const CASES = KINDS.flatMap((kind) =>
  DECISIONS.flatMap((decision) => Object.keys(BEFORE).map((before) => ({ kind, decision, before }))),
);

describe("what happened to a row", () => {
  it.each(CASES)(
    "after $kind ($decision) of one $before says neither more nor less than is known",
    (each) => {
      const before = BEFORE[each.before] ?? UNSENT;
      const state = afterAnswer(before, each.kind, each.decision);
      const text = toldText(whatHappened(state, result(each.kind, each.decision)));
      if (
        state.status === "created" ||
        (state.status === "rejected" && each.kind === "issues" && !state.maybeCreated)
      ) {
        expect(text).toBe("");
        return;
      }
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/undefined|null|\.\.|: \./);
      expect(/may have created|may exist/i.test(text)).toBe(state.maybeCreated);
      const isKnownAbsent = state.status === "failed" && !state.maybeCreated;
      if (isKnownAbsent) expect(text.match(/not accept the lead|could not be sent/g)).toHaveLength(1);
    },
  );

  it("tells a row that never left from one that broke off", () => {
    expect(whatHappened(UNSENT, null).map(coded)).toStrictEqual(["stopped-before"]);
    expect(whatHappened(AFTER_CRASH, null).map(coded)).toStrictEqual(["program-ended", "may-exist"]);
    const held = { status: "invalid", maybeCreated: false, resumable: false } as const;
    expect(whatHappened(held, null)).toStrictEqual([]);
    // A wrong correction of a row that was sent before.
    expect(whatHappened({ ...held, maybeCreated: true }, null).map(coded)).toStrictEqual([
      "ask-about-earlier",
    ]);
  });
});

describe("what an attempt says", () => {
  it.each(KINDS)("with the answer %s is whether it may have created the lead", (kind) => {
    const text = toldText(attemptTold(result(kind)));
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).not.toMatch(/undefined|null/);
    const { mayCreate } = OUTCOME_TABLE[kind];
    expect(/may exist/.test(text)).toBe(mayCreate);
  });

  it.each(["not-json", "no-success"] as const)("names why it cannot be read (%s)", (reason) => {
    const answer = { kind: "unreadable", reason } as const;
    const told = { ...result("unreadable"), httpStatus: 200, answer };
    const said = reason === "no-success" ? " said=boom" : "";
    const says = `unreadable status=200${said} reason=${reason}`;
    expect(attemptTold(told).map(coded)).toStrictEqual([says, "may-exist"]);
    expect(whatHappened(AFTER_CRASH, told)).toStrictEqual(attemptTold(told));
  });
});

describe("what arrived of a quote", () => {
  const pieces = { quoteId: "q-7", loginUrl: "https://service.example.test/x?token=t" };
  const told: ResultRecord = { ...result("server-error"), answer: { kind: "server-error", pieces } };
  const known = { status: "unconfirmed", maybeCreated: true, resumable: false } as const;

  it("is told with the attempt and with the row, and the link is not shown", () => {
    for (const said of [attemptTold(told), whatHappened({ ...known, status: "failed" }, told, pieces)]) {
      expect(said.map(coded)).toContain("pieces quoteId=q-7 hasLink=true");
      expect(toldText(said)).not.toContain("token");
    }
  });

  it("is never called lost", () => {
    const duplicate = result("duplicate");
    expect(whatHappened(known, duplicate)[1]?.params).toMatchObject({ hasLink: false });
    expect(whatHappened(known, duplicate, pieces)[1]?.params).toMatchObject({ hasLink: true });
  });
});
