import { withRoom } from "../base/growable.ts";
import { afterAnswer, afterCrash, type LeadState, REFUSED_LOCALLY, UNSENT } from "../outcome/lead-state.ts";
import { emptySummary, STATUSES, type Status, type Summary } from "../outcome/status.ts";
import type { IntentRecord, ResultHead } from "./journal-record.ts";

const FLAG = { selected: 1, maybeCreated: 2, resumable: 4, open: 8, due: 16 } as const;
const NO_RESULT = -1;

/**
 * What is known of every row of a run: a fold of its plan and its journal, 14 bytes a row, indexed by
 * row number. The live run and its reports fold with the same code.
 */
export class RunState {
  readonly #summary: Summary = emptySummary();
  /** Of the rows that are due. */
  readonly #due: Summary = emptySummary();
  #status = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #attempts = new Uint32Array(0);
  #lastResultAt = new Float64Array(0);
  #rowMax = 0;
  #openCount = 0;

  /** Counts per status, of selected rows. */
  get summary(): Readonly<Summary> {
    return this.#summary;
  }

  /** The same while a round goes: a row that is due counts as pending, whatever was known of it last. */
  get progress(): Summary {
    const progress = { ...this.#summary };
    for (const status of STATUSES) progress[status] -= this.#due[status];
    progress.pending += this.#due.total;
    return progress;
  }

  /** Rows that the round has yet to settle. */
  get dueCount(): number {
    return this.#due.total;
  }

  isDue(row: number): boolean {
    return ((this.#flags[row] ?? 0) & FLAG.due) !== 0;
  }

  /** A round is to settle a row: it is due until its last attempt is. */
  markDue(row: number): void {
    if (this.isDue(row)) return;
    this.#flags[row] = (this.#flags[row] ?? 0) | FLAG.due;
    this.#countDue(this.get(row).status, 1);
  }

  /** Takes a row of the plan in. A row that is planned again (corrected) starts from its new verdict. */
  plan(row: number, ready: boolean): void {
    this.#reserve(row);
    if (!this.has(row)) {
      this.#flags[row] = FLAG.selected;
      this.#summary.total += 1;
      this.#summary.pending += 1;
      this.#status[row] = STATUSES.indexOf("pending");
    }
    this.#lastResultAt[row] = NO_RESULT;
    this.#set(row, ready ? UNSENT : REFUSED_LOCALLY);
  }

  has(row: number): boolean {
    return ((this.#flags[row] ?? 0) & FLAG.selected) !== 0;
  }

  get(row: number): LeadState {
    const flags = this.#flags[row] ?? 0;
    return {
      status: STATUSES[this.#status[row] ?? 0] ?? "pending",
      maybeCreated: (flags & FLAG.maybeCreated) !== 0,
      resumable: (flags & FLAG.resumable) !== 0,
    };
  }

  /** HTTP exchanges so far, over all rounds. */
  attempts(row: number): number {
    return this.#attempts[row] ?? 0;
  }

  /** Byte offset in the journal of the row's last result; undefined before the first. */
  lastResultAt(row: number): number | undefined {
    const offset = this.#lastResultAt[row];
    return offset === undefined || offset === NO_RESULT ? undefined : offset;
  }

  intent(record: Pick<IntentRecord, "row" | "attempt">): void {
    const flags = this.#flags[record.row] ?? 0;
    if ((flags & FLAG.open) === 0) this.#openCount += 1;
    this.#attempts[record.row] = record.attempt;
    this.#flags[record.row] = flags | FLAG.open;
  }

  result(record: Pick<ResultHead, "row" | "answer" | "decision">, offset: number): void {
    this.#set(record.row, afterAnswer(this.get(record.row), record.answer.kind, record.decision));
    this.#lastResultAt[record.row] = offset;
  }

  /** The program died here: every attempt under way becomes unknown. Returns how many there were. */
  crash(): number {
    const openCount = this.#openCount;
    for (let row = 0; this.#openCount > 0; row++) {
      if (((this.#flags[row] ?? 0) & FLAG.open) === 0) continue;
      this.#set(row, afterCrash());
      this.#lastResultAt[row] = NO_RESULT;
    }
    return openCount;
  }

  /** Selected rows in ascending order. */
  *rows(): Generator<number> {
    for (let row = 0; row <= this.#rowMax; row++) if (this.has(row)) yield row;
  }

  /** Rows that an interrupted round left behind. */
  resumableCount(): number {
    let count = 0;
    for (const flags of this.#flags) if ((flags & FLAG.resumable) !== 0) count += 1;
    return count;
  }

  #set(row: number, state: LeadState): void {
    const before = STATUSES[this.#status[row] ?? 0] ?? "pending";
    const isDue = this.isDue(row) && state.resumable;
    if (this.isDue(row)) this.#countDue(before, -1);
    if (isDue) this.#countDue(state.status, 1);
    if (((this.#flags[row] ?? 0) & FLAG.open) !== 0) this.#openCount -= 1;
    this.#summary[before] -= 1;
    this.#summary[state.status] += 1;
    this.#summary.maybeCreated += Number(state.maybeCreated) - Number(this.get(row).maybeCreated);
    this.#status[row] = STATUSES.indexOf(state.status);
    this.#flags[row] =
      FLAG.selected |
      (state.maybeCreated ? FLAG.maybeCreated : 0) |
      (state.resumable ? FLAG.resumable : 0) |
      (isDue ? FLAG.due : 0);
  }

  #countDue(status: Status, change: 1 | -1): void {
    this.#due[status] += change;
    this.#due.total += change;
  }

  #reserve(row: number): void {
    this.#rowMax = Math.max(this.#rowMax, row);
    if (row < this.#status.length) return;
    this.#status = withRoom(this.#status, row + 1);
    this.#flags = withRoom(this.#flags, row + 1);
    this.#attempts = withRoom(this.#attempts, row + 1);
    this.#lastResultAt = withRoom(this.#lastResultAt, row + 1);
  }
}
