import { valueLabel } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import type { Lead } from "../../lead/schema.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import type { ColumnReading } from "../columns/column-reading.ts";
import type { Mapping } from "../columns/mapping.ts";
import type { QuestionLog } from "../columns/question-log.ts";
import type { Question, SampleCell } from "../question.ts";
import type { CellPlace, CellValue, Column, InputRow, InputTable } from "../table.ts";
import { wordKey } from "../text/word-key.ts";

/** A row on its way to a lead: typed where its cells could be read, with an issue for each that could not. */
export interface MappedRow {
  /** Spreadsheet row number; see `InputRow`. */
  row: number;
  /** The input's own cells, aligned with the columns. */
  cells: readonly CellValue[];
  /** Built in the order of the field catalogue; absent cells are absent fields, empty objects are absent. */
  lead: Lead;
  /** Fields that had a value which could not be read. */
  unreadable: Issue[];
  /** Repairs that a person should know of. */
  warnings: Issue[];
  /** A person has said that it goes, though it looks as if it had better not. */
  isToGo?: true;
  /** By path: the column that was read for a field of several columns, where it is not the first. */
  others?: ReadonlyMap<string, Column>;
  /** What its words ask, and no answer settles; it is asked if the row is wanted. Absent where nothing is. */
  asked?: readonly AskedWord[];
}

/** A column of which a field is read, or put together. */
export interface FeedingColumn {
  column: Column;
  /** Only the filled columns of the lowest rank are read in a row. Columns without a rank are added to them. */
  rank?: number;
}

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

/** A question of a row, with the cell that it is about. */
export interface AskedWord {
  question: Question;
  sample: SampleCell;
}

/** An input whose columns have been matched to the fields of a lead. */
export interface MappedInput extends Omit<InputTable, "rows" | "sample"> {
  /** How its columns were understood; of JSON, complete when all rows have been read. */
  readonly readings: readonly ColumnReading[];
  /** Complete when all rows have been read and planned. */
  questions: QuestionLog;
  /** Words that were read as other values beyond doubt; grows while rows are read, and is bounded. */
  changes: readonly ReadChange[];
  rows: AsyncIterable<MappedRow>;
  /** Reads a single row, for who goes through the table's rows in a way of their own instead of by `rows`. */
  map(row: InputRow): MappedRow;
  /**
   * To be called after the last row that `map` has read.
   *
   * @throws CliError when columns that turned up with the rows cannot make leads.
   */
  checkColumns(): void;
  /**
   * Where a field's value stands in the input: its column's header and the cell, where there is one. Of several columns the
   * first, unless the row itself is given, which says where its own stands.
   */
  locate(path: readonly string[], row: number, mapped?: Pick<MappedRow, "others">): CellPlace;
  /** Every column that a field may be made of, by canonical path; the one that it is looked for in first. */
  feeding(path: string): FeedingColumn[];
  /** How its columns were understood, as rules: so rows that are corrected later are read alike, and nothing is asked. */
  resolvedMapping(): Mapping;
}

/**
 * Changes that a person made to an input without touching its file. Its columns are understood as they are in the file, so
 * that a corrected cell never changes what another column means.
 */
export interface RowEdits {
  /** Adds the columns that a person has filled in and the file lacks; JSON, whose keys turn up with its items, gets them later. */
  addColumns(table: Pick<InputTable, "format" | "columns">): void;
  /** A row as it is now. */
  over(row: InputRow, columns: InputTable["columns"]): InputRow;
  /** Whether a person has said that a row is not a lead. */
  isNotALead(row: number): boolean;
}
