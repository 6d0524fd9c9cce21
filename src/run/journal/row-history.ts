import type { LeadState } from "../../outcome/lead-state.ts";
import type { JournalRecord } from "./journal-record.ts";
import type { RunState } from "./run-state.ts";

/** One record of the journal as a row met it. */
export interface RowEvent {
  record: JournalRecord;
  /** What was known of the row before and after. */
  before: LeadState;
  after: LeadState;
  /** A later answer undid what this one made of the row: the address turned out to be wrong. */
  isTakenBack: boolean;
}

/**
 * Notes what happens to some rows while a run folds its journal: what is said of them at any time is what the run made of
 * them then.
 */
export class RowFollower {
  readonly #state: RunState;
  /** Everything that bears on each row, in order, by row number. */
  readonly events: ReadonlyMap<number, RowEvent[]>;

  /**
   * @param state What the run knows of its rows.
   * @param rows Those that are asked about.
   */
  constructor(state: RunState, rows: readonly number[]) {
    this.#state = state;
    this.events = new Map(rows.map((row) => [row, []]));
  }

  /**
   * @param fold Takes the record into the state.
   */
  take(record: JournalRecord, fold: () => void): void {
    const row = "row" in record ? record.row : undefined;
    // Nearly all records are of rows that nobody asked about.
    if (row !== undefined && !this.events.has(row)) fold();
    else {
      const met = row === undefined ? [...this.events.keys()] : [row];
      const befores = met.map((each) => this.#state.get(each));
      fold();
      for (const [index, each] of met.entries()) {
        const after = this.#state.get(each);
        const before = befores[index] ?? after;
        this.events.get(each)?.push({ record, before, after, isTakenBack: false });
      }
    }
    if (record.type === "result" && record.decision === "stopped") this.#noteTakenBack();
  }

  /** The program died at the end of the journal: what was under way is unknown now. */
  crashed(): void {
    for (const [row, events] of this.events) {
      const last = events.at(-1);
      if (last) last.after = this.#state.get(row);
    }
  }

  /** The address was wrong: rows that it judged are what they were before. */
  #noteTakenBack(): void {
    for (const [row, events] of this.events) {
      const last = events.at(-1);
      const now = this.#state.get(row);
      if (!last || last.after === now) continue;
      last.after = now;
      last.isTakenBack = true;
    }
  }
}
