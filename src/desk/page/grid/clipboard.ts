/** A block of cells as spreadsheet programs put it on the clipboard: cells apart by tabs, rows by line ends. */
export function toTabbedText(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quoted).join("\t")).join("\r\n");
}

/** Cells that hold a tab, a line end or a quote at their beginning stand in quotes. */
function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell with what ends it. A quote that opens it is closed at its end; else it is one that somebody typed. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;

/** The block that a text on the clipboard is; every row as long as it is there. */
export function fromTabbedText(text: string): string[][] {
  const rows: string[][] = [[]];
  // A line end behind the last row begins no other one.
  const block = text.replace(/(?:\r\n|\r|\n)$/, "");
  for (const [, inQuotes, plain = "", end] of block.matchAll(CELL)) {
    rows.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  return rows;
}
