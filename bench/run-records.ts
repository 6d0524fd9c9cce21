import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

/** The fields that every record of a journal has; see `docs/journal.md`. */
export interface RunRecord {
  type: "run" | "round" | "intent" | "result" | "end" | "recovered";
  /** As milliseconds since 1970. */
  atMs: number;
}

/** When a plan was begun, as milliseconds since 1970. */
export function planBeganAtMs(out: string): number {
  const [header] = linesOf(join(out, "plan.ndjson"), 0);
  return Date.parse(JSON.parse(header ?? "").createdAt);
}

/** The records at the beginning of a journal and at its end. It may be very large: what is between is left out. */
export function outerRecords(out: string): RunRecord[] {
  const path = join(out, "journal.ndjson");
  return [...recordsOf(linesOf(path, 0)), ...recordsOf(linesOf(path, -PART_BYTES))];
}

/** The records that follow a place in the journal, given in bytes. */
export function recordsFrom(out: string, offset: number): RunRecord[] {
  return recordsOf(linesOf(join(out, "journal.ndjson"), offset));
}

function recordsOf(lines: readonly string[]): RunRecord[] {
  return lines.map((line) => {
    const { type, at } = JSON.parse(line);
    return { type, atMs: Date.parse(at) };
  });
}

const PART_BYTES = 512 * 1024;

/** Whole lines of a part of a file; from its end where the offset is negative. */
function linesOf(path: string, offset: number): string[] {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const from = offset < 0 ? Math.max(0, size + offset) : offset;
  const bytes = Buffer.alloc(Math.min(PART_BYTES, size - from));
  readSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
  const lines = bytes.toString().split("\n").slice(0, -1);
  return from === 0 ? lines : lines.slice(1);
}
