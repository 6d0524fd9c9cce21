import { BitSet } from "../../base/growable.ts";
import type { Issue } from "../../lead/issue.ts";
import { ReasonTally } from "../../report/model/reason-tally.ts";

/** One kind of mistake, and how many rows have it now. */
export type MistakeGroup = ReturnType<MistakeGroups["list"]>[number];

/** Which rows have which kind of mistake, while rows change: a bit a row for each kind that there is. */
export class MistakeGroups {
  /** Tells kinds apart, and words them. */
  readonly #tally = new ReasonTally();
  readonly #kinds: { rows: BitSet; count: number }[] = [];

  add(index: number, row: number, issues: readonly Issue[]): void {
    for (const issue of issues) {
      this.#tally.add(issue, row);
      const number = this.#tally.kindOf(issue);
      if (number === undefined) continue;
      this.#kinds[number] ??= { rows: new BitSet(), count: 0 };
      const kind = this.#kinds[number];
      if (kind.rows.has(index)) continue;
      kind.rows.add(index);
      kind.count += 1;
    }
  }

  /** Takes a row out of the groups of these issues, or of all. */
  remove(index: number, issues?: readonly Issue[]): void {
    const numbers = issues?.map((issue) => this.#tally.kindOf(issue));
    for (const [number, kind] of this.#kinds.entries()) {
      if ((numbers && !numbers.includes(number)) || !kind.rows.has(index)) continue;
      kind.rows.delete(index);
      kind.count -= 1;
    }
  }

  has(number: number, index: number): boolean {
    return this.#kinds[number]?.rows.has(index) === true;
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
