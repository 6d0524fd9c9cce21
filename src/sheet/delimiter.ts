import { readHeader } from "./header-grammar.ts";

const CANDIDATES = [",", ";", "\t", "|"] as const;
const LINES_MAX = 60;

/** The `sep=;` line that Excel writes and hides: its delimiter, and how many bytes the line takes. */
export function sepLine(text: string): { delimiter: string; length: number } | undefined {
  const match = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\n|\r)/i.exec(text);
  const delimiter = match?.[1] ?? match?.[2];
  return match && delimiter ? { delimiter, length: Buffer.byteLength(match[0]) } : undefined;
}

/**
 * The delimiter of a text, from its beginning: the one under which most headers of a lead are recognised in
 * one line, and failing that the one that cuts most lines into the same number of cells.
 */
export function sniffDelimiter(text: string): string {
  let best: string = ",";
  let bestScore = 0;
  for (const delimiter of CANDIDATES) {
    const score = scoreOf(linesOf(text, delimiter));
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** Recognised headers weigh more than any number of even lines. */
function scoreOf(lines: readonly string[][]): number {
  let recognised = 0;
  const widths = new Map<number, number>();
  for (const [index, cells] of lines.entries()) {
    if (index < 20) {
      const items = new Set(cells.map((cell) => readHeader(cell).item));
      items.delete(undefined);
      items.delete("irrelevant");
      recognised = Math.max(recognised, items.size);
    }
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const even = Math.max(0, ...widths.values());
  return (recognised > 1 ? recognised * 10 : 0) + (lines.length === 0 ? 0 : (even / lines.length) * 9);
}

/** The first lines of a text as cells; a quoted cell may span lines. The last one may be cut short. */
function linesOf(text: string, delimiter: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isBlank = true;
  let isQuoted = false;
  for (let at = 0; at < text.length && lines.length < LINES_MAX; at++) {
    const character = text[at] ?? "";
    if (isQuoted) {
      if (character !== '"') {
        cell += character;
        isBlank &&= character.trim() === "";
      } else if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (character === '"' && isBlank) {
      isQuoted = true;
    } else if (character === delimiter) {
      cells.push(cell);
      cell = "";
      isBlank = true;
    } else if (character === "\n" || character === "\r") {
      if (cells.length > 0 || !isBlank) lines.push([...cells, cell]);
      cells = [];
      cell = "";
      isBlank = true;
    } else {
      cell += character;
      isBlank &&= character.trim() === "";
    }
  }
  if (lines.length < LINES_MAX && (cells.length > 0 || cell !== "")) lines.push([...cells, cell]);
  return lines;
}
