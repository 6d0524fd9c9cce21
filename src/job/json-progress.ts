import { type EventFields, eventLine } from "./event-line.ts";
import type { ProgressClock } from "./progress-clock.ts";
import { type ProgressState, type ProgressView, settledCount } from "./progress-state.ts";

const EVENT_INTERVAL_MS = 1_000;

/** For programs: one event a line, at most one a second but for changes of phase, and the last state at the end. */
export function createJsonProgress(write: (text: string) => void, clock: ProgressClock): ProgressView {
  let latest: ProgressState | undefined;
  let shown: ProgressState | undefined;
  let shownAtMs = Number.NEGATIVE_INFINITY;

  const show = (): void => {
    if (latest === undefined || latest === shown) return;
    shown = latest;
    shownAtMs = clock.now();
    write(eventLine(progressEvent(latest)));
  };
  const showIfDue = (): void => {
    const isTurn = latest?.phase !== shown?.phase || latest?.pauseReason !== shown?.pauseReason;
    if (isTurn || clock.now() - shownAtMs >= EVENT_INTERVAL_MS) show();
  };
  const stopTicking = clock.every(EVENT_INTERVAL_MS, showIfDue);

  return {
    update(state) {
      latest = { ...state, summary: { ...state.summary } };
      showIfDue();
    },
    note: (text) => write(eventLine({ event: "note", text })),
    stop() {
      show();
      latest = undefined;
      stopTicking();
    },
  };
}

function progressEvent(state: ProgressState): EventFields {
  return {
    event: "progress",
    phase: state.phase,
    rowsRead: state.rowsRead,
    total: state.total,
    settled: settledCount(state.summary),
    inFlight: state.inFlight,
    ratePerSecond: Math.round(state.ratePerSecond * 10) / 10,
    etaMs: state.etaMs === undefined ? null : Math.round(state.etaMs),
    pauseReason: state.pauseReason ?? null,
    slowReason: state.slowReason ?? null,
    summary: state.summary,
  };
}
