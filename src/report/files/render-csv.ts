import type { RunRow } from "../../run/run-row.ts";
import { isOwnColumn, OWN_COLUMNS } from "../../sheet/headers/header-meaning.ts";
import type { CellValue } from "../../sheet/table.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { RunReport } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";

/** A report whose text is made a batch of rows at a time, so that one reading of the rows can feed several. */
export interface RowsReport {
  /** What stands before the rows. */
  start: string;
  rows(batch: readonly RunRow[]): string;
  /** What stands after them. */
  end: string;
}

/** The whole text of one report. */
export async function* renderRows(report: RunReport, { start, rows, end }: RowsReport) {
  yield start;
  for await (const batch of report.rows()) yield rows(batch);
  yield end;
}

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(report: RunReport): AsyncIterable<string> {
  return renderRows(report, csvReport(report));
}

export function csvReport(report: RunReport): RowsReport {
  const kept = keptColumns(report);
  const lineOf = (row: RunRow): string => {
    const own = [row.row, row.state.status, row.quoteId ?? "", row.loginUrl ?? "", rowText(row)];
    return sheetLine([...kept.map(({ index }) => row.cells[index] ?? ""), ...own]);
  };
  return {
    start: sheetHead([...kept.map(({ name }) => name), ...OWN_COLUMNS]),
    rows: (batch) => {
      let text = "";
      for (const row of batch) text += lineOf(row);
      return text;
    },
    end: "",
  };
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * How delimited text begins that spreadsheet programs open without harm: UTF-8 with BOM, CRLF, formulas escaped. Every
 * cell is quoted, which also keeps a first header `ID` from being taken for another format (SYLK), and a cell from
 * being split where another delimiter is usual.
 */
export function sheetHead(headers: readonly string[], delimiter = ","): string {
  return BYTE_ORDER_MARK + sheetLine(headers, delimiter);
}

/** A line of the same. */
export function sheetLine(cells: readonly CellValue[], delimiter = ","): string {
  return csvLine(cells.map(sheetText), delimiter);
}

/** Typed values are not formulas, whatever sign they begin with; text is escaped. */
function sheetText(cell: CellValue): string {
  if (cell === null) return "";
  if (typeof cell === "object") return escapeFormula(cell.json);
  return typeof cell === "string" ? escapeFormula(cell) : String(cell);
}

/** The input's own columns. Ours are left out, as a report that was sent again has them: they are written anew. */
export function keptColumns({ columns }: Pick<RunReport, "columns">): { name: string; index: number }[] {
  return columns.flatMap(({ name }, index) => (isOwnColumn(name) ? [] : [{ name, index }]));
}
