import { valueLabel } from "../../lead/field-catalogue.ts";
import type { Column } from "../table.ts";
import type { FieldValue } from "./cell-report.ts";
import { normalized } from "./cell-text.ts";

/** A word of a column that was read as another value beyond doubt, and in how many rows. */
export interface ReadChange {
  /** Of the field. */
  path: string;
  column: Column;
  /** The cell's text, as it first stood there. */
  from: string;
  to: FieldValue;
  rowCount: number;
}

const WORDS_MAX = 100;

/** Counts the words of one column that were read as other values. */
export class ChangeTally {
  readonly #path: string;
  readonly #column: Column;
  readonly #all: ReadChange[];
  readonly #byText = new Map<string, ReadChange>();

  /** @param all Of the whole input, in the order in which they turned up; this one adds to them. */
  constructor(path: string, column: Column, all: ReadChange[]) {
    this.#path = path;
    this.#column = column;
    this.#all = all;
  }

  /** What looks the same but for case and spelling of the value itself is no change. Beyond a hundred words none is added. */
  count(from: string, to: FieldValue): void {
    const known = this.#byText.get(from);
    if (known) {
      known.rowCount += 1;
      return;
    }
    if (from === String(to) || this.#byText.size >= WORDS_MAX) return;
    const change = { path: this.#path, column: this.#column, from, to, rowCount: 1 };
    this.#byText.set(from, change);
    this.#all.push(change);
  }
}

/** Most rows first; another spelling of the value itself is no change. */
export function toldChanges(changes: readonly ReadChange[]): ReadChange[] {
  return changes
    .filter(({ path, from, to }) => {
      const text = normalized(from);
      return text !== normalized(String(to)) && text !== normalized(valueLabel(path, to));
    })
    .toSorted((one, other) => other.rowCount - one.rowCount);
}
