import { personal } from "../../base/finding.ts";
import { sheetNotice } from "../notice-texts.ts";
import { rowFinding } from "../row-texts.ts";
import { inputError } from "../sheet-errors.ts";
import { type HeadSummary, headSummary, type OpenedSheet, openAtHeader } from "../table/header-row.ts";
import { SheetRows } from "../table/sheet-rows.ts";
import { cellText, columnLetters, type InputRow, type InputTable, type TableOptions } from "../table.ts";
import { MergedCells } from "./merged-cells.ts";
import { openOds } from "./ods/open-ods.ts";
import { GUIDE_SHEET, type SheetRow, type Workbook, type WorkbookSheet } from "./workbook.ts";
import { openXlsx } from "./xlsx/open-xlsx.ts";
import { asBrokenWorkbook, openArchive } from "./zip-archive.ts";

/**
 * A workbook's sheet as a table: the one named, or the only visible one that holds leads.
 *
 * @throws CliError when the workbook is damaged or too large, when several sheets may hold the leads and none is
 *   named, and, while it is read, at a hidden row that nobody said what to do with.
 */
export async function workbookTable(
  name: string,
  chunks: AsyncIterable<Buffer>,
  options: TableOptions,
): Promise<InputTable> {
  const workbook = await openWorkbook(name, chunks);
  const sheetRows = workbook.rows(await chooseSheet(name, workbook, options));
  const opened = await openAtHeader(name, sheetRows, searchedRows, options);
  const sheet = new SheetRows(name, opened.header, options);
  return sheet.table({ format: "xlsx" }, rowsBelow(name, opened, sheet, options));
}

/** @throws CliError when it is not a workbook, or damaged; reading it, too. */
export async function openWorkbook(name: string, chunks: AsyncIterable<Buffer>): Promise<Workbook> {
  const archive = await openArchive(name, chunks);
  const isOds = archive.has("content.xml") && !archive.has("[Content_Types].xml");
  const orBroken = <Read>(read: Promise<Read>): Promise<Read> =>
    read.catch((error) => Promise.reject(asBrokenWorkbook(name, error)));
  const workbook = await orBroken((isOds ? openOds : openXlsx)(name, archive));
  return {
    sheets: workbook.sheets,
    head: (sheet) => orBroken(workbook.head(sheet)),
    rows: async function* (sheet) {
      try {
        yield* workbook.rows(sheet);
      } catch (error) {
        throw asBrokenWorkbook(name, error);
      }
    },
  };
}

async function chooseSheet(
  name: string,
  workbook: Workbook,
  { sheet: asked, notices }: TableOptions,
): Promise<WorkbookSheet> {
  if (asked !== undefined) {
    const wanted = asked.trim().toLowerCase();
    const named = workbook.sheets.find((sheet) => sheet.name.trim().toLowerCase() === wanted);
    if (named) return named;
    throw inputError("sheet-missing", { name, asked, sheets: shownNames(workbook.sheets) });
  }
  const heads = new Map<WorkbookSheet, HeadSummary>();
  for (const sheet of workbook.sheets) {
    const rows = await workbook.head(sheet);
    if (rows.length > 0) heads.set(sheet, headSummary(textRows(rows)));
  }
  const isVisible = ({ isHidden }: WorkbookSheet): boolean => !isHidden;
  const those = (are: (head: HeadSummary, name: string) => boolean): WorkbookSheet[] =>
    [...heads].flatMap(([sheet, head]) => (are(head, sheet.name) ? sheet : []));
  const visible = [...heads.keys()].filter(isVisible);
  const ours = those(({ isOurs }) => isOurs).filter(isVisible);
  // The others of a workbook that we wrote say how to use it.
  if (ours[0] && ours.length === 1) return ours[0];
  const ofLeads = those(holdsLeads);
  const shown = ofLeads.filter(isVisible);
  const [only, other] = shown;
  const hidden = ofLeads.filter(({ isHidden }) => isHidden);
  if (other) throw ambiguous(name, shown);
  if (!only && hidden[0])
    throw inputError("sheet-hidden", { name, sheets: shownNames(hidden), first: shortName(hidden[0]) });
  // Not filled in yet, beside sheets that say how to.
  const [empty, ...more] = those(awaitsLeads).filter(isVisible);
  const named = only ?? (more.length === 0 ? empty : undefined);
  const chosen = named ?? visible[0];
  if (!chosen) throw inputError("input-empty/no-sheet", { name });
  if (!named && visible.length > 1) throw ambiguous(name, visible);
  for (const sheet of hidden) {
    notices.push(sheetNotice("hidden-sheet", { sheet: personal(shortName(sheet)) }));
  }
  const others = visible.filter((sheet) => sheet !== chosen && sheet.name !== GUIDE_SHEET);
  if (others.length > 0) {
    const named = others.slice(0, NAMES_SHOWN_MAX).map((sheet) => personal(shortName(sheet)));
    const more = others.length - named.length;
    notices.push(sheetNotice("sheet-chosen", { sheet: personal(shortName(chosen)), others: named, more }));
  }
  return chosen;
}

