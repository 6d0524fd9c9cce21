import { personal } from "../../base/finding.ts";
import { readAhead } from "../../base/row-stream.ts";
import { readHeader } from "../headers/header-grammar.ts";
import { headerKey, isOwnColumn } from "../headers/header-meaning.ts";
import { sheetNotice } from "../notice-texts.ts";
import { inputError } from "../sheet-errors.ts";
import {
  type CellValue,
  type Column,
  ColumnLimit,
  columnLetters,
  type Notice,
  type TableOptions,
} from "../table.ts";
import { underBands } from "./header-bands.ts";

/** How far down a header is looked for below titles, from the first row with text. */
const HEADER_SEARCH_ROWS = 50;
/** So many blank rows may stand above that. */
const BLANK_ROWS_MAX = 10_000;

/** Bands stand in at most this many rows above the labels. */
const BAND_ROWS_MAX = 2;
/** Below the first row, a header names as many things of a lead, or two of which one is proven by the rows below. */
const RECOGNISED_MIN = 3;
const PROVEN_MIN = 2;
/** One alone may be a cell. */
const OUR_COLUMNS_MIN = 2;

export interface HeaderChoice {
  /** Ordinal of the header's row, 1-based. */
  row: number;
  columns: Column[];
}

interface HeaderSearch {
  /** The first rows as text, blank ones included. */
  rows: readonly (readonly string[])[];
  /** Headers of a mapping file, which count as recognised. */
  known?: readonly string[] | undefined;
  /** How many columns merged cells take, by row (1-based) and column (0-based); of workbooks only. */
  spans?: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** A row of a sheet as text. */
interface SearchedRow {
  row: number;
  cells: string[];
  spans?: ReadonlyMap<number, number>;
}

/** A sheet whose header is known. */
export interface OpenedSheet<Batch> {
  header: HeaderChoice;
  /** Cells of the header's row as it stands in the input. */
  headerCellCount: number;
  /** All of it, from its first row on. */
  batches: AsyncGenerator<Batch>;
}

/**
 * Finds the header among a sheet's first rows: the one of a report of ours; else the row that names most of a
 * lead, above the first row that holds one; else the first that is as wide as the sheet.
 *
 * @param rowsIn The rows of a batch; blank ones may be missing.
 * @throws CliError when the row asked for is blank, when there is no header, or leads stand above it.
 */
export async function openAtHeader<Batch>(
  name: string,
  batches: AsyncGenerator<Batch>,
  rowsIn: (batch: Batch) => readonly SearchedRow[],
  { headerRow, knownHeaders, notices }: TableOptions,
): Promise<OpenedSheet<Batch>> {
  const rows: string[][] = [];
  const spans = new Map<number, ReadonlyMap<number, number>>();
  let [first, reached] = [-1, 0];
  const lastRow = () => Math.max(headerRow ?? 0, first < 0 ? BLANK_ROWS_MAX : first + HEADER_SEARCH_ROWS);
  const all = await readAhead(batches, (batch) => {
    for (const { row, cells, spans: here } of rowsIn(batch)) {
      reached = row;
      if (first < 0 && hasText(cells)) first = row - 1;
      if (row > lastRow()) break;
      while (rows.length < row - 1) rows.push([]);
      rows.push(cells);
      if (here) spans.set(row, here);
    }
    return reached >= lastRow();
  });
  const search = { rows, spans, known: knownHeaders };
  const at = headerRow === undefined ? chosenRow(name, search, first, lastRow()) : headerRow - 1;
  if (!hasText(rows[at] ?? [])) throw inputError("header-row-blank", { name, row: at + 1 });
  const header = headerAt(name, search, at, notices);
  if (headerRow === undefined && rows.slice(first, namesAt(search, at).top).some(hasText))
    notices.push(sheetNotice("header-row", { row: at + 1 }));
  return { header, headerCellCount: rows[at]?.length ?? 0, batches: all };
}

function chosenRow(name: string, search: HeaderSearch, first: number, lastRow: number): number {
  if (first < 0)
    throw search.rows.length < lastRow
      ? inputError("input-empty", { name })
      : inputError("input-empty/no-header", { name, lastRow });
  const ours = search.rows.slice(0, first + HEADER_SEARCH_ROWS).findIndex(isOurHeader);
  if (ours >= 0) return ours;
  const best = bestRow(search, first);
  refuseTransposed(name, search, best);
  refuseLeads(name, search, best);
  return best;
}

/** What the first rows of a sheet show of what it holds. */
export interface HeadSummary {
  /** What its headers name of a lead. */
  things: ReadonlySet<string>;
  /** Rows below the headers with an e-mail, and with anything at all. */
  emailCount: number;
  filledCount: number;
  /** Whether it is a report or a fix file of ours. */
  isOurs: boolean;
}

/** @param rows The first rows of a sheet as text, blank ones included. */
export function headSummary(rows: readonly (readonly string[])[]): HeadSummary {
  const first = rows.findIndex(hasText);
  if (first < 0) return { things: new Set(), emailCount: 0, filledCount: 0, isOurs: false };
  const at = bestRow({ rows }, first);
  const below = rows.slice(at + 1);
  const items = namesAt({ rows }, at).names.flatMap((name) => readHeader(name).item ?? []);
  return {
    things: new Set(items.filter((item) => item !== "irrelevant")),
    emailCount: below.filter((cells) => cells.some((cell) => isEmail(cell))).length,
    filledCount: below.filter(hasText).length,
    isOurs: rows.some(isOurHeader),
  };
}

/** Whether we wrote the row, above rows that are given back: these may look like headers, and are none. */
function isOurHeader(cells: readonly string[]): boolean {
  return cells.filter(isOwnColumn).length >= OUR_COLUMNS_MIN;
}

function bestRow(search: HeaderSearch, first: number): number {
  const rows = search.rows.slice(0, first + HEADER_SEARCH_ROWS);
  const known = new Set((search.known ?? []).map(headerKey));
  const widest = Math.max(...rows.map(filledCount));
  const firstLead = rows.findIndex(isLead);
  let best: number | undefined;
  let bestCount = 0;
  for (let at = first; at < rows.length; at++) {
    if (at === firstLead && best !== undefined) break;
    const count = countOf(search, at, known, widest);
    if (count > bestCount && (at === first || isEnough(search, at, count, known))) {
      best = at;
      bestCount = count;
    }
  }
  if (best !== undefined && (bestCount >= PROVEN_MIN || best > first || isProven(search, best))) return best;
  // Nothing that we know: below titles, the first row that is about as wide as the sheet.
  return rows.findIndex((cells) => filledCount(cells) * 5 >= widest * 3);
}

function isEnough(search: HeaderSearch, at: number, count: number, known: ReadonlySet<string>): boolean {
  if (count >= RECOGNISED_MIN || (known.size > 0 && count >= known.size)) return true;
  return count >= PROVEN_MIN && isProven(search, at);
}

/** Whether e-mails stand below the header that promises them. */
function isProven({ rows }: HeaderSearch, at: number): boolean {
  const columns = (rows[at] ?? []).flatMap((cell, index) =>
    readHeader(cell).item === "email" ? [index] : [],
  );
  return columns.some((index) => rows.slice(at + 1).some((cells) => isEmail(cells[index] ?? "")));
}

/** How many things of a lead a row names, with the bands above it; 0 for one that cannot be a header. */
function countOf(search: HeaderSearch, at: number, known: ReadonlySet<string>, widest: number): number {
  const cells = search.rows[at] ?? [];
  const filled = filledCount(cells);
  if (filled < Math.min(2, widest)) return isProven(search, at) ? 1 : 0;
  const data = cells.filter((cell) => cell.length <= DATA_CHARACTERS_MAX && DATA.test(cell));
  if (data.length * 2 > filled || cells.some((cell) => isEmail(cell))) return 0;
  const alone = namedThings(cells, known);
  if (at === 0 || data.length > 0 || alone < Math.max(2, filled * 0.7)) return alone;
  return Math.max(alone, namedThings(namesAt(search, at).names, known));
}

function namedThings(cells: readonly string[], known: ReadonlySet<string>): number {
  const things = new Set<string>();
  for (const cell of cells) {
    const { item, whose, place, certainty } = readHeader(cell);
    if (item !== undefined && item !== "irrelevant" && (certainty !== "partial" || cell.length < 80)) {
      things.add(`${whose ?? ""} ${place ?? ""} ${item}`);
    } else if (known.has(headerKey(cell))) things.add(headerKey(cell));
  }
  return things.size;
}

const EMAIL = /^\s*<?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}>?\s*$/;
/** A number, an amount, a date, a telephone number: nothing that a header is. */
const DATA = /^\s*[$€£(+#-]*\d[\d\s().,/:+$%-]*(?:[km]|am|pm)?\s*$/i;

/** Longer cells are none of these, and are not looked at. */
const DATA_CHARACTERS_MAX = 320;

/** Whether a cell is an e-mail address and nothing else. */
export function isEmail(cell: CellValue | undefined): boolean {
  return (
    typeof cell === "string" && cell.length <= DATA_CHARACTERS_MAX && cell.includes("@") && EMAIL.test(cell)
  );
}

/** Whether a row holds a lead, and so no headers: an e-mail, and something else. */
export function isLead(cells: readonly string[]): boolean {
  return filledCount(cells) >= 2 && cells.some((cell) => isEmail(cell));
}

/**
 * A row that holds a lead is not a header, and one above the header would be lost.
 *
 * @throws CliError
 */
function refuseLeads(name: string, { rows, known }: HeaderSearch, at: number): void {
  const header = rows[at] ?? [];
  if (header.some((cell) => isEmail(cell)) && (known?.length ?? 0) === 0) {
    throw inputError("no-known-column/no-header", { name, row: at + 1 });
  }
  const width = filledCount(header);
  const above = rows
    .slice(0, at)
    .findIndex((cells) => isLead(cells) && filledCount(cells) >= Math.min(3, width));
  if (above < 0) return;
  throw inputError("leads-above-header", { name, headerRow: at + 1, row: above + 1 });
}

/**
 * Headers that stand below one another make each column a lead.
 *
 * @throws CliError
 */
function refuseTransposed(name: string, { rows, known = [] }: HeaderSearch, at: number): void {
  const column = (rows[at] ?? []).findIndex(isFilled);
  const down = rows.map((cells) => cells[column] ?? "");
  const wanted = Math.max(RECOGNISED_MIN, 2 * namedThings(rows[at] ?? [], new Set()) + 1);
  if (known.length > 0 || namedThings(down, new Set()) < wanted) return;
  if (!down.some((cell) => readHeader(cell).item === "email")) return;
  throw inputError("sheet-transposed", { name, letters: columnLetters(column) });
}

function headerAt(name: string, search: HeaderSearch, at: number, notices: Notice[]): HeaderChoice {
  const limit = new ColumnLimit(name);
  const labels = labelsAt(search, at);
  for (const label of labels) limit.add({ name: label });
  const { names } = namesAt(search, at);
  const isJoined = (name: string, index: number) => name !== (labels[index] ?? "");
  const joined =
    names.find((name, index) => isJoined(name, index) && isFilled(labels[index])) ?? names.find(isJoined);
  if (joined !== undefined) {
    notices.push(sheetNotice("header-bands", { header: personal(joined) }));
  }
  return { row: at + 1, columns: names.map((name, index) => ({ name, letters: columnLetters(index) })) };
}

function labelsAt({ rows }: HeaderSearch, at: number): string[] {
  const cells = rows[at] ?? [];
  return cells.slice(0, filledWidth(cells));
}

/** The labels of a row with the bands above it, and the index of the first row that they were taken from. */
function namesAt(search: HeaderSearch, at: number): { names: string[]; top: number } {
  let names = labelsAt(search, at);
  let top = at;
  while (top > Math.max(0, at - BAND_ROWS_MAX)) {
    const under = bandsOn(search, names, top - 1);
    if (under === names) break;
    names = under;
    top -= 1;
  }
  return { names, top };
}

function bandsOn({ rows, spans }: HeaderSearch, names: string[], above: number): string[] {
  const cells = rows[above] ?? [];
  if (cells.some((cell) => isEmail(cell))) return names;
  const under = underBands(names, cells, spans?.get(above + 1));
  return under.length === names.length && under.every((name, index) => name === names[index]) ? names : under;
}

function filledCount(cells: readonly CellValue[]): number {
  return cells.filter(isFilled).length;
}

export function hasText(cells: readonly CellValue[]): boolean {
  return cells.some(isFilled);
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
