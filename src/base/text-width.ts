import { stripVTControlCharacters } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";

/** Marks join the character before them, and characters that only format are not shown. */
const ZERO_WIDTH = /[\p{M}\p{Cf}]/u;
const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;

/** The columns that a text fills in a terminal; colours fill none. */
export function displayWidth(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (PRINTABLE_ASCII.test(bare)) return bare.length;
  let width = 0;
  for (const character of bare) width += characterWidth(character);
  return width;
}

/** The beginning of a text without colours that fits, with an ellipsis where something is left out. */
export function truncate(text: string, columnsMax: number, ellipsis: string): string {
  if (displayWidth(text) <= columnsMax) return text;
  const room = columnsMax - displayWidth(ellipsis);
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > room) break;
    kept += character;
  }
  return room < 0 ? "" : kept + ellipsis;
}

/** Pads to the left, by columns instead of characters. */
export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Pads to the right, by columns instead of characters. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** Puts pieces into lines that fit, never breaking one: a path or an address stays whole, however long. */
export function flow(pieces: readonly string[], columnsMax: number, separator: string): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const joined = line === undefined ? piece : line + separator + piece;
    if (line !== undefined && displayWidth(joined) <= columnsMax) lines[lines.length - 1] = joined;
    else lines.push(piece);
  }
  return lines;
}

/**
 * Breaks a text between its words, into lines that fit.
 *
 * @param whole Commands and paths in it that somebody may copy: they are not broken at their spaces either.
 */
export function wrap(text: string, columnsMax: number, whole: readonly string[] = []): string[] {
  const kept = whole.filter((phrase) => phrase.includes(" ") && text.includes(phrase));
  const glued = kept.reduce((line, phrase) => line.replaceAll(phrase, phrase.replaceAll(" ", GLUE)), text);
  const lines = flow(glued.split(/ +/), columnsMax, " ");
  return kept.length === 0 ? lines : lines.map((line) => line.replaceAll(GLUE, " "));
}

/** Stands for a space at which nothing is broken. Safe text holds none of its kind. */
const GLUE = "\u0000";

function characterWidth(character: string): number {
  if (character === GLUE) return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}
