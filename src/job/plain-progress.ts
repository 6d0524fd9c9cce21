import { safeText } from "../terminal/safe-text.ts";
import type { ProgressClock } from "./progress-clock.ts";
import { plainLine } from "./progress-line.ts";
import { type ProgressState, type ProgressView, percentDone } from "./progress-state.ts";

const SILENCE_MS_MAX = 10_000;
const STEP_PERCENT = 5;
/** A fast run does not fill the log with its steps. */
const STEP_MS_MIN = 1_000;

/** For logs: a line every 10 s, or every 5 % where that is sooner, and one as soon as a run pauses. */
export function createPlainProgress(write: (text: string) => void, clock: ProgressClock): ProgressView {
  let latest: ProgressState | undefined;
  let shownAtMs = clock.now();
  let shownPercent = 0;
  let shownReason: string | undefined;

  const showIfDue = (): void => {
    if (latest === undefined || !isDue(latest)) return;
    shownAtMs = clock.now();
    shownPercent = percentDone(latest);
    shownReason = latest.pauseReason;
    write(`${plainLine(latest)}\n`);
  };
  const isDue = (state: ProgressState): boolean => {
    if (state.pauseReason !== undefined && state.pauseReason !== shownReason) return true;
    const silentMs = clock.now() - shownAtMs;
    const isStep = percentDone(state) >= shownPercent + STEP_PERCENT && silentMs >= STEP_MS_MIN;
    return isStep || silentMs >= SILENCE_MS_MAX;
  };
  const stopTicking = clock.every(STEP_MS_MIN, showIfDue);

  return {
    update(state) {
      latest = state;
      showIfDue();
    },
    note: (text) => write(`${safeText(text)}\n`),
    stop() {
      latest = undefined;
      stopTicking();
    },
  };
}
