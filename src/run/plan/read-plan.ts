import { createHash, type Hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { NumberColumn } from "../../base/growable.ts";
import { parseJson } from "../../base/json-value.ts";
import { firstLineOf, LineWindow, lastLineOf, readLineBlocks } from "../../base/read-lines.ts";
import { HELD_BACK, type LeadState, REFUSED_LOCALLY, UNSENT } from "../../outcome/lead-state.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import type { Column, InputTable } from "../../sheet/table.ts";
import { RunState, type TakePlanned } from "../journal/run-state.ts";
import { journalError } from "../run-errors.ts";
import { PLAN_NAME, runFileOf } from "../run-paths.ts";
import {
  decodeMapping,
  decodeRow,
  decodeRowLine,
  HOLDS,
  inputShape,
  isHeld,
  leadBytesOf,
  type Place,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type PlannedRow,
  type RowLine,
} from "./plan-record.ts";

/** A file of planned rows: a run's own, or those that a round of `replay --with` brought along, `plan-2.ndjson`. */
export interface PlanFile {
  path: string;
  facts: PlanFacts;
  index: PlanIndex;
  /** In hex; empty where nobody asked for it. */
  sha256: string;
}

/** A row as one of a run's plans has it. */
export interface RowVersion {
  /** The file of the correction; null for the plan itself. */
  file: string | null;
  planned: PlannedRow;
}

/**
 * A run's plan as its corrections left it: the frozen input, and on top the corrected rows of later rounds.
 * Every row is there once, in its latest form. Memory: 9 bytes for each row.
 */
export class Plan {
  /** The one that the run began with first, then those of corrected rows, the latest last. */
  readonly #files: [PlanFile, ...PlanFile[]];

  constructor(file: PlanFile) {
    this.#files = [file];
  }

  get path(): string {
    return this.#files[0].path;
  }

  get header(): PlanHeader {
    return this.#files[0].facts.header;
  }

  get end(): PlanEnd {
    return this.#files[0].facts.end;
  }

  /** See `PlanFile`. */
  get sha256(): string {
    return this.#files[0].sha256;
  }

  /** Oldest first. */
  get corrections(): readonly PlanFile[] {
    return this.#files.slice(1);
  }

  /** The input's columns, and after them those that corrections added. A row's cells may be fewer. */
  get columns(): readonly Column[] {
    return this.#latestEnd.columns;
  }

  get places(): Readonly<Record<string, Place>> {
    return this.#latestEnd.places;
  }

  /** How its rows were read, and corrections of them are; undefined where nobody had to say anything. */
  get mapping(): Mapping | undefined {
    const ends = this.#files.map(({ facts }) => facts.end);
    const record = ends.findLast(({ reading }) => reading)?.reading ?? this.header.mapping;
    return record && decodeMapping(record);
  }

  /** Puts corrected rows on top. */
  correct(correction: PlanFile): void {
    this.#files.push(correction);
  }

  /** What is known of every row before anything happens. */
  unsent(): RunState {
    const state = new RunState();
    this.#files[0].index.each((row, planned) => state.plan(row, planned));
    return state;
  }

  /** Whole rows, in input order. */
  async *rows(isWanted?: (row: number) => boolean): AsyncGenerator<PlannedRow> {
    for await (const lines of this.lines(isWanted)) for (const line of lines) yield decodeRow(line);
  }

  /** A row in all its versions, oldest first. */
  versionsOf(row: number): RowVersion[] {
    return this.#files.flatMap((file, at) => {
      const rows = new RowLookup([file]);
      try {
        const planned = rows.find(row);
        return planned ? [{ file: at === 0 ? null : basename(file.path), planned }] : [];
      } finally {
        rows.close();
      }
    });
  }

  /** Opens single rows for reading; to be closed. */
  openRows(): RowLookup {
    return new RowLookup(this.#files);
  }

  /**
   * The lines of rows, in input order, some hundreds at a time, each as its latest correction has it. Their bytes are others as
   * soon as the reader goes on.
   */
  async *lines(isWanted: (row: number) => boolean = () => true): AsyncGenerator<RowLine[]> {
    const { corrections } = this;
    const corrected = new RowLookup(corrections);
    try {
      for await (const lines of readRowLines(this.path)) {
        const wanted = lines.filter(({ row }) => isWanted(row));
        if (wanted.length === 0) continue;
        yield corrections.length === 0 ? wanted : wanted.map((line) => corrected.line(line.row) ?? line);
      }
    } finally {
      corrected.close();
    }
  }

  get #latestEnd(): PlanEnd {
    return this.#files.at(-1)?.facts.end ?? this.end;
  }
}

