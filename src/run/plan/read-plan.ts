import type { Hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { NumberColumn } from "../../base/growable.ts";
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

/** What a plan says of a row, as a number. */
const VERDICT = { stays: 1, ready: 2, held: 3 };

/** Where the rows of a plan stand in its file, 9 bytes a row, whatever their order there. */
export class PlanIndex {
  readonly #offsets = new NumberColumn(Float64Array);
  readonly #verdicts = new NumberColumn(Uint8Array);

  /** @param hash Takes in all of the file. */
  static async read(path: string, hash?: Hash): Promise<PlanIndex> {
    const index = new PlanIndex();
    for await (const lines of readRowLines(path, hash)) for (const line of lines) index.#add(line);
    return index;
  }

  /** Byte offset of the row's line; undefined when the file does not hold it. */
  offsetOf(row: number): number | undefined {
    return this.#verdicts.get(row) === 0 ? undefined : this.#offsets.get(row);
  }

  /** Gives out every row in ascending order. */
  each(take: TakeVerdict): void {
    this.#verdicts.each((row, verdict) => take(row, verdict === VERDICT.ready, verdict === VERDICT.held));
  }

  #add(line: RowLine): void {
    this.#offsets.set(line.row, line.offset);
    this.#verdicts.set(
      line.row,
      line.ready ? VERDICT.ready : isHeldLine(line) ? VERDICT.held : VERDICT.stays,
    );
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
