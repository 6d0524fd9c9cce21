import type { RunRow } from "../../run/run-row.ts";
import { isOwnColumn, OWN_COLUMNS } from "../../sheet/headers/header-meaning.ts";
import type { CellValue } from "../../sheet/table.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { RunReport } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";
import { type RowsReport, renderRows } from "./rows-report.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(report: RunReport): AsyncIterable<string> {
  return renderRows(report, csvReport(report));
}

export function csvReport(report: RunReport): RowsReport {
  const kept = keptColumns(report);
  const headers = [...kept.map(({ name }) => name), ...OWN_COLUMNS];
  return delimitedReport(headers, DELIMITER, (row) => {
    const { values } = row.cells;
    const own = [row.row, row.state.status, row.quoteId ?? "", row.loginUrl ?? "", rowText(row)];
    return csvLine([...kept.map(({ index }) => values[index] ?? ""), ...own].map(sheetText), DELIMITER);
  });
}

const DELIMITER = ",";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Rows as delimited text that spreadsheet programs open without harm: UTF-8 with BOM, CRLF, formulas escaped. Every
 * cell is quoted, which also keeps a first header `ID` from being taken for another format (SYLK), and a cell from
 * being split where another delimiter is usual.
 *
 * @param lineOf Called with each row once, in order.
 */
export function delimitedReport(
  headers: readonly string[],
  delimiter: string,
  lineOf: (row: RunRow) => string,
): RowsReport {
  return {
    begin: () => BYTE_ORDER_MARK + csvLine(headers.map(escapeFormula), delimiter),
    rows: (batch) => {
      let text = "";
      for (const row of batch) text += lineOf(row);
      return text;
    },
    end: () => "",
  };
}

/** Typed values are not formulas, whatever sign they begin with; text is escaped. */
export function sheetText(cell: CellValue): string {
  if (cell === null) return "";
  if (typeof cell === "object") return escapeFormula(cell.json);
  return typeof cell === "string" ? escapeFormula(cell) : String(cell);
}

/** The input's own columns. Ours are left out, as a report that was sent again has them: they are written anew. */
export function keptColumns({ columns }: Pick<RunReport, "columns">): { name: string; index: number }[] {
  return columns.flatMap(({ name }, index) => (isOwnColumn(name) ? [] : [{ name, index }]));
}
