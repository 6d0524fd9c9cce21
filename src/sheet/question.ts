import type { CodedText, Params } from "../base/finding.ts";
import { maskedEmail } from "../lead/email.ts";

/**
 * Something that a careful person would ask about before the sheet is sent. Its shape, but for `isAcceptable` and
 * the samples' texts, is what `--json` shows.
 */
export interface Question {
  /** The same for the same headers and words, whatever the order of columns and rows: answers are kept under it. */
  id: string;
  kind: "column" | "word" | "address" | "layout" | "person";
  /** Header of the column that it is about; of the first one, where it is about several; empty where it is about people. */
  column: string;
  /** Letters of that column in a spreadsheet. */
  letters?: string;
  /** The cell's text that was not understood, of a question about a word. */
  word?: string;
  /** What is asked, by its name: a code of a catalogue. */
  finding: string;
  /** What its sentence is made of. */
  params?: Params;
  /** What is asked, for people: one sentence with a question mark. */
  text: string;
  /** Up to three cells that show what it is about. */
  samples: readonly SampleCell[];
  /** How many rows the answer decides, as far as they are read. */
  rowCount: number;
  options: readonly AnswerOption[];
  /** For a question about people: each row, and who it may be. */
  people?: readonly AskedPerson[];
  /** Whether `--accept-reading` passes it over. Never, where it is about whose an address or a person is. */
  isAcceptable: boolean;
}

/** A row that may be somebody twice. */
export interface AskedPerson {
  row: number;
  /** Rows of the same sheet, or of runs. */
  maybe: readonly {
    run: string | null;
    row: number;
    existing: "created" | "maybe" | null;
    reasons: readonly string[];
  }[];
}

export interface SampleCell {
  /** As in `O17`; absent for JSON. */
  cell?: string;
  text: string;
}

export interface AnswerOption {
  /** What a mapping file's `answers` say: a target's path, a field's value, `property`, `residence`, `both`, `as-it-stands`, `leave-out`. */
  answer: string;
  /** The same in words, as in `Single family`. */
  label: string;
}

/** What a question asks, by its code and in words. */
export function questionText({
  message,
  ...asked
}: CodedText): Pick<Question, "finding" | "params" | "text"> {
  return { ...asked, text: message };
}

/** Leaves a column, or a word's field, out of the lead. */
export const LEAVE_OUT = "leave-out";
/** The answer with which rows go that may be somebody twice. */
export const SEND_ROWS = "send";
/** Sends a word as it stands in the sheet. */
export const AS_IT_STANDS = "as-it-stands";

/** What is done where nobody answers. */
export function passedOver(options: readonly AnswerOption[]): string {
  return options.some(({ answer }) => answer === AS_IT_STANDS) ? AS_IT_STANDS : LEAVE_OUT;
}

/** The same as options. */
export const LEFT_OUT: AnswerOption = { answer: LEAVE_OUT, label: "Leave it out" };
export const SENT_AS_IT_STANDS: AnswerOption = { answer: AS_IT_STANDS, label: "Send it as it is" };

const MASKED_CHARACTERS_MAX = 200;

/** An e-mail, a phone number, or the beginning of a street. */
const OF_SOMEBODY = /@|(?:\p{N}[^\p{L}\p{N}]*){7}|^\s*\p{N}+\S*\s+\p{L}/u;

/** A word that is asked about, as others may see it: as it stands, unless it is somebody's. */
export function maskedWord(text: string): string {
  return OF_SOMEBODY.test(text) ? maskedCell(text) : text.slice(0, MASKED_CHARACTERS_MAX);
}

/**
 * Shows what a cell is like, and not whose it is: digits become `#`, a word keeps only its first letter, an e-mail address is
 * masked as everywhere.
 */
export function maskedCell(text: string): string {
  const start = text.slice(0, MASKED_CHARACTERS_MAX);
  if (/^\S+@\S+$/.test(start.trim())) return maskedEmail(start.trim());
  return start.replace(/\p{N}/gu, "#").replace(/(\p{L})[\p{L}\p{M}]+/gu, "$1***");
}
