import type { RunRow } from "../../run/run-row.ts";
import { isOwnColumn, OWN_COLUMNS } from "../../sheet/headers/header-meaning.ts";
import type { CellValue } from "../../sheet/table.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { RowFilter, RunReport } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(report: RunReport): AsyncIterable<string> {
  return renderRows(report, csvReport(report));
}

export function csvReport(report: RunReport): RowsReport {
  const kept = keptColumns(report);
  const headers = [...kept.map(({ name }) => name), ...OWN_COLUMNS];
  return delimitedReport(headers, ",", (row) => {
    const own = [row.row, row.state.status, row.quoteId ?? "", row.loginUrl ?? "", rowText(row)];
    return [...kept.map(({ index }) => row.cells[index] ?? ""), ...own];
  });
}

export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Rows as delimited text that spreadsheet programs open without harm: UTF-8 with BOM, CRLF, formulas escaped. Every
 * cell is quoted, which also keeps a first header `ID` from being taken for another format (SYLK), and a cell from
 * being split where another delimiter is usual.
 *
 * @param cellsOf Called with each row once, in order.
 */
export function delimitedReport(
  headers: readonly string[],
  delimiter: string,
  cellsOf: (row: RunRow) => CellValue[],
): RowsReport {
  return {
    begin: () => BYTE_ORDER_MARK + csvLine(headers.map(escapeFormula), delimiter),
    rows: (batch) => {
      let text = "";
      for (const row of batch) text += csvLine(cellsOf(row).map(sheetText), delimiter);
      return text;
    },
    end: () => "",
  };
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

/** A report whose text is made a batch of rows at a time, so that one reading of the rows can feed several. */
export interface RowsReport {
  /** What stands before the rows. */
  begin(): string;
  rows(batch: readonly RunRow[]): string;
  /** What stands after them. */
  end(): string;
}

/** The whole text of one report. */
export async function* renderRows(
  report: RunReport,
  renderer: RowsReport,
  isWanted?: RowFilter,
): AsyncGenerator<string> {
  yield renderer.begin();
  for await (const batch of report.rows(isWanted)) yield renderer.rows(batch);
  yield renderer.end();
}
