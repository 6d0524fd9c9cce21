/** A block of cells as spreadsheet programs put it on the clipboard: cells apart by tabs, rows by line ends. */
export function toTabbedText(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quoted).join("\t")).join("\r\n");
}

/** Cells that hold a tab, a line end or a quote at their beginning stand in quotes. */
function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The block that a text on the clipboard is; every row as long as it is there. */
export function fromTabbedText(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length || rows.at(-1)?.length === 0) {
    const isQuoted = text[at] === '"' && isWholeQuoted(text, at);
    const [cell, end] = isQuoted ? quotedCell(text, at) : plainCell(text, at);
    rows.at(-1)?.push(cell);
    if (end >= text.length) break;
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] === "\t") {
      if (at >= text.length) rows.at(-1)?.push("");
      continue;
    }
    // A line end behind the last row begins no other one.
    if (at >= text.length) break;
    rows.push([]);
  }
  return rows;
}

function plainCell(text: string, from: number): [cell: string, end: number] {
  let end = from;
  while (end < text.length && !"\t\r\n".includes(text[end] ?? "")) end += 1;
  return [text.slice(from, end), end];
}

function quotedCell(text: string, from: number): [cell: string, end: number] {
  const end = closingQuote(text, from);
  return [text.slice(from + 1, end).replaceAll('""', '"'), end + 1];
}

/** Whether a quote that opens a cell is closed at a cell's end; else it is one that somebody typed. */
function isWholeQuoted(text: string, from: number): boolean {
  const end = closingQuote(text, from);
  return end < text.length && (end + 1 === text.length || "\t\r\n".includes(text[end + 1] ?? ""));
}

function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? text.length : end;
}
