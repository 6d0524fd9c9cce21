import type { CodedText } from "../../base/finding.ts";
import type { Harm } from "../../lead/issue.ts";
import { type AnswerOption, passedOver } from "../question.ts";

/** Where a reader says what it thinks of the cell it is reading. */
export interface CellReport {
  /**
   * Whether the column's header says in our own terms what it holds (a path, a mapping file, a template): what is
   * written there like a value of a program is taken at its word.
   */
  readonly isNamed: boolean;
  /** The cell holds something that is not a value of the field: the lead is not sent. It gives back that nothing was read. */
  unreadable(found: CodedText): undefined;
  /**
   * The cell was read, or left out, and a person should know how.
   *
   * @param harm How bad it is, if what was read is not what was meant. `doubtful` unless it is given.
   */
  warn(found: CodedText, harm?: Harm): undefined;
  /** A word was read as a value beyond doubt: it is counted for the reading, and no word to the row. It gives the value back. */
  read<Value extends FieldValue>(text: string, value: Value): Value;
  /**
   * Asks a person about a word, once for each distinct word of the column.
   *
   * @param options With `AS_IT_STANDS` only where the word can be sent as it is.
   * @param cell What stands in the cell, where that is more than the word.
   * @returns The answer of the option that was chosen. While nobody has: `passedOver`.
   */
  ask(word: string, options: readonly AnswerOption[], question: CodedText, cell?: string): string;
}

/** For reading a cell a second time, of which everything has been said. */
export const SILENT_REPORT: CellReport = {
  isNamed: false,
  unreadable: () => undefined,
  warn: () => undefined,
  read: (_text, value) => value,
  ask: (_word, options) => passedOver(options),
};

/** A cell's text as a value. `undefined` is an absent field, with or without a report. */
export type TextReader = (text: string, report: CellReport) => FieldValue | undefined;

/** What a field of a lead holds, and a cell is read as. */
export type FieldValue = string | number | boolean;
