import { BitSet } from "../../base/growable.ts";
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
