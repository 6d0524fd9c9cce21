import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFUSED_LOCALLY, UNSENT } from "../../../src/outcome/lead-state.ts";
import type { JournalRecord } from "../../../src/run/journal/journal-record.ts";
import { RowFollower } from "../../../src/run/journal/row-history.ts";
import { RunState } from "../../../src/run/journal/run-state.ts";
import { journalRecord } from "./record-arbitrary.ts";

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const restored: fc.Arbitrary<JournalRecord> = fc.record({
  type: fc.constant("restored" as const),
  at: fc.constant("2026-01-02T03:04:05.678Z"),
  missingBytes: fc.nat(),
  missingRounds: fc.nat(2),
  plans: fc.constant([]),
});

const resolved: fc.Arbitrary<JournalRecord> = fc.record({
  type: fc.constant("resolved" as const),
  row: fc.constantFrom(...ROWS),
  word: fc.constantFrom("created" as const, "not-created" as const, null),
  at: fc.constant("2026-01-02T03:04:05.678Z"),
  by: fc.constant("a person" as const),
});

const anyRecord = fc.oneof(
  { weight: 12, arbitrary: journalRecord },
  { weight: 1, arbitrary: restored },
  { weight: 1, arbitrary: resolved },
);

describe("the history of some rows", () => {
  it("has of each what the run made of it then, whatever happened to the other rows", () => {
    fc.assert(
      fc.property(
        fc.array(anyRecord, { maxLength: 60 }),
        fc.uniqueArray(fc.constantFrom(...ROWS), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (records, asked, isCrashed) => {
          const isReady = (row: number): boolean => row !== asked[0] || row % 2 === 0;
          const run = new RunState();
          for (const row of ROWS) run.plan(row, isReady(row) ? UNSENT : REFUSED_LOCALLY);
          const follower = new RowFollower(run, asked);
          for (const [offset, record] of records.entries())
            follower.take(record, () => run.take(record, offset, () => []));
          if (isCrashed) {
            run.crash();
            follower.crashed();
          }
          const histories = follower.events;
          expect([...histories.keys()]).toStrictEqual(asked);
          for (const [row, events] of histories) {
            const met = records.filter((record) => !("row" in record) || record.row === row);
            expect(events.map(({ record }) => record)).toStrictEqual(met);
            const last = events.at(-1);
            if (last) expect(last.after).toStrictEqual(run.get(row));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("tells which answers were undone when the address turned out to be wrong", () => {
    const run = new RunState();
    for (const row of ROWS) run.plan(row, UNSENT);
    const follower = new RowFollower(run, [2, 3]);
    const refusal = {
      type: "result",
      ...{ attempt: 1, at: "", durationMs: 1, sent: true, httpStatus: 404, body: null, bodyComplete: true },
    } as const;
    const odd = { ...refusal, answer: { kind: "wrong-target" } } as const;
    const proof = {
      ...refusal,
      answer: { kind: "created", quoteId: "q", loginUrl: "l" },
      decision: "settled",
    } as const;
    const records = [
      { ...odd, row: 2, decision: "settled" },
      { ...proof, row: 4 },
      { ...odd, row: 3, decision: "settled" },
      { ...odd, row: 5, decision: "stopped" },
    ] as const;
    for (const [offset, record] of records.entries())
      follower.take(record, () => run.take(record, offset, () => []));
    const histories = follower.events;
    expect(histories.get(2)).toMatchObject([{ isTakenBack: false, after: { status: "rejected" } }]);
    expect(histories.get(3)).toMatchObject([{ isTakenBack: true, after: { status: "pending" } }]);
  });
});
