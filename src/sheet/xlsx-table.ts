import { fieldByHeader } from "./header-meaning.ts";
import { chooseHeader, HEADER_SEARCH_ROWS, type HeaderChoice } from "./header-row.ts";
import { inputError } from "./input-error.ts";
import { withSample } from "./row-sample.ts";
import { SheetRows } from "./sheet-rows.ts";
import { cellText, columnLetters, type InputRow, type InputTable, type Notice } from "./table.ts";
import { brokenWorkbook, openArchive, type XlsxArchive } from "./xlsx-archive.ts";
import { type SheetBatch, sheetRows } from "./xlsx-sheet.ts";
import { readWorkbook, type Workbook, type WorkbookSheet } from "./xlsx-workbook.ts";

export interface XlsxTableOptions {
  sheet?: string;
  headerRow?: number;
  knownHeaders?: readonly string[];
  /** What to do with rows that are hidden or filtered away; without it they stop the file. */
  hiddenRows?: "include" | "skip";
  notices: Notice[];
}

/**
 * A workbook's sheet as a table: the one named, or the only visible one with anything in it.
 *
 * @throws CliError when the workbook is damaged or too large, when it has several sheets and none is named,
 *   and, while it is read, at a hidden row that nobody said what to do with.
 */
export async function xlsxTable(
  name: string,
  chunks: AsyncIterable<Buffer>,
  options: XlsxTableOptions,
): Promise<InputTable> {
  const archive = await openArchive(name, chunks);
  const workbook = await orBroken(name, () => readWorkbook(name, archive));
  const open: OpenSheet = (sheet) => rowsOf(name, archive, workbook, sheet);
  const batches = open(await chooseSheet(name, workbook, open, options));
  const { header, read } = await openAtHeader(name, batches, options);
  const [first] = read;
  if (first) noteHiddenColumns(header, first, options.notices);
  return {
    name,
    format: "xlsx",
    columns: header.columns,
    notices: options.notices,
    ...(await withSample(rowsBelow(name, header, read, batches, options))),
  };
}

/** A sheet's rows from its first on. */
type OpenSheet = (sheet: WorkbookSheet) => AsyncGenerator<SheetBatch>;

async function orBroken<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Error && error.name === "CliError" ? error : brokenWorkbook(name, error);
  }
}

async function chooseSheet(
  name: string,
  workbook: Workbook,
  open: OpenSheet,
  { sheet: asked, notices }: XlsxTableOptions,
): Promise<WorkbookSheet> {
  if (asked !== undefined) {
    const wanted = asked.trim().toLowerCase();
    const named = workbook.sheets.find((sheet) => sheet.name.trim().toLowerCase() === wanted);
    if (named) return named;
    throw inputError(
      "sheet-missing",
      `${name} has no sheet "${asked}"`,
      `Its sheets are ${shownNames(workbook.sheets)}.`,
    );
  }
  const filled: WorkbookSheet[] = [];
  for (const sheet of workbook.sheets) {
    if (!sheet.isHidden && (await hasRows(open(sheet)))) filled.push(sheet);
  }
  const [only, other] = filled;
  if (!only) {
    const hint = "Export it again, with a header row and a row for each lead.";
    throw inputError("input-empty", `${name} has no visible sheet with anything in it`, hint);
  }
  if (!other) {
    for (const sheet of workbook.sheets) {
      if (!sheet.isHidden || !(await holdsLeads(open(sheet)))) continue;
      const message = `Sheet ${shownNames([sheet])} is hidden and is left out (--sheet names another one)`;
      notices.push({ code: "hidden-sheet", message });
    }
    return only;
  }
  const what = `${name} has ${filled.length} sheets (${shownNames(filled)}), and which one holds the leads is not certain`;
  throw inputError(
    "sheet-ambiguous",
    what,
    `Say which one, as in --sheet ${JSON.stringify(only.name.slice(0, NAME_CHARACTERS_MAX))}.`,
  );
}

const NAMES_SHOWN_MAX = 8;
/** Excel allows 31. */
const NAME_CHARACTERS_MAX = 100;

