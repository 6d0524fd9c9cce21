import type { CodedText } from "../../base/finding.ts";
import { STATUSES, type Status, type Summary } from "../../outcome/status.ts";

/** Where a run stands, as whoever drives it sees it. */
export interface ProgressState {
  phase: "reading" | "sending" | "pausing";
  /** Rows of the input read so far. */
  rowsRead: number;
  /** Selected rows; 0 while it is not known yet. */
  total: number;
  /** Rows counted by status so far; those not settled are `pending` or not counted yet. */
  summary: Summary;
  inFlight: number;
  ratePerSecond: number;
  etaMs?: number;
  /** Why nothing is sent for now, in a few words. */
  pauseReason?: CodedText;
  /** How long that lasts, as far as it is known. */
  pauseLeftMs?: number;
  /** Why it goes slower than it could, in a few words; may change with every update. */
  slowReason?: CodedText;
}

/** Shows how a run goes on, on one stream. */
export interface ProgressView {
  /** Cheap: call it as often as anything changes. */
  update(state: ProgressState): void;
  /** One line for people, above the progress where that is live. */
  note(told: CodedText): void;
  /** Takes the live line away, frees timers; call it whatever happens. Later calls do nothing. */
  stop(): void;
}

/** Selected rows that have a status other than `pending`. */
export function settledCount(summary: Summary): number {
  return SETTLED.reduce((sum, status) => sum + summary[status], 0);
}

/** The statuses of settled rows that occur, in the order in which people read them. */
export function settledCounts(summary: Summary): { status: Status; count: number }[] {
  return SETTLED.map((status) => ({ status, count: summary[status] })).filter(({ count }) => count > 0);
}

/** Whole percents; 100 only when everything is settled. */
export function percentDone({ summary, total }: Pick<ProgressState, "summary" | "total">): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((settledCount(summary) / total) * 100));
}

const SETTLED = STATUSES.filter((status) => status !== "pending");

/** Time as the views need it: passed in, so that their pace is tested without waiting. */
export interface ProgressClock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Runs a task again and again, without keeping the process alive, until the returned function is called. */
  every(intervalMs: number, task: () => void): () => void;
}

export const systemProgressClock: ProgressClock = {
  now: () => performance.now(),
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