/** Single rows of plans of which one lies on top of the other, in any order. */
export class RowLookup {
  /** The one on top first. */
  readonly #layers: (Pick<PlanFile, "path" | "index"> & { window: LineWindow })[];

  /** @param files The one on top last. */
  constructor(files: readonly PlanFile[]) {
    this.#layers = files.map(({ path, index }) => ({ path, index, window: new LineWindow(path) })).reverse();
  }

  find(row: number): PlannedRow | undefined {
    const line = this.#lineOf(row);
    return line && decodeRow(line);
  }

  line(row: number): RowLine | undefined {
    const line = this.#lineOf(row);
    return line && { ...line, bytes: Buffer.from(line.bytes) };
  }

  /** The body of a row's request, byte for byte; undefined for a row that is not ready. */
  bodyOf(row: number): Buffer | undefined {
    const line = this.#lineOf(row);
    return line?.ready ? Buffer.from(leadBytesOf(line)) : undefined;
  }

  /**
   * Its bytes are others as soon as another one is asked for.
   *
   * @throws CliError with exit code 6 where it is not there any more: another row's lead, or an older version, must not go for it.
   */
  #lineOf(row: number): RowLine | undefined {
    for (const { path, index, window } of this.#layers) {
      const offset = index.offsetOf(row);
      if (offset === undefined) continue;
      const line = decodeRowLine(window.lineAt(offset), offset);
      if (line?.row === row) return line;
      throw journalError("plan-changed", { path });
    }
    return undefined;
  }

  close(): void {
    for (const { window } of this.#layers) window.close();
  }
}

/** Every whole plan of corrected rows in a run's folder, by file name. The journal says which of them count. */
export async function readCorrections(dir: string): Promise<Map<string, PlanFile>> {
  const corrections = new Map<string, PlanFile>();
  for (const name of correctionsIn(dir)) {
    const correction = await readPlanFile(join(dir, name));
    if (correction) corrections.set(name, correction);
  }
  return corrections;
}

/** The input of a plan, as its rows are read anew. */
export function tableAsPlanned(header: PlanHeader, columns: Column[], rows: InputTable["rows"]): InputTable {
  return { ...inputShape(header), columns, notices: [], rows };
}

/** One file of planned rows; undefined when it is not whole. */
export async function readPlanFile(path: string): Promise<PlanFile | undefined> {
  const facts = await readPlanFacts(path).catch(() => undefined);
  return facts && indexPlan(path, facts, true);
}

/** The same where it is known to be whole. */
export async function indexPlan(path: string, facts: PlanFacts, isHashed: boolean): Promise<PlanFile> {
  const hash = isHashed ? createHash("sha256") : undefined;
  const index = await PlanIndex.read(path, hash);
  return { path, facts, index, sha256: hash?.digest("hex") ?? "" };
}

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
  const header = parseJson(firstLineOf(path).line.toString()) as PlanHeader | undefined;
  const end = parseJson(lastLineOf(path)?.toString() ?? "") as PlanEnd | undefined;
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
  return isHeld(decodeRow(line));
}

const HOLD_MARKS = [...HOLDS].map((finding) => Buffer.from(`"${finding}"`));

/** The state of a row before anything is sent; an index keeps for each row which of these it is, from 1 on. */
const PLANNED: readonly LeadState[] = [UNSENT, HELD_BACK, REFUSED_LOCALLY];

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
  each(take: TakePlanned): void {
    this.#verdicts.each((row, verdict) => take(row, PLANNED[verdict - 1] ?? UNSENT));
  }

  #add(line: RowLine): void {
    this.#offsets.set(line.row, line.offset);
    const planned = line.ready ? UNSENT : isHeldLine(line) ? HELD_BACK : REFUSED_LOCALLY;
    this.#verdicts.set(line.row, PLANNED.indexOf(planned) + 1);
  }
}
