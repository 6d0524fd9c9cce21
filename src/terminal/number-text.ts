/** `4,962`. By hand: to make the first `Intl.NumberFormat` takes as long as Node's own start by half. */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 row`, `4,962 rows` */
export function amountText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `48/s`, `4.8/s` */
export function rateText(ratePerSecond: number): string {
  return `${ratePerSecond < 10 ? ratePerSecond.toFixed(1) : countText(ratePerSecond)}/s`;
}

/** `140 ms`, `4.1s`, `1m43s`, `2h05m` */
export function durationText(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 9950) return `${(durationMs / 1000).toFixed(1)}s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${twoDigits(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${twoDigits(Math.floor(seconds / 60) % 60)}m`;
}

/** Time left, as exactly as an estimate deserves: `0:45`, `2:30`, `12 min`, `1 h 25 min`. */
export function timeLeftText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  const [, step] = STEPS.find(([below]) => seconds < below) ?? STEPS_LAST;
  const rounded = Math.ceil(seconds / step) * step;
  const minutes = Math.floor(rounded / 60);
  if (rounded < 600) return `${minutes}:${twoDigits(rounded % 60)}`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** Below so many seconds, to so many. */
const STEPS = [
  [20, 1],
  [120, 5],
  [600, 10],
  [3600, 60],
] as const;
const STEPS_LAST = [Number.POSITIVE_INFINITY, 300] as const;

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

const NAMES_MAX = 3;

/** `a`, `a and b`, or `a, b, c and 4 more` */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${countText(rest)} more` : shown.pop();
  return [shown.join(", "), last].filter(Boolean).join(" and ");
}

/** Lines for the first of some things, and how many more there are, as in `  and 4 more rows`. */
export function firstLines<T>(
  items: readonly T[],
  max: number,
  noun: string,
  lineOf: (item: T) => string,
): string[] {
  const more = items.length - max;
  const lines = items.slice(0, max).map(lineOf);
  return more > 0 ? [...lines, `  and ${amountText(more, `more ${noun}`)}`] : lines;
}
