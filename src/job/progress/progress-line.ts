import { displayWidth, truncate } from "../../base/text-width.ts";
import { statusMark } from "../../report/text/status-mark.ts";
import { countText, rateText, timeLeftText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { type ProgressState, percentDone, settledCount, settledCounts } from "./progress-state.ts";

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
  const [only = ""] = state.pauseReason === undefined ? [plainLine(state)] : activity(state);
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
  const isPaused = state.pauseReason !== undefined;
  const doing = activity(state).map((text) => (isPaused ? chalk.yellow(text) : text));
  const left = isPaused ? doing : leftText(state);
  const counts = settledCounts(state.summary).map(({ status, count }) => {
    const { sign, color } = statusMark(status, signs);
    return chalk[color](`${sign} ${countText(count)} ${status}`);
  });
  const all = spaced(counts);
  const created = twoCounts(state, style);
  const two = spaced(created);
  const bare = [percent(state), ...left];
  return [
    [bar(state, style, BAR_WIDE), ...head, ...doing, ...basis(state), all],
    [bar(state, style, BAR_WIDE), ...head, ...doing, all],
    [bar(state, style, BAR_NARROW), ...head, ...doing, all],
    [bar(state, style, BAR_NARROW), ...head, ...doing, two],
    [...head, ...doing, two],
    [...head, ...left, two],
    [percent(state), ...left, two],
    ...(isPaused
      ? [[...head, ...doing], doing]
      : [[percent(state), ...created], created, bare, [percent(state)]]),
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
  if (state.pauseReason) return [`paused: ${safeText(state.pauseReason.message)}`];
  if (state.phase === "pausing") return ["paused"];
  const slow = state.slowReason === undefined ? [] : [safeText(state.slowReason.message)];
  return [rateText(state.ratePerSecond), ...slow, ...leftText(state)];
}

function leftText({ etaMs }: ProgressState): string[] {
  return etaMs === undefined ? [] : [`about ${timeLeftText(etaMs)} left`];
}

/** What the time left goes by. */
function basis({ etaMs, pauseReason }: ProgressState): string[] {
  return etaMs === undefined || pauseReason !== undefined ? [] : ["at the pace of the last half minute"];
}

function bar(state: ProgressState, { chalk, signs }: Style, width: number): string {
  const done = Math.floor((percentDone(state) / 100) * width);
  return chalk.green(signs.barDone.repeat(done)) + chalk.gray(signs.barLeft.repeat(width - done));
}
