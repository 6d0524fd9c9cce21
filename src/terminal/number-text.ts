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

/** Time left, as a clock shows it: `0:46`, `1:02:05`. */
export function clockText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${tail}` : `${minutes}:${tail}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
