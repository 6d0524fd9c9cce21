import { csvLine, escapeFormula } from "../sheet/spreadsheet-text.ts";
import type { CellValue } from "../sheet/table.ts";
import { type AddedColumn, keptColumns } from "./fix-file-columns.ts";
import type { RunReport } from "./report-model.ts";
import type { RowsReport } from "./rows-report.ts";

const BYTE_ORDER_MARK = "\uFEFF";

export interface SheetOptions {
  delimiter: string;
  added: readonly AddedColumn[];
}

/**
 * The input's own columns, then ours, as delimited text that spreadsheet programs open without harm:
 * UTF-8 with BOM, CRLF, formulas escaped. Every cell is quoted, which also keeps a first header `ID` from
 * being taken for another format (SYLK), and a cell from being split where another delimiter is usual.
 * Columns of ours that the input already has, since it is a report sent again, are replaced.
 */
export function sheetReport(story: RunReport, { added, delimiter }: SheetOptions): RowsReport {
  const kept = keptColumns(story);
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
