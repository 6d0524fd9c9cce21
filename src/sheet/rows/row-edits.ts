import type { InputRow, InputTable } from "../table.ts";

/**
 * What a person has changed in an input without touching its file. Its columns are understood as if nobody had, so that no
 * cell that is corrected makes another column mean something else.
 */
export interface RowEdits {
  /** Adds the columns that a person has filled in and the file lacks; JSON, whose keys turn up with its items, gets them later. */
  addColumns(table: Pick<InputTable, "format" | "columns">): void;
  /** A row as it is now. */
  over(row: InputRow, columns: InputTable["columns"]): InputRow;
  /** Whether a person has said that a row is not a lead. */
  isNotALead(row: number): boolean;
}
