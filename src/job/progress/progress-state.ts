import type { CodedText } from "../../base/finding.ts";
import { occurring, type Status, type Summary } from "../../outcome/status.ts";
import type { CommandEvent } from "./event-schema.ts";

/** Where a run stands, as whoever drives it sees it: what its event tells. */
export type ProgressState = Omit<Extract<CommandEvent, { event: "progress" }>, "v" | "event" | "settled">;

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
  return settledCounts(summary).reduce((sum, { count }) => sum + count, 0);
}

/** The statuses of settled rows that occur, in the order in which people read them. */
export function settledCounts(summary: Summary): { status: Status; count: number }[] {
  return occurring(summary).filter(({ status }) => status !== "pending");
}

/** Whole percents; 100 only when everything is settled. */
export function percentDone({ summary, total }: Pick<ProgressState, "summary" | "total">): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((settledCount(summary) / total) * 100));
}

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

/**
 * Shows the latest state whenever it is due, looked at with each update and each tick.
 *
 * @param isDue Called with the state that was shown last, and how long ago; neither where there was none.
 */
export function paced(
  clock: ProgressClock,
  tickMs: number,
  isDue: (latest: ProgressState, shown: ProgressState | undefined, silentMs: number) => boolean,
  show: (state: ProgressState) => void,
): {
  update(state: ProgressState): void;
  /** @param isNew Whether the last state tells more than the one that was shown before it. */
  flush(isNew?: (last: ProgressState, before: ProgressState | undefined) => boolean): void;
  stop(): void;
} {
  let latest: ProgressState | undefined;
  let shown: ProgressState | undefined;
  let shownAtMs = clock.now();
  const tell = (state: ProgressState): void => {
    [shown, shownAtMs] = [state, clock.now()];
    show(state);
  };
  const look = (): void => {
    if (latest && isDue(latest, shown, clock.now() - shownAtMs)) tell(latest);
  };
  const stopTicking = clock.every(tickMs, look);
  return {
    update: (state) => {
      latest = { ...state, summary: { ...state.summary } };
      look();
    },
    flush: (isNew = (last, before) => last !== before) => {
      if (latest && isNew(latest, shown)) tell(latest);
    },
    stop: () => {
      latest = undefined;
      stopTicking();
    },
  };
}
