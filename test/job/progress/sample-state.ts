import type { CodedText } from "../../../src/base/finding.ts";
import type { ProgressState } from "../../../src/job/progress/progress-state.ts";
import { emptySummary, type Summary } from "../../../src/outcome/status.ts";

export function summaryOf(counts: Partial<Summary>): Summary {
  return { ...emptySummary(), ...counts };
}

export function stateOf(fields: Partial<ProgressState> = {}): ProgressState {
  return {
    phase: "sending",
    rowsRead: 5000,
    total: 5000,
    summary: summaryOf({ total: 5000, created: 2702, rejected: 24, invalid: 38, failed: 5, pending: 2231 }),
    inFlight: 8,
    ratePerSecond: 48.2,
    etaMs: 46_000,
    ...{ pauseFinding: null, pauseReason: null, pauseLeftMs: null, slowFinding: null, slowReason: null },
    ...fields,
  };
}

/** Something that is told. */
export function noteOf(message: string): CodedText {
  return { finding: "interrupted", message };
}
