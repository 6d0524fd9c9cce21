import { isOwnColumn, type OWN_COLUMNS } from "../sheet/header-meaning.ts";
import { csvLine, escapeFormula } from "../sheet/spreadsheet-text.ts";
import type { CellValue } from "../sheet/table.ts";
import { rowText } from "./mask.ts";
import type { ReportRow, RunReport } from "./report-model.ts";
import { type RowsReport, renderRows } from "./rows-report.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(report: RunReport): AsyncIterable<string> {
  return renderRows(report, csvReport(report));
}

export function csvReport(report: RunReport): RowsReport {
  return sheetReport(report, {
    delimiter: ",",
    added: [
      { name: "leadctl_row", textOf: ({ row }) => String(row) },
      { name: "leadctl_status", textOf: ({ status }) => status },
      { name: "leadctl_quote_id", textOf: ({ quoteId }) => quoteId ?? "" },
      { name: "leadctl_login_url", textOf: ({ loginUrl }) => loginUrl ?? "" },
      { name: "leadctl_issues", textOf: rowText },
    ],
  });
}

const BYTE_ORDER_MARK = "\uFEFF";

interface SheetOptions {
  delimiter: string;
  added: readonly AddedColumn[];
}

/**
 * The input's own columns, then ours, as delimited text that spreadsheet programs open without harm:
 * UTF-8 with BOM, CRLF, formulas escaped. Every cell is quoted, which also keeps a first header `ID` from
 * being taken for another format (SYLK), and a cell from being split where another delimiter is usual.
 * Columns of ours that the input already has, since it is a report sent again, are replaced.
 */
export function sheetReport(report: RunReport, { added, delimiter }: SheetOptions): RowsReport {
  const kept = keptColumns(report);
  const header = [...kept.map(({ name }) => name), ...added.map(({ name }) => name)];
  return {
    begin: () => BYTE_ORDER_MARK + csvLine(header.map(escapeFormula), delimiter),
    rows: (batch) => {
      let text = "";
      for (const row of batch) {
        const cells = kept.map(({ index }) => sheetText(row.cells[index]));
        for (const { textOf } of added) cells.push(escapeFormula(textOf(row)));
        text += csvLine(cells, delimiter);
      }
      return text;
    },
    end: () => "",
  };
}

/** Typed values are no formulas, whatever sign they begin with; text is escaped. */
function sheetText(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return escapeFormula(cell.json);
  return typeof cell === "string" ? escapeFormula(cell) : String(cell);
}

/** A column that we add to the input's own, and the text of its cells. */
export interface AddedColumn {
  name: (typeof OWN_COLUMNS)[number];
  textOf(row: ReportRow): string;
}

/** The input's own columns. Ours are left out, as a report that was sent again has them: they are written anew. */
export function keptColumns({ columns }: Pick<RunReport, "columns">): { name: string; index: number }[] {
  return columns.flatMap(({ name }, index) => (isOwnColumn(name) ? [] : [{ name, index }]));
}
