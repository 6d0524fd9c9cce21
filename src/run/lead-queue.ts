import type { RunState } from "./journal/run-state.ts";
import type { RowLookup } from "./plan/read-plan.ts";

/** A lead whose turn it is. */
export interface QueuedLead {
  row: number;
  /** The request's body, byte for byte. */
  body: Buffer;
  /** Attempts of this round, when it comes back after others went. */
  attemptsUsed: number;
}

/** The leads of a plan; opened when the first is read. */
interface Bodies {
  openRows(): Pick<RowLookup, "bodyOf" | "close">;
}

/** Numbers of rows are below it. */
const ROW_LIMIT = 2 ** 32;

/**
 * The leads that are due, in the order in which they go: those with the fewest attempts without a definite answer first,
 * then by row. So a lead that gets nowhere keeps no other from its turn, in this round or the next. Memory: 4 bytes for each row.
 */
export class LeadQueue {
  readonly #source: Bodies;
  readonly #state: RunState;
  /** Rows whose turn is to come, from the next one on. */
  #order: Uint32Array;
  #next = 0;
  /** Leads that go once all others have gone. */
  #putBack: number[] = [];
  readonly #attemptsUsed = new Map<number, number>();
  #leads: ReturnType<Bodies["openRows"]> | null = null;

  constructor(source: Bodies, state: RunState) {
    this.#source = source;
    this.#state = state;
    const due = new Float64Array(state.dueCount);
    let count = 0;
    for (const row of state.rows())
      if (state.isDue(row)) due[count++] = state.fruitlessAttempts(row) * ROW_LIMIT + row;
    // V8 sorts plain numbers where they lie; with a comparison it takes 29 MB more for a million rows. The lower 32 bits of
    // each are its row.
    this.#order = new Uint32Array(due.sort());
  }

  /**
   * The next lead; null when none is left.
   *
   * @throws What reading the plan threw.
   */
  next(): QueuedLead | null {
    for (let row = this.#nextRow(); row !== undefined; row = this.#nextRow()) {
      this.#leads ??= this.#source.openRows();
      const body = this.#state.isDue(row) ? this.#leads.bodyOf(row) : undefined;
      if (body) return { row, body, attemptsUsed: this.#attemptsUsed.get(row) ?? 0 };
    }
    return null;
  }

  /** A lead that is to go once more, after all others. */
  putBack(row: number, attemptsUsed: number): void {
    this.#putBack.push(row);
    if (attemptsUsed > 0) this.#attemptsUsed.set(row, attemptsUsed);
  }

  close(): void {
    this.#leads?.close();
  }

  #nextRow(): number | undefined {
    if (this.#next >= this.#order.length) {
      this.#order = Uint32Array.from(this.#putBack).sort();
      this.#putBack = [];
      this.#next = 0;
    }
    return this.#order[this.#next++];
  }
}
