import { COLUMNS_MAX } from "../../table.ts";
import type { SheetRow } from "../workbook.ts";
import { elementsIn, holds, isTrue, readXml, type XmlElement } from "../xml-reader.ts";
import { type CellFrame, cellValue } from "./xlsx-cell.ts";

/** Excel has 2^20 rows; some programs have more. */
const ROWS_MAX = 2 ** 24;

const ROW = new Set(["row"]);
const ROW_OR_CELL = new Set(["row", "c"]);
/** How texts are pronounced. */
const PHONETIC = new Set(["rPh"]);

/**
 * Reads a sheet's rows, a batch for each piece of its XML that has some. Rows without cells do not come. Merged cells are not
 * known here: the XML tells of them behind the rows.
 */
export async function* sheetRows(part: AsyncIterable<Buffer>, frame: CellFrame): AsyncGenerator<SheetRow[]> {
  let lastRow = 0;
  for await (const elements of readXml(part, { whole: ROW, passedOver: PHONETIC })) {
    const rows: SheetRow[] = [];
    for (const element of elements) {
      const { r = lastRow + 1, hidden } = element.attributes;
      const row: SheetRow = { row: Number(r), cells: [], isHidden: isTrue(hidden) };
      // A row's number is what everything is kept under: it must be one, and no other row's.
      if (!Number.isInteger(row.row) || row.row <= lastRow || row.row > ROWS_MAX)
        throw new Error("rows out of order");
      lastRow = row.row;
      addCells(row, element, frame);
      if (row.cells.length > 0 || row.farColumn !== undefined) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

function addCells(row: SheetRow, element: XmlElement, frame: CellFrame): void {
  let column = -1;
  /** Cells that are struck through, less those that are not. */
  let struckExcess = 0;
  for (const cell of elementsIn(element)) {
    if (!ROW_OR_CELL.has(cell.name)) continue;
    // Whether it is one of its own is not certain.
    if (cell.name === "row" || holds(cell, ROW_OR_CELL))
      throw new Error("a row or a cell within another one");
    const { r, s = -1 } = cell.attributes;
    column = r === undefined ? column + 1 : columnOfAddress(r);
    const value = cellValue(cell, frame);
    if (value === null || value === "") continue;
    if (column >= COLUMNS_MAX) {
      row.farColumn = column;
      continue;
    }
    const { cells } = row;
    if ((cells[column] ?? null) !== null) throw new Error("two cells in one place");
    while (cells.length < column) cells.push(null);
    cells[column] = value;
    struckExcess += frame.struckStyles.has(Number(s)) ? 1 : -1;
  }
  if (struckExcess > 0) row.isStruck = true;
}

/** The last column that three letters name, `ZZZ`: Excel ends at `XFD`. */
const LETTERS_MAX = 3;
const CODE_BEFORE_A = 64;
const CODE_OF_Z = 90;

/** From a cell's address: `B7` is 1. @throws Error when it does not begin with the letters of a column. */
export function columnOfAddress(address: string): number {
  let index = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const code = address.charCodeAt(at);
    if (code <= CODE_BEFORE_A || code > CODE_OF_Z) break;
    if (at >= LETTERS_MAX) throw new Error("a cell beyond every column");
    index = index * 26 + (code - CODE_BEFORE_A);
  }
  if (at === 0) throw new Error("a cell without a column");
  return index - 1;
}
