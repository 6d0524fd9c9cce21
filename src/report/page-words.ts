import type { Status } from "../outcome/status.ts";

/** `140 ms`, `4.1 s`, `1 min 43 s`, `2 h 5 min` */
export function durationWords(durationMs: number): string {
  if (durationMs < 1) return durationMs === 0 ? "0" : "under 1 ms";
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${Math.round(durationMs / 100) / 10} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) return parts(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  return parts(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

/** `2026-01-02 03:04:05 UTC` */
export function timeWords(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** A status is never told by its colour alone. */
export const STATUS_SIGNS: Readonly<Record<Status, string>> = {
  created: "✔",
  invalid: "!",
  rejected: "✖",
  duplicate: "=",
  unconfirmed: "≈",
  unknown: "?",
  failed: "↻",
  pending: "…",
};
