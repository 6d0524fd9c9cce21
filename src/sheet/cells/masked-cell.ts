import { maskedEmail } from "../../lead/email.ts";

const CELL_CHARACTERS_MAX = 200;

/**
 * What a cell is like, and not whose it is: digits are `#`, of a word only its first letter stays, an e-mail address is
 * masked as everywhere.
 */
export function maskedCell(text: string): string {
  const start = text.slice(0, CELL_CHARACTERS_MAX);
  if (/^\S+@\S+$/.test(start.trim())) return maskedEmail(start.trim());
  return start.replace(/\p{N}/gu, "#").replace(/(\p{L})[\p{L}\p{M}]+/gu, "$1***");
}
