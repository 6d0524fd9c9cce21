import { maskedEmail } from "../../lead/email.ts";

const CELL_CHARACTERS_MAX = 200;

/** An e-mail, a phone number, or the beginning of a street. */
const OF_SOMEBODY = /@|(?:\p{N}[^\p{L}\p{N}]*){7}|^\s*\p{N}+\S*\s+\p{L}/u;

/** The same of a column of words that is asked about as a whole: its words are what is asked about, unless they are somebody's. */
export function maskedWord(text: string): string {
  return OF_SOMEBODY.test(text) ? maskedCell(text) : text.slice(0, CELL_CHARACTERS_MAX);
}

/**
 * What a cell is like, and not whose it is: digits are `#`, of a word only its first letter stays, an e-mail address is
 * masked as everywhere.
 */
export function maskedCell(text: string): string {
  const start = text.slice(0, CELL_CHARACTERS_MAX);
  if (/^\S+@\S+$/.test(start.trim())) return maskedEmail(start.trim());
  return start.replace(/\p{N}/gu, "#").replace(/(\p{L})[\p{L}\p{M}]+/gu, "$1***");
}
