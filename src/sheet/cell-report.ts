/** Where a reader says what it thinks of the cell it is reading. */
export interface CellReport {
  /** The cell holds something that is no value of the field: the lead is not sent. */
  unreadable(message: string): void;
  /** The cell was read, yet a person should know how. */
  warn(message: string): void;
}

/** A cell's text as a value. `undefined` is an absent field, with or without a report. */
export type TextReader = (text: string, report: CellReport) => FieldValue | undefined;

export type FieldValue = string | number | boolean;
