import type { Hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { withRoom } from "../../base/growable.ts";
import { firstLineOf, lastLineOf, readLineBlocks } from "../../base/read-lines.ts";
import type { TakeVerdict } from "../journal/run-state.ts";
import { PLAN_NAME, runFileOf } from "../run-paths.ts";
import {
  decodeRowLine,
  decodeShownRow,
  HOLDS,
  isHeld,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type RowLine,
} from "./plan-record.ts";

/** The name of a run's plan, which is the first one, and of those that corrected rows brought along. */
export function planName(number: number): string {
  return number === 1 ? PLAN_NAME : `plan-${number}.ndjson`;
}

/** The names of all plans in a run's folder, the first one first. */
export function plansIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => runFileOf(name)?.holds === "plan")
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
}

/** Those that corrected rows brought along. */
export function correctionsIn(dir: string): string[] {
  return plansIn(dir).filter((name) => name !== PLAN_NAME);
}

/** The first and the last line; undefined when the file is not a whole plan. */
export async function readPlanFacts(path: string): Promise<PlanFacts | undefined> {
  const header = parseLine(firstLineOf(path).line) as PlanHeader | undefined;
  const end = parseLine(lastLineOf(path)) as PlanEnd | undefined;
  if (header?.type !== "plan" || header.version !== 1 || end?.type !== "end") return undefined;
  return { header, end };
}

/**
 * The rows of one plan's file as they stand there, some hundreds at a time. Their bytes are others as soon as the reader goes on.
 *
 * @param hash Takes in all of the file.
 */
export async function* readRowLines(path: string, hash?: Hash): AsyncGenerator<RowLine[]> {
  for await (const { bytes, lines, offsets } of readLineBlocks(path)) {
    hash?.update(bytes);
    const rows: RowLine[] = [];
    for (const [index, line] of lines.entries()) {
      const row = decodeRowLine(line, offsets[index] ?? 0);
      if (row) rows.push(row);
    }
    yield rows;
  }
}

/** Whether a row only waits for a person to say that it goes. Its issues are read where one of them may be such a question. */
function isHeldLine(line: RowLine): boolean {
  if (line.ready || !HOLD_MARKS.some((mark) => line.bytes.includes(mark))) return false;
  return isHeld(decodeShownRow(line));
}

const HOLD_MARKS = [...HOLDS].map((finding) => Buffer.from(`"${finding}"`));

/** Where the rows of a plan stand in its file, 13 bytes a row, whatever their order there. */
export class PlanIndex {
  #rows = new Uint32Array(0);
  #offsets = new Float64Array(0);
  /** 1 where it is ready, 2 where it only waits for a person. */
  #ready = new Uint8Array(0);
  #length = 0;

  /** @param hash Takes in all of the file. */
  static async read(path: string, hash?: Hash): Promise<PlanIndex> {
    const index = new PlanIndex();
    for await (const lines of readRowLines(path, hash)) for (const line of lines) index.#push(line);
    index.#sort();
    return index;
  }

  /** Byte offset of the row's line; undefined when the file does not hold it. */
  offsetOf(row: number): number | undefined {
    let low = 0;
    for (let high = this.#length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low < this.#length && this.#rows[low] === row ? this.#offsets[low] : undefined;
  }

  /** Gives out every row in ascending order. */
  each(take: TakeVerdict): void {
    for (let at = 0; at < this.#length; at++)
      take(this.#rows[at] ?? 0, this.#ready[at] === 1, this.#ready[at] === 2);
  }

  #push(line: RowLine): void {
    const { row, ready, offset } = line;
    const at = this.#length++;
    if (at === this.#rows.length) {
      this.#rows = withRoom(this.#rows, this.#length);
      this.#offsets = withRoom(this.#offsets, this.#length);
      this.#ready = withRoom(this.#ready, this.#length);
    }
    this.#rows[at] = row;
    this.#offsets[at] = offset;
    this.#ready[at] = ready ? 1 : isHeldLine(line) ? 2 : 0;
  }

  #sort(): void {
    const rows = this.#rows.subarray(0, this.#length);
    if (rows.every((row, at) => at === 0 || (rows[at - 1] ?? 0) < row)) return;
    const order = Uint32Array.from(rows, (_row, at) => at).sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
    this.#offsets = Float64Array.from(order, (at) => this.#offsets[at] ?? 0);
    this.#ready = Uint8Array.from(order, (at) => this.#ready[at] ?? 0);
    this.#rows = Uint32Array.from(order, (at) => rows[at] ?? 0);
  }
}

/** Whether a plan was written to its end, as its last line says. */
export function isWholePlan(path: string): boolean {
  return lastLineOf(path)?.indexOf(END) === 0;
}

const END = Buffer.from('{"type":"end"');

function parseLine(line: Buffer | undefined): unknown {
  try {
    return JSON.parse(line?.toString() ?? "");
  } catch {
    return undefined;
  }
}
