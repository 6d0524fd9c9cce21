import { type FoundLine, pickLines } from "../base/find-lines.ts";
import { withRoom } from "../base/growable.ts";
import { firstLineOf, lastLineOf } from "../base/outer-lines.ts";
import { type PassingLine, passLines, readLineBlocks } from "../base/read-lines.ts";
import {
  decodeRowHead,
  decodeRowLine,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type RowHead,
  type RowLine,
} from "./plan-record.ts";

/** The name of a run's plan, which is the first one, and of those that corrected rows brought along. */
export function planName(number: number): string {
  return number === 1 ? "plan.ndjson" : `plan-${number}.ndjson`;
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
 * @param isCandidate Lines to which it says no are passed over as they are.
 */
export async function* readRowLines(
  path: string,
  isCandidate?: (line: Buffer) => boolean,
): AsyncGenerator<RowLine[]> {
  for await (const { lines, offsets } of readLineBlocks(path)) {
    const rows: RowLine[] = [];
    for (const [index, line] of lines.entries()) {
      const row = isCandidate?.(line) === false ? undefined : decodeRowLine(line, offsets[index] ?? 0);
      if (row) rows.push(row);
    }
    yield rows;
  }
}

/**
 * The rows of one plan's file for those who keep none of their lines.
 *
 * @param onBytes Gets every byte of the file, in order.
 */
export function passRows(
  path: string,
  onRow: (head: RowHead, line: Readonly<PassingLine>) => void,
  onBytes?: (bytes: Buffer) => void,
): Promise<void> {
  const onLine = (line: Readonly<PassingLine>): void => {
    const head = decodeRowHead(line.bytes, line.begin, line.end);
    if (head) onRow(head, line);
  };
  return passLines(path, onLine, onBytes);
}

/** Where the rows of a plan stand in its file, 13 bytes a row, whatever their order there. */
export class PlanIndex {
  #rows = new Uint32Array(0);
  #offsets = new Float64Array(0);
  #ready = new Uint8Array(0);
  #length = 0;

  static async read(path: string): Promise<PlanIndex> {
    const index = new PlanIndex();
    await passRows(path, (head, { offset }) => index.#push(head, offset));
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

  /** Every row in ascending order, and whether it is ready. */
  *rows(): Generator<{ row: number; ready: boolean }> {
    for (let at = 0; at < this.#length; at++) {
      yield { row: this.#rows[at] ?? 0, ready: this.#ready[at] === 1 };
    }
  }

  #push({ row, ready }: RowHead, offset: number): void {
    const at = this.#length++;
    this.#rows = withRoom(this.#rows, this.#length);
    this.#offsets = withRoom(this.#offsets, this.#length);
    this.#ready = withRoom(this.#ready, this.#length);
    this.#rows[at] = row;
    this.#offsets[at] = offset;
    this.#ready[at] = ready ? 1 : 0;
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

/** Some rows of one plan's file, in its order. Nothing is made of the others. */
export function pickRowLines(path: string, rows: ReadonlySet<number>): RowLine[] {
  return rowLinesOf(pickLines(path, { texts: rowBeginnings(rows), offsets: [] }), rows);
}

/** What the lines of some rows begin with. */
export function rowBeginnings(rows: ReadonlySet<number>): string[] {
  return [...rows].map((row) => `{"row":${row},"ready":`);
}

/** Those of some lines that are of these rows. */
export function rowLinesOf(lines: readonly FoundLine[], rows: ReadonlySet<number>): RowLine[] {
  return lines.flatMap(({ line, offset }) => {
    const row = decodeRowLine(line, offset);
    return row && rows.has(row.row) ? row : [];
  });
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
