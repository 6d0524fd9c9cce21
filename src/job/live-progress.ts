import type { Ora } from "ora";
import type { LiveStream } from "../base/context.ts";
import { safeText } from "../terminal/safe-text.ts";
import { lineColumns, type Style } from "../terminal/style.ts";
import type { ProgressClock } from "./progress-clock.ts";
import { liveLine } from "./progress-line.ts";
import type { ProgressState, ProgressView } from "./progress-state.ts";

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
export async function createLiveProgress(
  stream: LiveStream,
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
    note: (text) => void stream.write(`${safeText(text)}\n`),
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
