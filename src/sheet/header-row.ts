import { fieldByHeader, headerKey, isOwnColumn } from "./header-meaning.ts";
import { inputError } from "./input-error.ts";
import { type CellValue, type Column, ColumnLimit, columnLetters, type Notice } from "./table.ts";

/** How far down a header is looked for below titles. */
export const HEADER_SEARCH_ROWS = 20;
const RECOGNISED_MIN = 3;
/** One alone may be a cell. */
const OUR_COLUMNS_MIN = 2;

export interface HeaderChoice {
  /** Ordinal of the header's row, 1-based. */
  row: number;
  columns: Column[];
}

/**
 * Finds the header among an input's first rows: the one of a report of ours; else the first row with text, unless
 * it names no field and one below it names three or more, the e-mail among them.
 *
 * @param rows The first rows as text, blank ones included.
 * @param asked The row that the person named with `--header-row`.
 * @param known Headers of a mapping file, which count as recognised.
 * @returns `undefined` when there is no text at all.
 * @throws CliError when the row asked for is blank.
 */
export function chooseHeader(
  name: string,
  rows: readonly (readonly string[])[],
  notices: Notice[],
  asked?: number,
  known: readonly string[] = [],
): HeaderChoice | undefined {
  const knownKeys = new Set(known.map(headerKey));
  const first = rows.findIndex(hasText);
  if (asked !== undefined) {
    const cells = rows[asked - 1];
    if (cells && hasText(cells)) return headerAt(name, rows, asked - 1, notices);
    throw inputError(
      "header-row-blank",
      `${name} has no headers in row ${asked}`,
      "Name the row in which the column headers stand with --header-row.",
    );
  }
  if (first < 0) return undefined;
  const ours = rows.slice(0, HEADER_SEARCH_ROWS).findIndex(isOurHeader);
  let best = ours < 0 ? first : ours;
  let bestCount = 0;
  for (let at = first; ours < 0 && at < Math.min(rows.length, HEADER_SEARCH_ROWS); at++) {
    const { count, hasEmail } = recognised(rows[at] ?? [], knownKeys);
    if (count > bestCount && (at === first || (count >= RECOGNISED_MIN && hasEmail))) {
      best = at;
      bestCount = count;
    }
  }
  const chosen = headerAt(name, rows, best, notices);
  if (best > first) {
    notices.push({
      code: "header-row",
      message: `The headers were found in row ${best + 1}; what stands above is left out (--header-row names another row)`,
    });
  }
  return chosen;
}

/** Whether we wrote the row, above rows that are given back: these may look like headers, and are none. */
function isOurHeader(cells: readonly string[]): boolean {
  return cells.filter(isOwnColumn).length >= OUR_COLUMNS_MIN;
}

function recognised(cells: readonly string[], knownKeys: ReadonlySet<string>) {
  const keys = new Set<string>();
  let hasEmail = false;
  for (const cell of cells) {
    const field = fieldByHeader(cell);
    if (field) keys.add(field.path);
    else if (knownKeys.size > 0 && knownKeys.has(headerKey(cell))) keys.add(headerKey(cell));
    if (field?.path === "contactInfo.email" || knownKeys.size > 0) hasEmail = true;
  }
  return { count: keys.size, hasEmail };
}

function headerAt(
  name: string,
  rows: readonly (readonly string[])[],
  at: number,
  notices: Notice[],
): HeaderChoice {
  const cells = rows[at] ?? [];
  const width = filledWidth(cells);
  const limit = new ColumnLimit(name);
  const labels = cells.slice(0, width);
  for (const label of labels) limit.add({ name: label });
  const names = underBands(labels, rows[at - 1] ?? [], notices);
  return { row: at + 1, columns: names.map((name, index) => ({ name, letters: columnLetters(index) })) };
}

const ADDRESS_BAND = /propert|subject|residen|home|current|mailing|address/i;

/**
 * Labels such as `Street` may stand under merged cells that say whose they are (`Property`, `Residence`).
 * Each label of the property's address gets the text above it in front. Where that makes no header we
 * know, the column feeds nothing, rather than an address that it may not belong to.
 */
function underBands(labels: readonly string[], above: readonly string[], notices: Notice[]): string[] {
  const filled = above.filter((cell) => cell.trim() !== "").length;
  const isTitle = filled === 1 && (above[0] ?? "").trim() !== "";
  if (isTitle || filled >= labels.length || !above.some((cell) => ADDRESS_BAND.test(cell)))
    return [...labels];
  let band = "";
  const names = labels.map((label, index) => {
    band = above[index]?.trim() || band;
    const isAddress = fieldByHeader(label)?.path.startsWith("address.");
    return band !== "" && isAddress ? `${band} ${label}` : label;
  });
  const joined = names.find((name, index) => name !== labels[index]);
  if (joined !== undefined) {
    const message = `The headers stand in two rows and were read together, as in "${joined}"`;
    notices.push({ code: "header-bands", message });
  }
  return names;
}

export function hasText(cells: readonly CellValue[]): boolean {
  for (const cell of cells) {
    if (isFilled(cell)) return true;
  }
  return false;
}

export function isFilled(cell: CellValue | undefined): boolean {
  if (cell === "" || cell === null || cell === undefined) return false;
  return typeof cell !== "string" || cell.trim() !== "";
}

/** How many cells there are up to the last one with text. */
export function filledWidth(cells: readonly CellValue[]): number {
  let width = cells.length;
  while (width > 0 && !isFilled(cells[width - 1])) width -= 1;
  return width;
}
