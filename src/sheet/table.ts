import type { InputFormat } from "../settings/settings.ts";
/** What a cell held. Sheets of text give strings; JSON and workbooks may give typed values. */
export type CellValue = string | number | boolean | null | JsonFragment;

/** What no field takes (a list, an object, a number too long to be exact): kept as its text, never sent. */
export interface JsonFragment {
  json: string;
  /** Set for a date of a workbook, which no field takes; its text is the day. */
  isDate?: true;
}

/** A column of the input, in the order of first appearance. */
export interface Column {
  /** The header as it stands in the input; for JSON the keys joined by dots. */
  name: string;
  /** The column's letters in a spreadsheet, as in `O`. Absent for JSON. */
  letters?: string;
  /** For JSON: the keys that lead to the value, outermost first. */
  keys?: readonly string[];
}

/** One record of the input. */
export interface InputRow {
  /** As a person counts in a spreadsheet: the header is row 1, the first lead row 2. In JSON, item 1 is row 1. */
  row: number;
  /** Aligned with the table's columns; may be shorter, never longer (see `damage`). */
  cells: readonly CellValue[];
  /** Why the record as a whole cannot be trusted, as a sentence with the way out. */
  damage?: string;
}

/** Something worth saying about the input as a whole, once. */
export interface Notice {
  /** A stable kebab-case name, as in `unknown-column`. */
  code: string;
  message: string;
}

/** A file on its way to rows: what is known of it before the first one, and the rows, to be read once. */
export interface InputTable {
  /** The file's name without folders, or `stdin`. */
  name: string;
  format: InputFormat;
  /** For delimited text. */
  delimiter?: string;
  /** Complete before the first row of a sheet; for JSON it grows as new keys turn up. */
  columns: Column[];
  /** Grows while rows are read. */
  notices: Notice[];
  /** The first rows below the header, of delimited text: how a column writes its numbers shows there. */
  sample?: readonly (readonly string[])[];
  /** The mark of fractions that its amounts show, where that is known already, as for rows of an earlier run. */
  shownMark?: "." | ",";
  /** Ends with a `CliError` when a structural fault is met (an unclosed quote, broken JSON). */
  rows: AsyncIterable<InputRow>;
}
