import fc from "fast-check";
import type { Answer, AnswerKind } from "../../../src/outcome/answer.ts";
import { OUTCOME_TABLE } from "../../../src/outcome/outcome-table.ts";
import type { IntentRecord, JournalRecord, ResultRecord } from "../../../src/run/journal/journal-record.ts";

/** Any text a service or a person may send: control characters, lone surrogates, line separators. */
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constant('"crc":"00000000"}\n'));
const at = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
const row = fc.integer({ min: 1, max: 9 });
const attempt = fc.integer({ min: 1, max: 70_000 });

const issue = fc.record({ code: text, message: text, path: fc.array(text, { maxLength: 3 }) });

const plainKinds = (Object.keys(OUTCOME_TABLE) as AnswerKind[]).filter(
  (kind) => !["created", "issues", "duplicate", "refused", "unreadable"].includes(kind),
);

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ kind: fc.constant("created" as const), quoteId: text, loginUrl: text }),
  fc.record({ kind: fc.constant("issues" as const), issues: fc.array(issue, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("duplicate" as const),
    holder: fc.constantFrom("quote" as const, "account" as const),
  }),
  fc.record({ kind: fc.constant("refused" as const), message: fc.option(text) }),
  fc.record({
    kind: fc.constant("unreadable" as const),
    reason: fc.constantFrom("not-json" as const, "cut-off" as const, "no-ids" as const),
  }),
  fc.record({
    kind: fc.constantFrom("server-error" as const, "no-answer" as const, "throttled" as const),
    pieces: fc.record({ quoteId: text, loginUrl: text }, { requiredKeys: [] }),
  }),
  fc.constantFrom(...plainKinds).map((kind) => ({ kind }) as Answer),
);

export const intentRecord: fc.Arbitrary<IntentRecord> = fc.record({
  type: fc.constant("intent" as const),
  row,
  attempt,
  at,
});

export const resultRecord: fc.Arbitrary<ResultRecord> = fc.record(
  {
    type: fc.constant("result" as const),
    row,
    attempt,
    decision: fc.constantFrom("settled" as const, "again" as const, "stopped" as const),
    at,
    durationMs: fc.nat(10_000_000).map((tenths) => tenths / 10),
    sent: fc.boolean(),
    httpStatus: fc.option(fc.integer({ min: 200, max: 599 })),
    answer,
    body: fc.option(fc.oneof(text, fc.string({ unit: "binary", maxLength: 2_000 }))),
    bodyComplete: fc.boolean(),
    delayMs: fc.nat(20_000),
    retryAfter: text,
    error: fc.record({ code: text, message: text }),
  },
  {
    requiredKeys: [
      ...(["type", "row", "attempt", "at", "durationMs", "sent", "httpStatus"] as const),
      ...(["answer", "decision", "body", "bodyComplete"] as const),
    ],
  },
);

/** Any record at all. */
export const journalRecord: fc.Arbitrary<JournalRecord> = fc.oneof(
  intentRecord,
  resultRecord,
  fc.record({
    type: fc.constant("run" as const),
    version: fc.constant(1 as const),
    id: text,
    baseUrl: text,
    partner: text,
    planSha256: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 }),
    at,
  }),
  fc.record({
    type: fc.constant("round" as const),
    round: fc.nat(),
    command: fc.constantFrom("submit" as const, "resume" as const, "replay" as const),
    at,
    concurrency: fc.nat(256),
    attemptsMax: fc.nat(),
  }),
  fc.record({
    type: fc.constant("end" as const),
    round: fc.nat(),
    at,
    stop: fc.option(fc.record({ code: text, message: text })),
  }),
  fc.record({
    type: fc.constant("recovered" as const),
    at,
    tornBytes: fc.nat(),
    openIntents: fc.nat(256),
    rescuedResults: fc.nat(256),
  }),
);