/** Names of sheets that list people, but not those that want a loan. */
const OF_OTHERS =
  /officer|realtor|agent|staff|team|roster|users?\b|branch|partner|referr|\bl\.?o\.?s?\b|\bmlos?\b/i;

function holdsLeads({ things, emailCount, filledCount }: HeadSummary, name: string): boolean {
  const has = (...items: string[]) => items.some((item) => things.has(item));
  const isOfProperty = has("street", "fullAddress", "city", "loanPurpose", "buildingType", "propertyUsage");
  if (OF_OTHERS.test(name) && !isOfProperty) return false;
  const hasPerson = has("firstName", "lastName", "fullName", "phone");
  if (has("email") && emailCount > 0) return things.size >= 2 || !hasPerson;
  return hasPerson && things.size >= 4 && filledCount > 0;
}

/** Whether a sheet has the headers of leads and nothing below them. */
function awaitsLeads({ things, filledCount }: HeadSummary): boolean {
  return filledCount === 0 && things.has("email") && things.size >= 4;
}

function ambiguous(name: string, sheets: readonly WorkbookSheet[]): Error {
  const first = shortName(sheets[0]);
  return inputError("sheet-ambiguous", { name, count: sheets.length, sheets: shownNames(sheets), first });
}

function shortName(sheet: WorkbookSheet | undefined): string {
  return sheet?.name.slice(0, NAME_CHARACTERS_MAX) ?? "";
}

const NAMES_SHOWN_MAX = 8;
/** Excel allows 31. */
const NAME_CHARACTERS_MAX = 100;

function shownNames(sheets: readonly WorkbookSheet[]): string {
  const names = sheets.slice(0, NAMES_SHOWN_MAX).map((sheet) => `"${shortName(sheet)}"`);
  const more = sheets.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

/** Rows as text, each in its place; those that did not come are blank. */
function textRows(rows: readonly SheetRow[]): string[][] {
  const texts: string[][] = [];
  for (const { row, cells } of rows) texts[row - 1] = cells.map(cellText);
  return Array.from(texts, (cells) => cells ?? []);
}

function searchedRows(rows: readonly SheetRow[]) {
  return rows.map(({ row, cells, merges = [] }) => ({
    row,
    cells: cells.map(cellText),
    spans: new Map(merges.map(({ column, columnCount }) => [column, columnCount])),
  }));
}

async function* rowsBelow(
  name: string,
  { header, batches }: OpenedSheet<readonly SheetRow[]>,
  sheet: SheetRows,
  { hiddenRows, notices }: TableOptions,
): AsyncGenerator<Iterable<InputRow>> {
  const merged = new MergedCells(name, header);
  function* rowsOf(rows: readonly SheetRow[]): Generator<InputRow> {
    for (const sheetRow of rows) {
      const { row, cells, isHidden, isStruck, farColumn } = sheetRow;
      if (row <= header.row) continue;
      if (isHidden && hiddenRows === undefined) throw inputError("hidden-rows", { name, row });
      merged.add(sheetRow);
      if (isHidden && hiddenRows === "skip") {
        sheet.skip(row, "hidden", cells);
        continue;
      }
      const shaped = sheet.take(row, cells);
      if (!shaped) continue;
      const whole = merged.fill(shaped);
      if (farColumn !== undefined)
        yield { ...whole, damage: rowFinding("cell-far", { cell: `${columnLetters(farColumn)}${row}` }) };
      else yield isStruck ? { ...whole, damage: STRUCK } : whole;
    }
  }
  for await (const rows of batches) yield rowsOf(rows);
  const filled = merged.notice;
  if (filled) notices.push(filled);
  sheet.end();
}

/** Somebody may have done with the lead, and it would go anyway. */
const STRUCK = rowFinding("row-struck");
