import type { Ora } from "ora";
import type { LiveStream, Variables } from "../../base/context.ts";
import type { CodedText } from "../../base/finding.ts";
import type { ProgressMode } from "../../settings/options.ts";
import { proseText } from "../../terminal/layout.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { isCi, lineColumns, type Style, styleFor, type TerminalStream } from "../../terminal/style.ts";
import { createJsonProgress } from "./events.ts";
import { liveLine, plainLine } from "./progress-line.ts";
import {
  type ProgressClock,
  type ProgressState,
  type ProgressView,
  percentDone,
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
  if (mode === "json") return createJsonProgress(write, clock);
  if (mode === "plain" || !canDrawLive(stream, env)) return createPlainProgress(write, note, clock);
  return createLiveProgress(stream, note, styleFor(stream, env), clock);
}

/** Whether a line may redraw itself: on a terminal with a width, and not where its output ends up in a log. */
export function canDrawLive({ isTTY, columns }: TerminalStream, env: Variables): boolean {
  return isTTY === true && columns !== undefined && columns > 0 && env.TERM !== "dumb" && !isCi(env);
}

const SILENCE_MS_MAX = 10_000;
const STEP_PERCENT = 5;
/** A fast run does not fill the log with its steps. */
const STEP_MS_MIN = 1_000;

/** For logs: a line every 10 s, or every 5 % where that is sooner, and one as soon as a run pauses. */
function createPlainProgress(
  write: (text: string) => void,
  note: ProgressView["note"],
  clock: ProgressClock,
): ProgressView {
  let latest: ProgressState | undefined;
  let shownAtMs = clock.now();
  let shownPercent = 0;
  let shownReason: CodedText | undefined;

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
    note,
    stop() {
      latest = undefined;
      stopTicking();
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
