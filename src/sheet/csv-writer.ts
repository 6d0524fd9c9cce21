/**
 * Cells as one line of delimited text (RFC 4180), ended by CRLF. Every cell is quoted, so that nothing in it can be taken
 * for a delimiter, here or where another one is usual.
 */
export function csvLine(cells: readonly string[], delimiter: string): string {
  let line = "";
  for (const cell of cells) {
    const quoted = cell.includes('"') ? cell.replaceAll('"', '""') : cell;
    line += `${line === "" ? "" : delimiter}"${quoted}"`;
  }
  return `${line}\r\n`;
}
