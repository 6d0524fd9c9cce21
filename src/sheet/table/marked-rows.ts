import { handOn } from "../../base/row-stream.ts";
import { headerKey, isOwnColumn } from "../headers/header-meaning.ts";
import { sheetNotice } from "../notice-texts.ts";
import {
  type CellValue,
  cellText,
  type InputRow,
  type InputTable,
  isJson,
  type SkippedRows,
} from "../table.ts";
import { addSkipped, namedRows } from "./sheet-rows.ts";

/** What a person chooses or writes in `leadctl_status` of a fix file or a report, where the row is not a lead. */
export const NOT_A_LEAD = "not a lead";

/** The same where a row was held back until a person says that it goes, and it does. */
export const SEND = "send";

/** Whether a row's status says so, however it is written: `Not a lead`, `not-a-lead`. */
export function saysNotALead(status: CellValue | undefined): boolean {
  return headerKey(cellText(status)) === headerKey(NOT_A_LEAD);
}

/** Whether a row's status says that it goes. */
export function saysSend(status: CellValue | undefined): boolean {
  return headerKey(cellText(status)) === SEND;
}

/**
 * Leaves out rows that a person has marked as not leads, in a fix file or a report of ours that is sent as a sheet of its own,
 * and says so; and knows those that are marked to go.
 */
export function withoutMarkedRows(table: InputTable): InputTable {
  const statusOf = statusReader(table);
  if (!statusOf) return table;
  const marked = handOn(
    table.rows,
    (row): InputRow => (saysSend(statusOf(row)) ? { ...row, isToGo: true } : row),
  );
  return { ...table, rows: withoutRows(marked, table, (row) => saysNotALead(statusOf(row))) };
}

/** Reads the cell in which a person marks a row; undefined where the sheet has no such column. */
function statusReader({
  columns,
  format,
}: Pick<InputTable, "columns" | "format">): ((row: InputRow) => CellValue | undefined) | undefined {
  if (!isJson(format) && !columns.some(({ name }) => isStatus(name))) return undefined;
  let statusIndex = -1;
  // Those of JSON turn up with its rows.
  let knownCount = 0;
  return ({ cells }) => {
    for (; statusIndex < 0 && knownCount < columns.length; knownCount++)
      if (isStatus(columns[knownCount]?.name ?? "")) statusIndex = knownCount;
    return statusIndex < 0 ? undefined : cells[statusIndex];
  };
}

/** Rows without those of which somebody has said that they are not leads; which these were is told behind the last one. */
export function withoutRows(
  rows: AsyncIterable<InputRow>,
  { notices, skipped }: Pick<InputTable, "notices" | "skipped">,
  isMarked: (row: InputRow) => boolean,
): AsyncIterable<InputRow> {
  const marked: SkippedRows[] = [];
  const unmarked = (row: InputRow): InputRow | undefined => {
    if (!isMarked(row)) return row;
    addSkipped(marked, row.row, "marked", () => NOT_A_LEAD);
    return undefined;
  };
  return handOn(rows, unmarked, () => {
    if (marked.length === 0) return;
    skipped?.push(...marked);
    notices.push(sheetNotice("rows-marked", namedRows(marked)));
  });
}

/** Whether a column is the one of a fix file or a report in which a person marks rows. */
export function isStatus(header: string): boolean {
  return isOwnColumn(header) && header.trim().toLowerCase() === "leadctl_status";
}
