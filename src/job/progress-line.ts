import { statusMark } from "../report/status-mark.ts";
import { clockText, countText, rateText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, truncate } from "../terminal/text-width.ts";
import { type ProgressState, percentDone, settledCount, settledCounts } from "./progress-state.ts";

const GAP = "  ";
const BAR_WIDE = 20;
const BAR_NARROW = 10;

/** The live line, as rich as fits: `███░░  2,731/4,962  55%  48/s  ETA 0:46   ✔ 2,702  ✖ 24`. */
export function liveLine(state: ProgressState, style: Style, columnsMax: number): string {
  const richestFirst = drafts(state, style).map((parts) => parts.filter((part) => part !== "").join(GAP));
  const fitting = richestFirst.find((line) => displayWidth(line) <= columnsMax);
  return fitting ?? truncate(plainLine(state), columnsMax, style.signs.ellipsis);
}

/** The same in words, for logs: `2,731/4,962  55%  48/s  ETA 0:46  created 2,702  rejected 24`. */
export function plainLine(state: ProgressState): string {
  if (state.phase === "reading") return readingText(state);
  const counts = settledCounts(state.summary).map(({ status, count }) => `${status} ${countText(count)}`);
  return [position(state), percent(state), ...activity(state), ...counts].join(GAP);
}

function drafts(state: ProgressState, style: Style): string[][] {
  if (state.phase === "reading") return [[readingText(state)]];
  const { chalk, signs } = style;
  const head = [position(state), percent(state)];
  const doing = activity(state).map((text) => (state.pauseReason ? chalk.yellow(text) : text));
  const counts = settledCounts(state.summary).map(({ status, count }) => {
    const { sign, color } = statusMark(status, signs);
    return {
      short: chalk[color](`${sign} ${countText(count)}`),
      long: chalk[color](`${sign} ${countText(count)} ${status}`),
    };
  });
  const long = spaced(counts.map((count) => count.long));
  const short = spaced(counts.map((count) => count.short));
  const bare = state.pauseReason ? [] : [[...head, ...doing.slice(-1)], head, [percent(state)]];
  return [
    [bar(state, style, BAR_WIDE), ...head, ...doing, long],
    [bar(state, style, BAR_WIDE), ...head, ...doing, short],
    [bar(state, style, BAR_NARROW), ...head, ...doing, short],
    [bar(state, style, BAR_NARROW), ...head, ...doing.slice(-1), short],
    [...head, ...doing, short],
    [...head, ...doing],
    ...bare,
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
  const eta = state.etaMs === undefined ? [] : [`ETA ${clockText(state.etaMs)}`];
  const slow = state.slowReason === undefined ? [] : [safeText(state.slowReason)];
  return [rateText(state.ratePerSecond), ...slow, ...eta];
}

function bar(state: ProgressState, { chalk, signs }: Style, width: number): string {
  const done = Math.floor((percentDone(state) / 100) * width);
  return chalk.green(signs.barDone.repeat(done)) + chalk.gray(signs.barLeft.repeat(width - done));
}