function shownNames(sheets: readonly WorkbookSheet[]): string {
  const names = sheets.slice(0, NAMES_SHOWN_MAX).map(({ name }) => `"${name.slice(0, NAME_CHARACTERS_MAX)}"`);
  const more = sheets.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

async function hasRows(batches: AsyncGenerator<SheetBatch>): Promise<boolean> {
  for await (const _batch of batches) return true;
  return false;
}

/** Hidden sheets hold lists of choices more often than leads. */
async function holdsLeads(batches: AsyncGenerator<SheetBatch>): Promise<boolean> {
  for await (const { rows } of batches) {
    return rows
      .slice(0, HEADER_SEARCH_ROWS)
      .some(({ cells }) => cells.some((cell) => fieldByHeader(cellText(cell))?.path === "contactInfo.email"));
  }
  return false;
}

async function* rowsOf(
  name: string,
  archive: XlsxArchive,
  workbook: Workbook,
  sheet: WorkbookSheet,
): AsyncGenerator<SheetBatch> {
  const stream = await orBroken(name, () => archive.open(sheet.path));
  if (!stream) throw brokenWorkbook(name);
  try {
    yield* sheetRows(stream, workbook);
  } catch (error) {
    throw brokenWorkbook(name, error);
  }
}

async function openAtHeader(
  name: string,
  batches: AsyncGenerator<SheetBatch>,
  { headerRow, knownHeaders, notices }: XlsxTableOptions,
): Promise<{ header: HeaderChoice; read: SheetBatch[] }> {
  const wanted = Math.max(headerRow ?? 0, HEADER_SEARCH_ROWS);
  const read: SheetBatch[] = [];
  const first: string[][] = [];
  let reached = 0;
  while (reached < wanted) {
    const { done, value } = await batches.next();
    if (done) break;
    read.push(value);
    for (const { row, cells } of value.rows) {
      reached = row;
      if (row <= wanted) first[row - 1] = cells.map(cellText);
    }
  }
  const rows = Array.from(first, (cells) => cells ?? []);
  const header = chooseHeader(name, rows, notices, headerRow, knownHeaders);
  if (header) return { header, read };
  const hint = "Name its row with --header-row.";
  throw inputError("input-empty", `${name} has no header in its first ${HEADER_SEARCH_ROWS} rows`, hint);
}

async function* rowsBelow(
  name: string,
  header: HeaderChoice,
  read: SheetBatch[],
  batches: AsyncGenerator<SheetBatch>,
  { hiddenRows, notices }: XlsxTableOptions,
): AsyncGenerator<InputRow> {
  const sheet = new SheetRows(header, " ", notices);
  let skipped = 0;
  try {
    let batch: SheetBatch | undefined = read.shift();
    while (batch) {
      for (const { row, cells, isHidden, farColumn } of batch.rows) {
        if (row <= header.row) continue;
        if (isHidden) {
          if (hiddenRows === undefined) throw hiddenRow(name, row);
          skipped += hiddenRows === "skip" ? 1 : 0;
          if (hiddenRows === "skip") continue;
        }
        const shaped = sheet.take(row, cells);
        if (!shaped) continue;
        if (sheet.hasHeld) yield* sheet.release();
        yield farColumn === undefined ? shaped : { ...shaped, damage: farCell(farColumn, row) };
      }
      batch = read.shift() ?? (await batches.next()).value ?? undefined;
    }
    if (skipped > 0) {
      notices.push({ code: "hidden-rows", message: `${skipped} hidden rows were left out` });
    }
    sheet.end(name);
  } finally {
    await batches.return(undefined);
  }
}

function hiddenRow(name: string, row: number): Error {
  return inputError(
    "hidden-rows",
    `${name} has hidden rows (row ${row} is the first), and whether their leads are meant to go is not certain`,
    'Clear the filter and unhide or delete them; or say "hiddenRows": "include" or "skip" in a mapping file.',
  );
}

function farCell(column: number, row: number): string {
  return `The row has a cell far from the table (${columnLetters(column)}${row}): delete it, or move it under its header`;
}

function noteHiddenColumns(
  { columns }: HeaderChoice,
  { hiddenColumns }: SheetBatch,
  notices: Notice[],
): void {
  const hidden = columns.filter((_, index) => hiddenColumns.has(index)).map(({ letters }) => letters);
  if (hidden.length === 0) return;
  const message = `Hidden columns are read like any other (${hidden.join(", ")})`;
  notices.push({ code: "hidden-columns", message });
}
