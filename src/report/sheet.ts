import { csvLine } from "../input/csv-writer.ts";
import { defuse } from "../input/spreadsheet-text.ts";
import type { CellValue } from "../input/table.ts";
import { type AddedColumn, keptColumns } from "./fix-columns.ts";
import type { RowsReport } from "./rows-report.ts";
import type { RunStory } from "./story.ts";

const BYTE_ORDER_MARK = "\uFEFF";

export interface SheetOptions {
  delimiter: string;
  added: readonly AddedColumn[];
}

/**
 * The input's own columns, then ours, as delimited text that spreadsheet programs open without harm:
 * UTF-8 with BOM, CRLF, formulas defused. Every cell is quoted, which also keeps a first header `ID` from
 * being taken for another format (SYLK), and a cell from being split where another delimiter is usual.
 * Columns of ours that the input already has, since it is a report sent again, are replaced.
 */
export function sheetReport(story: RunStory, { added, delimiter }: SheetOptions): RowsReport {
  const kept = keptColumns(story);
  const header = [...kept.map(({ name }) => name), ...added.map(({ name }) => name)];
  return {
    begin: () => BYTE_ORDER_MARK + csvLine(header.map(defuse), delimiter),
    rows: (batch) => {
      let text = "";
      for (const row of batch) {
        const cells = kept.map(({ index }) => sheetText(row.cells[index]));
        for (const { textOf } of added) cells.push(defuse(textOf(row)));
        text += csvLine(cells, delimiter);
      }
      return text;
    },
    end: () => "",
  };
}

/** Typed values are no formulas, whatever sign they begin with; text is defused. */
function sheetText(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return defuse(cell.json);
  return typeof cell === "string" ? defuse(cell) : String(cell);
}
