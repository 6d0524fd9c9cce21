import { CliError } from "../../../base/cli-error.ts";
import { readHeader } from "../../headers/header-grammar.ts";
import { isLead } from "../../table/header-row.ts";
import { type PeekedBytes, withoutStart } from "../input-source.ts";
import { csvRecords } from "./csv-records.ts";

const CANDIDATES = [",", ";", "\t", "|"] as const;
const LINES_MAX = 60;
const HEADER_LINES_MAX = 20;
const HAS_TEXT = /[^\s,;|"]/;

/** The `sep=;` line that Excel writes and hides. */
const SEP_LINE = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\n|\r)/i;

/** What a header names of the things that a text may hold. */
export type ItemOf = (header: string) => string | undefined;

const itemOfLead: ItemOf = (header) => {
  const { item } = readHeader(header);
  return item === "irrelevant" ? undefined : item;
};

/**
 * What delimits a text, and the text without the line that says so.
 *
 * @param options The delimiter that a person named, if one did; and what headers are told by, where none is named.
 */
export async function delimitedText(
  { head, chunks }: Pick<PeekedBytes, "head" | "chunks">,
  { asked, itemOf }: { asked?: string | undefined; itemOf?: ItemOf | undefined },
): Promise<{ delimiter: string; chunks: AsyncGenerator<Buffer> }> {
  const start = head.toString("utf8");
  const [line, bare, quoted] = SEP_LINE.exec(start) ?? [];
  const delimiter = asked ?? bare ?? quoted ?? (await sniffDelimiter(start, itemOf));
  return { delimiter, chunks: line === undefined ? chunks : withoutStart(chunks, Buffer.byteLength(line)) };
}

/**
 * The delimiter of a text, from its beginning: the one under which most headers are recognised in
 * one line, and failing that the one that cuts most lines into the same number of cells.
 */
export async function sniffDelimiter(text: string, itemOf: ItemOf = itemOfLead): Promise<string> {
  let best: string = ",";
  let bestScore = 0;
  for (const delimiter of CANDIDATES) {
    const score = scoreOf(await linesOf(text, delimiter), itemOf);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** Recognised headers weigh more than any number of even lines. */
function scoreOf(lines: readonly string[][], itemOf: ItemOf): number {
  let recognised = 0;
  const widths = new Map<number, number>();
  for (const [index, cells] of lines.entries()) {
    if (index < HEADER_LINES_MAX && !isLead(cells))
      recognised = Math.max(recognised, recognisedIn(cells, itemOf, recognised));
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const even = Math.max(0, ...widths.values());
  return (recognised > 1 ? recognised * 10 : 0) + (lines.length === 0 ? 0 : (even / lines.length) * 9);
}

/**
 * How many things a line names. Headers are slow to read: a line that cannot name more than `enough` is given up,
 * and the number is then too small.
 *
 * @param enough What another line came to. One thing alone says nothing.
 */
function recognisedIn(cells: readonly string[], itemOf: ItemOf, enough: number): number {
  const items = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    if (items.size + cells.length - index <= Math.max(1, enough)) break;
    const item = itemOf(cell);
    if (item !== undefined) items.add(item);
  }
  return items.size;
}

/** The first lines of a text as cells; a quoted cell may span lines, or be cut off with the text. */
async function linesOf(text: string, delimiter: string): Promise<string[][]> {
  const lines = text.split("\n").filter((line) => HAS_TEXT.test(line));
  const start = Buffer.from(`${lines.slice(0, LINES_MAX).join("\n")}\n`);
  const found: string[][] = [];
  try {
    for await (const { records } of csvRecords("", [start], delimiter)) found.push(...records);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
  return found;
}
