import type { CellValue } from "../../table.ts";
import type { PieceParser } from "../piece-parser.ts";
import { COLUMNS_MAX, ROW_CHARACTERS_MAX, type SheetBatch, type SheetRow } from "../workbook.ts";
import { isTrue, type XmlHandlers, XmlReader } from "../xml-reader.ts";
import { type CellFrame, cellValue, type RawCell, sharedTextOf } from "./xlsx-cell.ts";

/** Excel has 2^20 rows; some programs have more. */
const ROWS_MAX = 2 ** 24;

/** The rows that end in a piece of a sheet's XML. Those without cells do not come. */
export interface SheetPiece extends SheetBatch {
  /**
   * Cells that are still to be filled in: each takes three numbers, of its row within the piece, its column and its
   * shared text, all from 0.
   */
  sharedTexts: Uint32Array;
}

/**
 * Reads the XML of a sheet. It knows neither the shared texts, which would be in memory twice if it ran in another thread,
 * nor the merged cells, of which the XML tells behind the rows.
 */
export class SheetParser implements PieceParser<SheetPiece>, XmlHandlers {
  readonly piecesAhead = 0;
  readonly #frame: CellFrame;
  readonly #xml = new XmlReader(this);
  readonly #hiddenColumns = new Set<number>();
  #rows: SheetRow[] = [];
  #sharedTexts: number[] = [];
  /** Columns and shared texts of the row under way. */
  #rowTexts: number[] = [];
  #lastRow = 0;
  #rowCharacters = 0;
  /** Of the row under way: its filled cells that are struck through, less those that are not. */
  #struckExcess = 0;
  #row: SheetRow = { row: 0, cells: [], isHidden: false };
  #column = -1;
  #cell: RawCell = emptyCell();
  #into: "value" | "inline" | "formula" | undefined;
  #isInPhonetic = false;

  constructor(frame: CellFrame) {
    this.#frame = frame;
  }

  async parse(piece: Uint8Array | null): Promise<SheetPiece> {
    this.#rows = [];
    this.#sharedTexts = [];
    if (piece) this.#xml.write(piece);
    else this.#xml.end();
    const sharedTexts = new Uint32Array(this.#sharedTexts);
    return { rows: this.#rows, hiddenColumns: this.#hiddenColumns, sharedTexts };
  }

  stop(): void {
    // There is nothing to let go of.
  }

  open(tag: string, attributes: Record<string, string>): void {
    switch (tag) {
      case "c":
        this.#column = attributes.r === undefined ? this.#column + 1 : columnIndex(attributes.r);
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
        this.#rowTexts.length = 0;
        this.#column = -1;
        break;
      case "col":
        this.#hideColumns(attributes);
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
        this.#endCell();
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
    for (let at = 0; at < this.#rowTexts.length; at += 2) {
      this.#sharedTexts.push(this.#rows.length, this.#rowTexts[at] ?? 0, this.#rowTexts[at + 1] ?? 0);
    }
    if (this.#struckExcess > 0) this.#row.isStruck = true;
    this.#rows.push(this.#row);
  }

  #endCell(): void {
    if (this.#cell.type !== "s") {
      this.#place(cellValue(this.#cell, this.#frame));
      return;
    }
    const text = sharedTextOf(this.#cell, this.#frame);
    if (text === undefined) return;
    this.#place(SHARED);
    if (this.#column < COLUMNS_MAX) this.#rowTexts.push(this.#column, text);
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

  #hideColumns({ min, max, hidden }: Record<string, string>): void {
    if (!isTrue(hidden)) return;
    for (let column = Math.max(1, Number(min)); column <= Math.min(Number(max), COLUMNS_MAX); column++) {
      this.#hiddenColumns.add(column - 1);
    }
  }
}

function emptyCell(type = "n", style = -1): RawCell {
  return { type, style, value: "", inline: "", formula: undefined };
}

/** Stands where a shared text will: any value but an empty one. */
const SHARED = true;

/** The last column that three letters name, `ZZZ`: Excel ends at `XFD`. */
const LETTERS_MAX = 3;
const CODE_BEFORE_A = 64;
const CODE_OF_Z = 90;

/** From a cell's address: `B7` is 1. @throws Error when it does not begin with the letters of a column. */
function columnIndex(address: string): number {
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
