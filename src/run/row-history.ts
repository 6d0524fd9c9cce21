import type { LeadState } from "../outcome/lead-state.ts";
import type { JournalRecord, RecordHead } from "./journal-record.ts";
import type { RowVersion } from "./plan.ts";
import { type PlannedVerdict, RunState } from "./run-state.ts";

/** One record of the journal as a row met it. */
export interface RowEvent {
  record: JournalRecord;
  /** What was known of the row before and after. */
  before: LeadState;
  after: LeadState;
  /** A later answer undid what this one made of the row: the address turned out to be wrong. */
  isTakenBack: boolean;
}

const NOBODY: readonly number[] = [];

interface NotedEvent extends Omit<RowEvent, "record"> {
  /** Where the record stands in the journal, in bytes. */
  offset: number;
}

/**
 * Follows some rows through a journal with the very fold of the run, so that what is said of them at any time is what the
 * run made of them then. Rows that nobody asked about are followed only as far as they bear on these.
 */
export class RowFollower {
  readonly #state = new RunState();
  readonly #versions: ReadonlyMap<number, readonly RowVersion[]>;
  readonly #events = new Map<number, NotedEvent[]>();

  /** @param versions The rows that are asked about, in all their versions, oldest first. */
  constructor(versions: ReadonlyMap<number, readonly RowVersion[]>) {
    this.#versions = versions;
    for (const [row, [first]] of versions) {
      if (first) this.#state.plan(row, first.planned.ready);
      this.#events.set(row, []);
    }
  }

  /** Takes a record in. */
  take(head: RecordHead, offset: number): void {
    const row = "row" in head ? head.row : undefined;
    // Whether it was ready says nothing of the others.
    if (row !== undefined && !this.#state.has(row)) this.#state.plan(row, true);
    const met = row === undefined ? [...this.#events.keys()] : this.#events.has(row) ? [row] : NOBODY;
    const befores = met.map((each) => this.#state.get(each));
    this.#state.take(head, offset, (file) => this.#verdicts(file));
    for (const [index, each] of met.entries()) {
      const after = this.#state.get(each);
      this.#events.get(each)?.push({ offset, before: befores[index] ?? after, after, isTakenBack: false });
    }
    if (head.type === "result" && head.decision === "stopped") this.#noteTakenBack();
  }

  /** The program died at the end of the journal: what was under way is unknown. */
  crash(): void {
    this.#state.crash();
    for (const [row, events] of this.#events) {
      const last = events.at(-1);
      if (last) last.after = this.#state.get(row);
    }
  }

  /** Everything that bears on each row, in order, by row number. */
  events(recordAt: (offset: number) => JournalRecord | undefined): Map<number, RowEvent[]> {
    return new Map(
      [...this.#events].map(([row, noted]) => [
        row,
        noted.flatMap(({ offset, ...event }) => {
          const record = recordAt(offset);
          return record ? [{ record, ...event }] : [];
        }),
      ]),
    );
  }

  /** The address was wrong: rows that it judged are what they were before. */
  #noteTakenBack(): void {
    for (const [row, events] of this.#events) {
      const last = events.at(-1);
      const now = this.#state.get(row);
      if (!last || JSON.stringify(last.after) === JSON.stringify(now)) continue;
      last.after = now;
      last.isTakenBack = true;
    }
  }

  #verdicts(file: string): PlannedVerdict[] {
    return [...this.#versions].flatMap(([row, versions]) =>
      versions.filter((version) => version.file === file).map(({ planned: { ready } }) => ({ row, ready })),
    );
  }
}
