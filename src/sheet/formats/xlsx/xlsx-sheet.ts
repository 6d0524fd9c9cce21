import type { CellValue } from "../../table.ts";
import { COLUMNS_MAX, ROW_CHARACTERS_MAX, type SheetRow } from "../workbook.ts";
import { isTrue, type XmlHandlers } from "../xml-reader.ts";
import { type CellFrame, cellValue, type RawCell } from "./xlsx-cell.ts";

/** Excel has 2^20 rows; some programs have more. */
const ROWS_MAX = 2 ** 24;

/** Makes rows of the XML of a sheet. It does not know the merged cells, of which the XML tells behind the rows. */
export class SheetParser implements XmlHandlers {
  readonly #frame: CellFrame;
  #rows: SheetRow[] = [];
  #lastRow = 0;
  #rowCharacters = 0;
  /** In the current row: its filled cells that are struck through, less those that are not. */
  #struckExcess = 0;
  #row: SheetRow = { row: 0, cells: [], isHidden: false };
  #column = -1;
  #cell: RawCell = emptyCell();
  #into: "value" | "inline" | "formula" | undefined;
  #isInPhonetic = false;

  constructor(frame: CellFrame) {
    this.#frame = frame;
  }

  /** The rows that came since the last time. Those without cells do not come. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(tag: string, attributes: Record<string, string>): void {
    switch (tag) {
      case "c":
        this.#column = attributes.r === undefined ? this.#column + 1 : columnOfAddress(attributes.r);
        this.#cell = emptyCell(attributes.t ?? "n", Number(attributes.s ?? -1));
        break;
      case "v":
        this.#into = "value";
        break;
      case "t":
        this.#into = this.#isInPhonetic ? undefined : "inline";
        break;
      case "f":
        this.#cell.formula = "";
        this.#into = "formula";
        break;
      case "rPh":
        this.#isInPhonetic = true;
        break;
      case "row":
        this.#row = {
          row: attributes.r === undefined ? this.#row.row + 1 : Number(attributes.r),
          cells: [],
          isHidden: isTrue(attributes.hidden),
        };
        this.#rowCharacters = 0;
        this.#struckExcess = 0;
        this.#column = -1;
        break;
    }
  }

  text(text: string): void {
    if (this.#into === undefined) return;
    this.#rowCharacters += text.length;
    if (this.#rowCharacters > ROW_CHARACTERS_MAX) throw new Error("an endless row");
    this.#cell[this.#into] = (this.#cell[this.#into] ?? "") + text;
  }

  close(tag: string): void {
    switch (tag) {
      case "v":
      case "t":
      case "f":
        this.#into = undefined;
        break;
      case "rPh":
        this.#isInPhonetic = false;
        break;
      case "c":
        this.#place(cellValue(this.#cell, this.#frame));
        break;
      case "row":
        this.#endRow();
        break;
    }
  }

  /** A row's number is what everything is kept under: it must be one, and no other row's. */
  #endRow(): void {
    const { row, cells, farColumn } = this.#row;
    if (!Number.isInteger(row) || row <= this.#lastRow || row > ROWS_MAX)
      throw new Error("rows out of order");
    this.#lastRow = row;
    if (cells.length === 0 && farColumn === undefined) return;
    if (this.#struckExcess > 0) this.#row.isStruck = true;
    this.#rows.push(this.#row);
  }

  #place(cell: CellValue): void {
    if (cell === null || cell === "") return;
    if (this.#column >= COLUMNS_MAX) {
      this.#row.farColumn = this.#column;
      return;
    }
    const { cells } = this.#row;
    if ((cells[this.#column] ?? null) !== null) throw new Error("two cells in one place");
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = cell;
    this.#struckExcess += this.#frame.struckStyles.has(this.#cell.style) ? 1 : -1;
  }
}

function emptyCell(type = "n", style = -1): RawCell {
  return { type, style, value: "", inline: "", formula: undefined };
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
