import { readHeader } from "../../headers/header-grammar.ts";
import { isLead } from "../../table/header-row.ts";
import { type PeekedBytes, withoutStart } from "../input-source.ts";

const CANDIDATES = [",", ";", "\t", "|"] as const;
const LINES_MAX = 60;
const HEADER_LINES_MAX = 20;

/** The `sep=;` line that Excel writes and hides. */
const SEP_LINE = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\n|\r)/i;

/**
 * What delimits a text, and the text without the line that says so.
 *
 * @param delimiterIn Tells it from the text's beginning where no line says it.
 */
export function delimitedText(
  { head, chunks }: Pick<PeekedBytes, "head" | "chunks">,
  delimiterIn: (start: string) => string,
): { delimiter: string; chunks: AsyncGenerator<Buffer> } {
  const start = head.toString("utf8");
  const [line, bare, quoted] = SEP_LINE.exec(start) ?? [];
  const delimiter = bare ?? quoted;
  if (line === undefined || delimiter === undefined) return { delimiter: delimiterIn(start), chunks };
  return { delimiter, chunks: withoutStart(chunks, Buffer.byteLength(line)) };
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
    if (index < HEADER_LINES_MAX && !isLead(cells))
      recognised = Math.max(recognised, recognisedIn(cells, recognised));
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const even = Math.max(0, ...widths.values());
  return (recognised > 1 ? recognised * 10 : 0) + (lines.length === 0 ? 0 : (even / lines.length) * 9);
}

/**
 * How many things of a lead a line names. Headers are slow to read: a line that cannot come to more is given up, and says
 * too few.
 *
 * @param enough What another line came to. One thing alone says nothing.
 */
function recognisedIn(cells: readonly string[], enough: number): number {
  const items = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    if (items.size + cells.length - index <= Math.max(1, enough)) break;
    const { item } = readHeader(cell);
    if (item !== undefined && item !== "irrelevant") items.add(item);
  }
  return items.size;
}

/** The first lines of a text as cells; a quoted cell may span lines. The last one may be cut short. */
function linesOf(text: string, delimiter: string): string[][] {
  const mark = new RegExp(`["\r\n${delimiter}]`, "g");
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  // Known by itself: a cell that is put together of many pieces takes long to be looked at for each.
  let isBlank = true;
  let isQuoted = false;
  let from = 0;
  for (let found = mark.exec(text); found && lines.length < LINES_MAX; found = mark.exec(text)) {
    const [character] = found;
    const piece = text.slice(from, found.index);
    cell += piece;
    isBlank &&= piece.trim() === "";
    from = found.index + 1;
    if (isQuoted) {
      if (character !== '"') {
        cell += character;
        isBlank &&= character.trim() === "";
      } else if (text[from] === '"') mark.lastIndex = ++from;
      else isQuoted = false;
    } else if (character === '"') {
      if (isBlank) isQuoted = true;
      else cell += character;
    } else {
      if (character === delimiter) cells.push(cell);
      else {
        if (cells.length > 0 || !isBlank) lines.push([...cells, cell]);
        cells = [];
      }
      cell = "";
      isBlank = true;
    }
  }
  if (lines.length === LINES_MAX) return lines;
  cell += text.slice(from);
  if (cells.length > 0 || cell !== "") lines.push([...cells, cell]);
  return lines;
}
