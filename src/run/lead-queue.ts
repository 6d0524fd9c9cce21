import { BitSet } from "../base/growable.ts";
import type { RunState } from "./journal/run-state.ts";
import type { Plan, ReadyLead } from "./plan/plan.ts";

/** A lead whose turn it is. */
export interface QueuedLead extends ReadyLead {
  /** Attempts of this round, when it comes back after others went. */
  attemptsUsed: number;
}

/**
 * The leads that are due, in the order in which they go: those with the fewest attempts without a definite answer first,
 * then by row. So a lead that gets nowhere keeps no other from its turn, in this round or the next. The plan is read
 * once for each such count; in a first round that is once. Memory: a bit for each row, and one more for each time that
 * leads are put back.
 */
export class LeadQueue {
  readonly #plan: Pick<Plan, "leads">;
  readonly #state: RunState;
  readonly #given = new BitSet();
  /** How many leads have so many fruitless attempts, of those whose turn is to come. */
  readonly #groups: Map<number, number>;
  /** Leads that go once all others have gone. */
  #putBack = { rows: new BitSet(), count: 0 };
  readonly #attemptsUsed = new Map<number, number>();
  #pass: AsyncGenerator<ReadyLead[]> | null = null;
  /** Leads that have been read, and how many of them were given out. */
  #read: readonly ReadyLead[] = [];
  #givenOut = 0;
  #reading: Promise<boolean> | null = null;

  constructor(plan: Pick<Plan, "leads">, state: RunState) {
    this.#plan = plan;
    this.#state = state;
    this.#groups = countGroups(state);
  }

  /**
   * The next lead; null when none is left.
   *
   * @throws What reading the plan threw.
   */
  async next(): Promise<QueuedLead | null> {
    while (this.#givenOut === this.#read.length) {
      this.#reading ??= this.#readOn().finally(() => {
        this.#reading = null;
      });
      if (!(await this.#reading)) return null;
    }
    const lead = this.#read[this.#givenOut++];
    if (!lead) throw new Error("a lead was given out twice");
    const { row, body } = lead;
    return { row, body, attemptsUsed: this.#attemptsUsed.get(row) ?? 0 };
  }

  /** A lead that is to go once more, after all others. */
  putBack(row: number, attemptsUsed: number): void {
    this.#putBack.rows.add(row);
    this.#putBack.count += 1;
    if (attemptsUsed > 0) this.#attemptsUsed.set(row, attemptsUsed);
  }

  async close(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    await this.#pass?.return(undefined);
  }

  /** @returns Whether there is a further lead. */
  async #readOn(): Promise<boolean> {
    for (;;) {
      this.#pass ??= this.#nextPass();
      if (!this.#pass) return false;
      const { done, value } = await this.#pass.next();
      if (done) {
        this.#pass = null;
        continue;
      }
      this.#read = value;
      this.#givenOut = 0;
      return true;
    }
  }

  #nextPass(): AsyncGenerator<ReadyLead[]> | null {
    const [[fewest, count] = []] = [...this.#groups].sort(([one], [other]) => one - other);
    if (fewest !== undefined && count !== undefined) {
      this.#groups.delete(fewest);
      return this.#first(count, (row) => this.#isNew(row) && this.#state.fruitlessAttempts(row) === fewest);
    }
    const { rows, count: backCount } = this.#putBack;
    if (backCount === 0) return null;
    this.#putBack = { rows: new BitSet(), count: 0 };
    return this.#first(backCount, (row) => rows.has(row));
  }

  /** Nothing is read behind the last one. */
  async *#first(count: number, isWanted: (row: number) => boolean): AsyncGenerator<ReadyLead[]> {
    let left = count;
    for await (const leads of this.#plan.leads(isWanted)) {
      for (const { row } of leads) this.#given.add(row);
      yield leads;
      left -= leads.length;
      if (left === 0) return;
    }
  }

  #isNew(row: number): boolean {
    return this.#state.isDue(row) && !this.#given.has(row);
  }
}

function countGroups(state: RunState): Map<number, number> {
  const groups = new Map<number, number>();
  for (const row of state.rows()) {
    if (!state.isDue(row)) continue;
    const count = state.fruitlessAttempts(row);
    groups.set(count, (groups.get(count) ?? 0) + 1);
  }
  return groups;
}
