import type { Ora } from "ora";
import type { LiveStream, Variables } from "../../base/context.ts";
import type { CodedText } from "../../base/finding.ts";
import { displayWidth, truncate } from "../../base/text-width.ts";
import { statusMark } from "../../report/text/status-mark.ts";
import type { ProgressMode } from "../../settings/options.ts";
import { proseText } from "../../terminal/layout.ts";
import { countText, rateText, timeLeftText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { isCi, lineColumns, type Style, styleFor, type TerminalStream } from "../../terminal/style.ts";
import { createEventProgress, eventLine } from "./events.ts";
import {
  type ProgressClock,
  type ProgressState,
  type ProgressView,
  paced,
  percentDone,
  settledCount,
  settledCounts,
  systemProgressClock,
} from "./progress-state.ts";

/**
 * The view that suits a mode and a stream. `auto` and `live` draw a live line where the terminal is sound, and
 * plain lines elsewhere. `none` shows nothing but notes.
 */
export async function createProgress(
  mode: ProgressMode,
  stream: LiveStream,
  env: Variables,
  clock: ProgressClock = systemProgressClock,
): Promise<ProgressView> {
  const write = (text: string): void => void stream.write(text);
  const note = ({ message }: CodedText): void =>
    write(proseText(safeText(message), { columns: lineColumns(stream) }));
  if (mode === "none") return { update: () => {}, note, stop: () => {} };
  if (mode === "json")
    return createEventProgress((event) => write(eventLine(event)), clock, EVENT_INTERVAL_MS);
  if (mode === "plain" || !canDrawLive(stream, env)) return createPlainProgress(write, note, clock);
  return createLiveProgress(stream, note, styleFor(stream, env), clock);
}

/** Whether a line may redraw itself: on a terminal with a width, and not where its output ends up in a log. */
export function canDrawLive({ isTTY, columns }: TerminalStream, env: Variables): boolean {
  return isTTY === true && columns !== undefined && columns > 0 && env.TERM !== "dumb" && !isCi(env);
}

const EVENT_INTERVAL_MS = 1_000;
const SILENCE_MS_MAX = 10_000;
const STEP_PERCENT = 5;
/** A fast run does not fill the log with its steps. */
const STEP_MS_MIN = 1_000;

/** For logs: a line every 10 s, or every 5 % where that is sooner, one as soon as a run pauses, and the last state after others. */
function createPlainProgress(
  write: (text: string) => void,
  note: ProgressView["note"],
  clock: ProgressClock,
): ProgressView {
  const isDue: Parameters<typeof paced>[2] = (latest, shown, silentMs) => {
    if (latest.pauseReason !== null && latest.pauseReason !== shown?.pauseReason) return true;
    const isStep = percentDone(latest) >= (shown ? percentDone(shown) : 0) + STEP_PERCENT;
    return (isStep && silentMs >= STEP_MS_MIN) || silentMs >= SILENCE_MS_MAX;
  };
  const { update, flush, stop } = paced(clock, STEP_MS_MIN, isDue, (state) => write(`${plainLine(state)}\n`));
  return {
    update,
    note,
    stop() {
      flush((latest, shown) => shown !== undefined && position(latest) !== position(shown));
      stop();
    },
  };
}

const FRAME_MS = 100;
/** The spinner's frame, the space after it, and a last column left free, where some terminals wrap. */
const COLUMNS_RESERVED = 3;

/**
 * One line that redraws itself, at most ten times a second. While it is up, ora moves it below whatever else
 * is written to the terminal.
 *
 * ora divides by the terminal's columns and clears that many lines: at 0 columns it would loop forever, deaf to
 * signals. The caller checks the width before; a terminal that loses its width later takes the line down.
 */
async function createLiveProgress(
  stream: LiveStream,
  note: ProgressView["note"],
  style: Style,
  clock: ProgressClock,
): Promise<ProgressView> {
  const spinner = await createSpinner(stream, style);
  let latest: ProgressState | undefined;
  let isStopped = false;

  const draw = (): void => {
    if (latest === undefined || isStopped || !hasWidth(stream)) return;
    spinner.text = liveLine(latest, style, lineColumns(stream) - COLUMNS_RESERVED);
    if (!spinner.isSpinning) spinner.start();
  };
  const onResize = (): void => {
    if (hasWidth(stream)) draw();
    else spinner.stop();
  };
  stream.on("resize", onResize);
  const stopTicking = clock.every(FRAME_MS, draw);

  return {
    update(state) {
      const isFirst = latest === undefined;
      latest = state;
      if (isFirst) draw();
    },
    note,
    stop() {
      isStopped = true;
      stopTicking();
      stream.removeListener("resize", onResize);
      spinner.stop();
    },
  };
}

function hasWidth({ columns }: LiveStream): boolean {
  return columns !== undefined && columns > 0;
}

async function createSpinner(stream: LiveStream, { chalk, signs }: Style): Promise<Ora> {
  const { default: ora } = await import("ora");
  const frames = signs.spinner.map((frame) => chalk.cyan(frame));
  return ora({
    stream,
    isEnabled: true,
    discardStdin: false,
    color: false,
    spinner: { interval: FRAME_MS, frames },
  });
}

const GAP = "  ";
const BAR_WIDE = 20;
const BAR_NARROW = 10;

/**
 * The live line, as rich as fits: `███░░  2,731/4,962  55%  48/s  about 0:50 left   ✔ 2,702 created  ✖ 24 rejected`.
 * Counts keep their words: where not all of them fit, what is not created is told in one number.
 */
export function liveLine(state: ProgressState, style: Style, columnsMax: number): string {
  const richestFirst = drafts(state, style).map((parts) => parts.filter((part) => part !== "").join(GAP));
  const fitting = richestFirst.find((line) => displayWidth(line) <= columnsMax);
  if (fitting !== undefined) return fitting;
  // While nothing is sent, why not comes before everything else.
  const [only = ""] = state.pauseReason === null ? [plainLine(state)] : activity(state);
  return truncate(only, columnsMax, style.signs.ellipsis);
}

/** The same in words, for logs: `2,731/4,962  55%  48/s  about 0:50 left  2,702 created, 24 rejected`. */
export function plainLine(state: ProgressState): string {
  if (state.phase === "reading") return readingText(state);
  const counts = settledCounts(state.summary).map(({ status, count }) => `${countText(count)} ${status}`);
  const told = counts.length === 0 ? [] : [counts.join(", ")];
  return [position(state), percent(state), ...activity(state), ...told].join(GAP);
}

function drafts(state: ProgressState, style: Style): string[][] {
  if (state.phase === "reading") return [[readingText(state)]];
  const { chalk, signs } = style;
  const head = [position(state), percent(state)];
  const isPaused = state.pauseReason !== null;
  const doing = activity(state).map((text) => (isPaused ? chalk.yellow(text) : text));
  const counts = settledCounts(state.summary).map(({ status, count }) => {
    const { sign, color } = statusMark(status, signs);
    return chalk[color](`${sign} ${countText(count)} ${status}`);
  });
  const two = spaced(twoCounts(state, style));
  return [
    [bar(state, style, BAR_WIDE), ...head, ...doing, spaced(counts)],
    [bar(state, style, BAR_NARROW), ...head, ...doing, two],
    [...head, ...doing, two],
    [...head, ...doing],
    ...(isPaused ? [doing] : [[percent(state), ...leftText(state)], [percent(state)]]),
  ];
}

/** What is created, and how many are not. */
function twoCounts({ summary }: ProgressState, { chalk, signs }: Style): string[] {
  const created = statusMark("created", signs);
  const failed = statusMark("rejected", signs);
  const others = settledCount(summary) - summary.created;
  return [
    chalk[created.color](`${created.sign} ${countText(summary.created)} created`),
    ...(others > 0 ? [chalk[failed.color](`${failed.sign} ${countText(others)} not created`)] : []),
  ];
}

/** The counts stand a little apart from what comes before them. */
function spaced(counts: readonly string[]): string {
  return counts.length === 0 ? "" : ` ${counts.join(GAP)}`;
}

function readingText({ rowsRead }: ProgressState): string {
  return `reading  ${countText(rowsRead)} rows`;
}

function position({ summary, total }: ProgressState): string {
  return `${countText(settledCount(summary))}/${countText(total)}`;
}

function percent(state: ProgressState): string {
  return `${percentDone(state)}%`;
}

/** What goes on now: why nothing is sent, or how fast it goes and how long it will take. */
function activity(state: ProgressState): string[] {
  if (state.pauseReason) return [`paused: ${safeText(state.pauseReason)}`];
  if (state.phase === "pausing") return ["paused"];
  const slow = state.slowReason === null ? [] : [safeText(state.slowReason)];
  return [rateText(state.ratePerSecond), ...slow, ...leftText(state)];
}

function leftText({ etaMs }: ProgressState): string[] {
  return etaMs === null ? [] : [`about ${timeLeftText(etaMs)} left`];
}

function bar(state: ProgressState, { chalk, signs }: Style, width: number): string {
  const done = Math.floor((percentDone(state) / 100) * width);
  return chalk.green(signs.barDone.repeat(done)) + chalk.gray(signs.barLeft.repeat(width - done));
}
