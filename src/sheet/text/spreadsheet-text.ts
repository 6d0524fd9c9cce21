/**
 * A spreadsheet takes a cell that begins with one of these for a formula. The full-width and small forms count because
 * some programs fold them, and so does space in front, which some programs trim.
 */
const FORMULA = String.raw`[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;

/** Controls at its beginning split a cell. */
const ACTIVE = new RegExp(String.raw`^'*(?:[\0\t\r\n]|${FORMULA})`, "u");

/**
 * Makes a cell's text inert in a spreadsheet, by an apostrophe in front of what would be a formula. Text that
 * begins with apostrophes before such a character gets one more, so that {@link unescapeFormula} can tell them apart.
 */
export function escapeFormula(text: string): string {
  return ACTIVE.test(text) ? `'${text}` : text;
}

/**
 * Gives back the text that {@link escapeFormula} was given: `unescapeFormula(escapeFormula(text)) === text` for every text.
 * Text that was never escaped stays as it is, unless it begins with an apostrophe before a formula character.
 */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && ACTIVE.test(text) ? text.slice(1) : text;
}

/**
 * Cells as one line of delimited text (RFC 4180), ended by CRLF. Every cell is quoted, so that nothing in it can be taken
 * for a delimiter, here or where another one is usual.
 */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) => (cell.includes('"') ? cell.replaceAll('"', '""') : cell));
  return `"${quoted.join(`"${delimiter}"`)}"\r\n`;
}
