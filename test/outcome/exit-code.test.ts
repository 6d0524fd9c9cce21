import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/base/exit-codes.ts";
import { checkExitCode, runExitCode } from "../../src/outcome/exit-code.ts";
import { emptySummary, STATUSES, type Status, type Summary } from "../../src/outcome/status.ts";
import { STOPS, type StopReason } from "../../src/send/stop-reason.ts";

const REFUSED: StopReason = {
  code: "unauthorized",
  message: "refused",
  hint: "look",
  exitCode: EXIT.refusedTarget,
};

function summaryOf(counts: Partial<Record<Status, number>>): Summary {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { unknown = 0, unconfirmed = 0 } = counts;
  return { ...emptySummary(), ...counts, total, maybeCreated: unknown + unconfirmed };
}

describe("a run ends with", () => {
  it.each([
    ["0 when every row was created", { created: 3 }, true, null, 0],
    ["0 when no row was selected", {}, true, null, 0],
    ["1 for an invalid row", { created: 3, invalid: 1 }, true, null, 1],
    ["1 for a rejected row", { created: 3, rejected: 1 }, true, null, 1],
    ["1 for a duplicate", { created: 3, duplicate: 1 }, true, null, 1],
    ["1 for a failed row", { created: 3, failed: 1 }, true, null, 1],
    ["5 for an unknown row", { created: 3, unknown: 1, invalid: 1 }, true, null, 5],
    ["5 for an unconfirmed row", { unconfirmed: 1, failed: 1 }, true, null, 5],
    ["4 when it stopped first", { created: 3, pending: 1, unknown: 1 }, false, STOPS.interrupted, 4],
    ["3 for a refused key, whatever else there is", { pending: 3, unknown: 1 }, false, REFUSED, 3],
  ] as const)("%s", (_what, counts, complete, stop, exitCode) => {
    expect(runExitCode(summaryOf(counts), complete, stop)).toBe(exitCode);
  });

  it.each(["rejected", "failed", "invalid", "duplicate"] as const)(
    "5 for a row that is %s and may exist",
    (status) => {
      const summary = { ...summaryOf({ created: 3, [status]: 1 }), maybeCreated: 1 };
      expect(runExitCode(summary, true, null)).toBe(5);
      expect(runExitCode(summary, false, null)).toBe(4);
      expect(runExitCode(summary, true, REFUSED)).toBe(3);
    },
  );

  it("1 for an unconfirmed row that a person has closed", () => {
    expect(runExitCode({ ...summaryOf({ created: 3, unconfirmed: 1 }), maybeCreated: 0 }, true, null)).toBe(
      1,
    );
  });

  it("0 only when every row was created", () => {
    const summary = fc
      .record(
        Object.fromEntries(STATUSES.map((status) => [status, fc.nat(3)])) as Record<
          Status,
          fc.Arbitrary<number>
        >,
      )
      .map(summaryOf);
    fc.assert(
      fc.property(summary, (counts) => {
        const isAll = counts.created === counts.total;
        expect(runExitCode(counts, counts.pending === 0, null) === EXIT.ok).toBe(isAll);
      }),
    );
  });
});

describe("a check ends with", () => {
  it.each([
    ["0 when every row is ready", { pending: 3 }, 0],
    ["0 when no row was selected", {}, 0],
    ["1 when a row is invalid", { pending: 3, invalid: 1 }, 1],
  ] as const)("%s", (_what, counts, exitCode) => {
    expect(checkExitCode(summaryOf(counts))).toBe(exitCode);
  });
});
