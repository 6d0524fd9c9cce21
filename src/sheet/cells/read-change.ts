import { valueLabel } from "../../lead/field-catalogue.ts";
import type { Column } from "../table.ts";
import { wordKey } from "../text/word-key.ts";
import type { FieldValue } from "./cell-report.ts";

/** A word of a column that was read as another value beyond doubt, and in how many rows. */
export interface ReadChange {
  /** Path of the field. */
  path: string;
  column: Column;
  /** The cell's text, as it first stood there. */
  from: string;
  to: FieldValue;
  rowCount: number;
}

/** Most rows first; another spelling of the value itself is not a change. */
export function toldChanges(changes: readonly ReadChange[]): ReadChange[] {
  return changes
    .filter(({ path, from, to }) => {
      const text = wordKey(from);
      return text !== wordKey(String(to)) && text !== wordKey(valueLabel(path, to));
    })
    .toSorted((one, other) => other.rowCount - one.rowCount);
}
