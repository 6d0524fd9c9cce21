import { BitSet, NumberColumn } from "../../base/growable.ts";
import { textHash } from "../../base/text-hash.ts";
import type { Issue } from "../../lead/issue.ts";
import { ReasonTally } from "../../report/model/reason-tally.ts";

/** One kind of mistake, and how many rows have it now. */
export type MistakeGroup = ReturnType<MistakeGroups["list"]>[number];

/** Rows, by their indexes. */
class RowGroup {
  readonly #rows = new BitSet();
  count = 0;

  has(index: number): boolean {
    return this.#rows.has(index);
  }

  set(index: number, isIn: boolean): void {
    if (this.#rows.has(index) === isIn) return;
    if (isIn) this.#rows.add(index);
    else this.#rows.delete(index);
    this.count += isIn ? 1 : -1;
  }
}

/** Which rows have a mistake, and which kind, while rows change: a bit a row for each kind that there is. */
export class MistakeGroups {
  /** Tells kinds apart, and words them. */
  readonly #tally = new ReasonTally();
  readonly #kinds: RowGroup[] = [];
  readonly #all = new RowGroup();

  /** How many rows have one. */
  get count(): number {
    return this.#all.count;
  }

  add(index: number, row: number, issues: readonly Issue[]): void {
    if (issues.length > 0) this.#all.set(index, true);
    for (const issue of issues) {
      this.#tally.add(issue, row);
      const number = this.#tally.kindOf(issue);
      if (number === undefined) continue;
      this.#kinds[number] ??= new RowGroup();
      this.#kinds[number].set(index, true);
    }
  }

  remove(index: number): void {
    for (const group of [this.#all, ...this.#kinds]) group?.set(index, false);
  }

  /** @param number Of a kind; absent for any. */
  has(index: number, number?: number): boolean {
    return (number === undefined ? this.#all : this.#kinds[number])?.has(index) === true;
  }

  /** Those that some row is in, the most frequent first. */
  list() {
    const groups = this.#tally.reasons().map(({ number, message, column }) => ({
      number,
      message,
      /** What a person calls its place. */
      ...(column !== undefined && { column }),
      rowCount: this.#kinds[number]?.count ?? 0,
    }));
    return groups.filter(({ rowCount }) => rowCount > 0).sort((a, b) => b.rowCount - a.rowCount);
  }
}

/**
 * Which rows have the same e-mail, while rows change theirs. Like `ClaimRegister` it keeps a hash and never the address; unlike it, a row
 * may leave.
 */
export class EmailGroups {
  /** By row; 0 for none. */
  readonly #keys = new NumberColumn(Float64Array);
  /** Most addresses have one row. */
  readonly #rows = new Map<number, number | Set<number>>();

  /**
   * Puts a row into the group of its e-mail, in which it must not be yet.
   *
   * @returns Whether another row is in it.
   */
  add(index: number, emailKey: string): boolean {
    const key = textHash(emailKey);
    this.#keys.set(index, key);
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, index);
    else if (typeof rows === "number") this.#rows.set(key, new Set([rows, index]));
    else rows.add(index);
    return rows !== undefined;
  }

  /** Takes a row out of its group, where it is in one. */
  remove(index: number): void {
    const key = this.#keys.get(index);
    this.#keys.set(index, 0);
    const rows = this.#rows.get(key);
    if (typeof rows === "object") rows.delete(index);
    if (rows === index || (typeof rows === "object" && rows.size === 0)) this.#rows.delete(key);
  }

  /** All rows of a row's group, itself included, in no order; none where it is in none. */
  of(index: number): Iterable<number> {
    const rows = this.#rows.get(this.#keys.get(index)) ?? [];
    return typeof rows === "number" ? [rows] : rows;
  }

  /** The first row of a row's group. */
  firstOf(index: number): number {
    let first = index;
    for (const other of this.of(index)) if (other < first) first = other;
    return first;
  }
}
