import type { CodedText } from "../../base/finding.ts";
import { jsonText } from "../../terminal/safe-text.ts";
import type { CommandEvent } from "./event-schema.ts";
import {
  type ProgressClock,
  type ProgressState,
  type ProgressView,
  paced,
  settledCount,
} from "./progress-state.ts";

/** Raised when a field of an event changes its meaning or goes; new fields do not count. */
const EVENTS_VERSION = 1;

type WithoutVersion<T> = T extends unknown ? Omit<T, "v"> : never;

/** An event before its version is put in front. */
export type EventFields = WithoutVersion<CommandEvent>;

/**
 * One line of pure ASCII, so that no text in it can act on a terminal.
 *
 * @param scrub As that of `documentLine`.
 */
export function eventLine(fields: EventFields, scrub?: (text: string) => string): string {
  const json = jsonText({ v: EVENTS_VERSION, ...fields }, scrub);
  return `${json.replace(/[\u007F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

/** Events at most as often as that, but for changes of phase, and the last state at the end. */
export function createEventProgress(
  send: (event: EventFields) => void,
  clock: ProgressClock,
  intervalMs: number,
): ProgressView {
  const isDue: Parameters<typeof paced>[2] = (latest, shown, silentMs) =>
    latest.phase !== shown?.phase ||
    latest.pauseReason !== shown.pauseReason ||
    (latest !== shown && silentMs >= intervalMs);
  const { update, flush, stop } = paced(clock, intervalMs, isDue, (state) => send(progressEvent(state)));
  return {
    update,
    note: (told) => send(noteEvent([told])),
    stop: () => {
      flush();
      stop();
    },
  };
}

/** Something that a person would be told meanwhile. @param text As they are told; else what each finding says. */
export function noteEvent(
  told: readonly Pick<CodedText, "finding" | "params" | "message">[],
  text = told.map(({ message }) => message).join(" "),
): EventFields {
  const findings = told.map(({ finding, params }) => ({ finding, ...(params && { params }) }));
  return { event: "note", findings, text };
}

function progressEvent(state: ProgressState): EventFields {
  const { phase, rowsRead, total, ...now } = state;
  const { etaMs, pauseLeftMs, ratePerSecond } = now;
  return {
    event: "progress",
    phase,
    rowsRead,
    total,
    settled: settledCount(state.summary),
    ...now,
    ratePerSecond: Math.round(ratePerSecond * 10) / 10,
    etaMs: etaMs && Math.round(etaMs),
    pauseLeftMs: pauseLeftMs && Math.round(pauseLeftMs),
  };
}
