import type { CodedText } from "../../base/finding.ts";
import { jsonText } from "../../terminal/safe-text.ts";
import type { CommandEvent } from "./event-schema.ts";
import { type ProgressClock, type ProgressState, type ProgressView, settledCount } from "./progress-state.ts";

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

const EVENT_INTERVAL_MS = 1_000;

/** For programs: one event a line. */
export function createJsonProgress(write: (text: string) => void, clock: ProgressClock): ProgressView {
  return createEventProgress((event) => write(eventLine(event)), clock, EVENT_INTERVAL_MS);
}

/** Events at most as often as that, but for changes of phase, and the last state at the end. */
export function createEventProgress(
  send: (event: EventFields) => void,
  clock: ProgressClock,
  intervalMs: number,
): ProgressView {
  let latest: ProgressState | undefined;
  let shown: ProgressState | undefined;
  let shownAtMs = Number.NEGATIVE_INFINITY;

  const show = (): void => {
    if (latest === undefined || latest === shown) return;
    shown = latest;
    shownAtMs = clock.now();
    send(progressEvent(latest));
  };
  const showIfDue = (): void => {
    const isTurn = latest?.phase !== shown?.phase || latest?.pauseReason !== shown?.pauseReason;
    if (isTurn || clock.now() - shownAtMs >= intervalMs) show();
  };
  const stopTicking = clock.every(intervalMs, showIfDue);

  return {
    update(state) {
      latest = { ...state, summary: { ...state.summary } };
      showIfDue();
    },
    note: (told) => send(noteEvent([told])),
    stop() {
      show();
      latest = undefined;
      stopTicking();
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
  return {
    event: "progress",
    phase: state.phase,
    rowsRead: state.rowsRead,
    total: state.total,
    settled: settledCount(state.summary),
    inFlight: state.inFlight,
    ratePerSecond: Math.round(state.ratePerSecond * 10) / 10,
    etaMs: state.etaMs === undefined ? null : Math.round(state.etaMs),
    pauseFinding: state.pauseReason?.finding ?? null,
    pauseReason: state.pauseReason?.message ?? null,
    pauseLeftMs: state.pauseLeftMs === undefined ? null : Math.round(state.pauseLeftMs),
    slowFinding: state.slowReason?.finding ?? null,
    slowReason: state.slowReason?.message ?? null,
    summary: state.summary,
  };
}
