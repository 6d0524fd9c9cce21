import { LineWindow } from "../base/read-lines.ts";
import type { Column } from "../sheet/table.ts";
import type { PlanIndex } from "./plan-index.ts";
import {
  decodeHead,
  decodeRow,
  type Place,
  type PlanFacts,
  type RowHead,
  type StoredRow,
} from "./plan-record.ts";

/** Corrected rows that a round of `replay --with` brought along: a plan of their own, `plan-2.ndjson`. */
export interface Correction {
  path: string;
  facts: PlanFacts;
  index: PlanIndex;
}

/** A row's line in a plan, without its newline, and what its beginning says. */
export interface RowLine {
  line: Buffer;
  head: RowHead;
}

/**
 * A run's plan as its corrections left it: the frozen input, and on top the corrected rows of later rounds.
 * Every row is there once, in its latest form.
 */
export class CurrentPlan {
  /** Of `plan.ndjson`. */
  readonly path: string;
  /** Of `plan.ndjson`. */
  readonly facts: PlanFacts;
  readonly #corrections: Correction[] = [];

  constructor(path: string, facts: PlanFacts) {
    this.path = path;
    this.facts = facts;
  }

  /** Oldest first. */
  get corrections(): readonly Correction[] {
    return this.#corrections;
  }

  /** The input's columns, and after them those that corrections added. A row's cells may be fewer. */
  get columns(): readonly Column[] {
    return this.#latest.end.columns;
  }

  get places(): Readonly<Record<string, Place>> {
    return this.#latest.end.places;
  }

  correct(correction: Correction): void {
    this.#corrections.push(correction);
  }

  /** Opens the latest form of every row; to be closed. */
  openCorrected(): CorrectedLines {
    return new CorrectedLines(this.#corrections);
  }

  get #latest(): PlanFacts {
    return this.#corrections.at(-1)?.facts ?? this.facts;
  }
}

/** The lines of corrected rows, read where they stand. */
export class CorrectedLines {
  /** Newest first. */
  readonly #layers: { index: PlanIndex; window: LineWindow }[];

  constructor(corrections: readonly Correction[]) {
    this.#layers = corrections.map(({ index, path }) => ({ index, window: new LineWindow(path) })).reverse();
  }

  /** The row's latest correction; undefined when it has none. */
  find(row: number): RowLine | undefined {
    for (const { index, window } of this.#layers) {
      const offset = index.offsetOf(row);
      const line = offset === undefined ? undefined : window.lineAt(offset);
      const head = line && decodeHead(line);
      if (line && head) return { line, head };
    }
    return undefined;
  }

  close(): void {
    for (const { window } of this.#layers) window.close();
  }
}

/** Single rows of a plan in their latest form, in any order; cheap for the one asked for last. */
export class RowLookup {
  readonly #base: { index: PlanIndex; window: LineWindow };
  readonly #corrected: CorrectedLines;
  #last: StoredRow | undefined;

  /** @param index Of the plan's own file. */
  constructor(plan: CurrentPlan, index: PlanIndex) {
    this.#base = { index, window: new LineWindow(plan.path) };
    this.#corrected = plan.openCorrected();
  }

  find(row: number): StoredRow | undefined {
    if (this.#last?.row === row) return this.#last;
    const line = this.#corrected.find(row)?.line ?? this.#original(row);
    this.#last = line && decodeRow(line);
    return this.#last;
  }

  close(): void {
    this.#base.window.close();
    this.#corrected.close();
  }

  #original(row: number): Buffer | undefined {
    const offset = this.#base.index.offsetOf(row);
    return offset === undefined ? undefined : this.#base.window.lineAt(offset);
  }
}
