import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { LineWindow } from "../../base/read-lines.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import type { Column, InputTable } from "../../sheet/table.ts";
import { RunState } from "../journal/run-state.ts";
import { journalError } from "../run-errors.ts";
import {
  decodeMapping,
  decodeRow,
  decodeRowLine,
  leadBytesOf,
  type Place,
  type PlanEnd,
  type PlanFacts,
  type PlanHeader,
  type PlannedRow,
  type RowLine,
} from "./plan-record.ts";
import { correctionsIn, PlanIndex, planName, readPlanFacts, readRowLines } from "./read-plan.ts";

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
 * Every row is there once, in its latest form. Memory: 13 bytes for each row.
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
    this.#files[0].index.each((row, ready, isHeld) => state.plan(row, ready, isHeld));
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

/** The name of the corrections that are to follow those a run has. */
export function nextCorrectionName({ corrections }: Pick<Plan, "corrections">): string {
  return planName(corrections.length + 2);
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
export function tableAsPlanned(
  { name, format, delimiter, shownMark }: PlanHeader,
  columns: Column[],
  rows: InputTable["rows"],
): InputTable {
  return {
    name,
    format,
    ...(delimiter !== undefined && { delimiter }),
    ...(shownMark !== undefined && { shownMark }),
    columns,
    notices: [],
    rows,
  };
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
