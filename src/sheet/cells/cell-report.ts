import type { Harm } from "../../lead/issue.ts";
import { type AnswerOption, AS_IT_STANDS, LEAVE_OUT } from "../question.ts";

/** Where a reader says what it thinks of the cell it is reading. */
export interface CellReport {
  /**
   * Whether the column's header says in our own terms what it holds (a path, a mapping file, a template): what is
   * written there like a value of a program is taken at its word.
   */
  readonly isNamed: boolean;
  /** The cell holds something that is no value of the field: the lead is not sent. */
  unreadable(message: string): void;
  /**
   * The cell was read, yet a person should know how.
   *
   * @param harm How bad it is, if what was read is not what was meant. `doubtful` unless it is given.
   * @param finding Our own name of it, where something is decided by it.
   */
  warn(message: string, harm?: Harm, finding?: string): void;
  /** A word was read as a value beyond doubt: it is counted for the reading, and no word to the row. */
  read(text: string, value: FieldValue): void;
  /**
   * Asks a person about a word, once for each distinct word of the column.
   *
   * @param options With `AS_IT_STANDS` only where the word can be sent as it is.
   * @param text The question, ending in its mark.
   * @param cell What stands in the cell, where that is more than the word.
   * @returns The answer of the option that was chosen. While nobody has: `AS_IT_STANDS` where that is an option, else
   *   `LEAVE_OUT`.
   */
  ask(word: string, options: readonly AnswerOption[], text: string, cell?: string): string;
}

/** For reading a cell a second time, of which everything has been said. */
export const SILENT_REPORT: CellReport = {
  isNamed: false,
  unreadable: () => {},
  warn: () => {},
  read: () => {},
  ask: (_word, options) => options.find(({ answer }) => answer === AS_IT_STANDS)?.answer ?? LEAVE_OUT,
};

/** A cell's text as a value. `undefined` is an absent field, with or without a report. */
export type TextReader = (text: string, report: CellReport) => FieldValue | undefined;

/** What a field of a lead holds, and a cell is read as. */
export type FieldValue = string | number | boolean;

const SHOWN_CHARACTERS_MAX = 40;
const PRINTABLE = /^[ -~]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as a message quotes it: in quotes, on one line, nothing invisible, at most 40 characters. */
export function shownValue(text: string): string {
  if (text.length <= SHOWN_CHARACTERS_MAX && PRINTABLE.test(text)) return `"${text}"`;
  const characters = [...text.slice(0, SHOWN_CHARACTERS_MAX * 2 + 1)];
  const start = characters.slice(0, SHOWN_CHARACTERS_MAX).join("");
  const escaped = start.replace(INVISIBLE, escapedCharacter);
  return characters.length > SHOWN_CHARACTERS_MAX ? `"${escaped}…"` : `"${escaped}"`;
}

function escapedCharacter(character: string): string {
  switch (character) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;
  }
}
