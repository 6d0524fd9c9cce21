import { plainText } from "../../report/model/row-text.ts";
import {
  type SheetColumn,
  type WrittenCell,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import { NOT_A_LEAD } from "../../sheet/table/marked-rows.ts";
import { csvLine, escapeFormula } from "../../sheet/text/spreadsheet-text.ts";
import type { Grid, GridColumn, GridMark, GridRow } from "./draft-grid.ts";

const ISSUES_WIDTH = 56;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A draft as a workbook: all rows as they are corrected so far, with what is wrong with each in front and at its cells. It can
 * be dropped again like any other sheet.
 */
export function renderDraftWorkbook(grid: Grid): AsyncGenerator<Uint8Array> {
  const sheet: WrittenSheet = {
    name: "Leads",
    columns: [
      { header: "leadctl_status", isOurs: true, choices: [NOT_A_LEAD] },
      { header: "leadctl_issues", isOurs: true, width: ISSUES_WIDTH, isWrapped: true },
      ...grid.columns.map(sheetColumn),
    ],
    rows: sheetRows(grid),
    frozenColumns: 2,
    hasFilter: true,
  };
  return writeWorkbook([sheet]);
}

/** The rows of a draft that a person has changed, as a fix file of the run that they belong to. */
export function* correctedSheet(grid: Grid): Generator<string> {
  const headers = [...grid.columns.map(({ header }) => header), "leadctl_row", "leadctl_status"];
  yield BYTE_ORDER_MARK + csvLine(headers.map(escapeFormula), ",");
  for (const row of grid.allRows()) {
    if (row.changed.length === 0 && !row.isNotALead) continue;
    yield csvLine([...row.cells.map(escapeFormula), String(row.row), row.isNotALead ? NOT_A_LEAD : ""], ",");
  }
}

function sheetColumn({ header, choices, isAdded }: GridColumn): SheetColumn {
  return { header, ...(choices && { choices }), ...(isAdded && { isOurs: true }) };
}

function* sheetRows(grid: Grid): Generator<WrittenRow> {
  for (const row of grid.allRows()) {
    const texts = row.marks.map(({ column, kind, text }) => {
      const place = grid.columns[column]?.header;
      const words = kind === "warning" ? `Warning: ${text}` : text;
      return place === undefined ? words : `${place}: ${words}`;
    });
    const cells = row.cells.map((text, at) => markedText(text, row, at));
    yield [row.isNotALead ? NOT_A_LEAD : "", plainText(texts.join("\n")), ...cells];
  }
}

function markedText(text: string, { marks }: GridRow, column: number): WrittenCell {
  const own = marks.filter((mark) => mark.column === column);
  if (own.length === 0) return text;
  const isMistake = own.some(({ kind }: GridMark) => kind !== "warning");
  return {
    text,
    mark: isMistake ? "error" : "warning",
    note: own.map((mark) => plainText(mark.text)).join("\n"),
  };
}
