import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { LineWindow } from "../../base/read-lines.ts";
import type { Mapping } from "../../sheet/columns/mapping.ts";
import type { Column } from "../../sheet/table.ts";
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
import { PlanIndex, planName, readPlanFacts, readRowLines } from "./read-plan.ts";

/** A lead on its way to the service. */
export interface ReadyLead {
  row: number;
  /** The request's body, byte for byte. */
  body: Buffer;
}

/** Corrected rows that a round of `replay --with` brought along: a plan of their own, `plan-2.ndjson`. */
export interface Correction {
  path: string;
  facts: PlanFacts;
  index: PlanIndex;
}

/** A row as one of a run's plans has it. */
export interface RowVersion {
  /** The file of the correction; null for the plan itself. */
  file: string | null;
  planned: PlannedRow;
}

/**
 * A run's plan as its corrections left it: the frozen input, and on top the corrected rows of later rounds.
 * Every row is there once, in its latest form. Memory: 13 bytes for each corrected row.
 */
export class Plan {
  /** Path, header and end are those of `plan.ndjson`. */
  readonly path: string;
  readonly header: PlanHeader;
  readonly end: PlanEnd;
  readonly #corrections: Correction[] = [];

  constructor(path: string, { header, end }: PlanFacts) {
    this.path = path;
    this.header = header;
    this.end = end;
  }

  /** Oldest first. */
  get corrections(): readonly Correction[] {
    return this.#corrections;
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
    const ends = [this.end, ...this.#corrections.map(({ facts }) => facts.end)];
    const record = ends.findLast(({ reading }) => reading)?.reading ?? this.header.mapping;
    return record && decodeMapping(record);
  }

  /** Puts corrected rows on top. */
  correct(correction: Correction): void {
    this.#corrections.push(correction);
  }

  /** The leads to send, in input order, some hundreds at a time. */
  async *leads(isWanted: (row: number) => boolean): AsyncGenerator<ReadyLead[]> {
    for await (const lines of this.lines(isWanted))
      yield lines
        .filter(({ ready }) => ready)
        .map((line) => ({ row: line.row, body: Buffer.from(leadBytesOf(line)) }));
  }

  /** Whole rows, in input order. */
  async *rows(isWanted?: (row: number) => boolean): AsyncGenerator<PlannedRow> {
    for await (const lines of this.lines(isWanted)) for (const line of lines) yield decodeRow(line);
  }

  /** The corrections of a row, oldest first. */
  correctionsOf(row: number): RowVersion[] {
    return this.#corrections.flatMap((correction) => {
      const rows = new RowLookup([correction]);
      try {
        const planned = rows.find(row);
        return planned ? [{ file: basename(correction.path), planned }] : [];
      } finally {
        rows.close();
      }
    });
  }

  /** Opens single rows for reading; to be closed. */
  async openRows(): Promise<RowLookup> {
    const base = { path: this.path, index: await PlanIndex.read(this.path) };
    return new RowLookup([base, ...this.#corrections]);
  }

  /**
   * The lines of rows, in input order, some hundreds at a time, each as its latest correction has it. Their bytes are others as
   * soon as the reader goes on.
   */
  async *lines(isWanted: (row: number) => boolean = () => true): AsyncGenerator<RowLine[]> {
    const corrected = new RowLookup(this.#corrections);
    try {
      for await (const lines of readRowLines(this.path)) {
        const wanted = lines.filter(({ row }) => isWanted(row));
        if (wanted.length === 0) continue;
        yield this.#corrections.length === 0
          ? wanted
          : wanted.map((line) => corrected.line(line.row) ?? line);
      }
    } finally {
      corrected.close();
    }
  }

  get #latestEnd(): PlanEnd {
    return this.#corrections.at(-1)?.facts.end ?? this.end;
  }
}

/** Single rows of plans of which one lies on top of the other, in any order; cheap for the one asked for last. */
export class RowLookup {
  /** The one on top first. */
  readonly #layers: { index: PlanIndex; window: LineWindow }[];
  #last: PlannedRow | undefined;

  /** @param files The one on top last. */
  constructor(files: readonly Pick<Correction, "path" | "index">[]) {
    this.#layers = files.map(({ index, path }) => ({ index, window: new LineWindow(path) })).reverse();
  }

  find(row: number): PlannedRow | undefined {
    if (this.#last?.row === row) return this.#last;
    const line = this.line(row);
    this.#last = line && decodeRow(line);
    return this.#last;
  }

  line(row: number): RowLine | undefined {
    for (const { index, window } of this.#layers) {
      const offset = index.offsetOf(row);
      const line =
        offset === undefined ? undefined : decodeRowLine(Buffer.from(window.lineAt(offset)), offset);
      if (line) return line;
    }
    return undefined;
  }

  close(): void {
    for (const { window } of this.#layers) window.close();
  }
}

const CORRECTION_NAME = /^plan-[1-9]\d*\.ndjson$/;

/** The name of the corrections that are to follow those a run has. */
export function nextCorrectionName({ corrections }: Pick<Plan, "corrections">): string {
  return planName(corrections.length + 2);
}

/** Every whole plan of corrected rows in a run's folder, by file name. The journal says which of them count. */
export async function readCorrections(dir: string): Promise<Map<string, Correction>> {
  const corrections = new Map<string, Correction>();
  for (const name of readdirSync(dir)) {
    const correction = CORRECTION_NAME.test(name) ? await readCorrection(join(dir, name)) : undefined;
    if (correction) corrections.set(name, correction);
  }
  return corrections;
}

/** One plan of corrected rows; undefined when it is not whole. */
export async function readCorrection(path: string): Promise<Correction | undefined> {
  const facts = await readPlanFacts(path).catch(() => undefined);
  return facts && { path, facts, index: await PlanIndex.read(path) };
}
