/** Where a reader says what it thinks of the cell it is reading. */
export interface CellReport {
  /** The cell holds something that is no value of the field: the lead is not sent. */
  unreadable(message: string): void;
  /** The cell was read, yet a person should know how. */
  warn(message: string, harm?: "lost" | "changed" | "doubtful"): void;
}

/** For reading a cell a second time, of which everything has been said. */
export const SILENT_REPORT: CellReport = { unreadable: () => {}, warn: () => {} };

/** A cell's text as a value. `undefined` is an absent field, with or without a report. */
export type TextReader = (text: string, report: CellReport) => FieldValue | undefined;

/** What a field of a lead holds, and a cell is read as. */
export type FieldValue = string | number | boolean;

const SHOWN_CHARACTERS_MAX = 40;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as a message quotes it: in quotes, on one line, nothing invisible, at most 40 characters. */
export function shownValue(text: string): string {
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
