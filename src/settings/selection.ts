import { hash } from "node:crypto";
import { settingsError } from "./settings-errors.ts";

/** Inclusive spreadsheet row numbers. */
export interface RowRange {
  from: number;
  to: number;
}

/** One of several parts of an input, by e-mail, so that equal e-mails are always in the same part. */
export interface Shard {
  /** From 0. */
  index: number;
  count: number;
}

/**
 * Reads a list such as `5,7-10`.
 *
 * @returns Ascending, and apart from each other.
 * @throws CliError with exit code 2.
 */
export function parseRows(text: string, flag = "--rows"): RowRange[] {
  const ranges = text.split(",").map((part) => {
    const match = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    if (!match || from < 1 || to < from) throw settingsError("usage/rows", { flag, text });
    return { from, to };
  });
  const apart: RowRange[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else apart.push(range);
  }
  return apart;
}

/** Rows that ascend, as ranges. */
export function rangesOf(rows: Iterable<number>): RowRange[] {
  const ranges: RowRange[] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && last.to === row - 1) last.to = row;
    else ranges.push({ from: row, to: row });
  }
  return ranges;
}

/** Ranges as they would be typed. */
export function rowsText(ranges: readonly RowRange[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/**
 * Reads `i/n`, with i from 0.
 *
 * @throws CliError with exit code 2.
 */
export function parseShard(text: string, flag = "--shard"): Shard {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || count < 1 || index >= count) throw settingsError("usage/shard", { flag, text });
  return { index, count };
}

/**
 * Whether a row number is within the ranges. There may be thousands, and each row is asked about.
 *
 * @param ranges Ascending, and apart from each other; undefined for all rows.
 */
export function isInRanges(row: number, ranges: readonly RowRange[] | undefined): boolean {
  if (ranges === undefined) return true;
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.to ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.from ?? Number.POSITIVE_INFINITY) <= row;
}

/** Which of so many shards a lead belongs to. Leads without an e-mail all belong to the same one. */
export function shardOf(emailKey: string, count = 1): number {
  return count === 1 ? 0 : hash("sha256", emailKey, "buffer").readUInt32LE(8) % count;
}
