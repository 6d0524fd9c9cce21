import type { CellValue } from "./table.ts";
import { COLUMNS_MAX, ROW_CHARACTERS_MAX, type SheetBatch, type SheetRow } from "./workbook.ts";
import type { RowMerges } from "./xlsx-merges.ts";
import { isTrue, type XlsxFrame } from "./xlsx-workbook.ts";
import { readXml, unescaped } from "./xlsx-xml.ts";

/** Excel has 2^20 rows; some programs have more. */
const ROWS_MAX = 2 ** 24;

/**
 * Reads a sheet's rows, a batch for each piece of its XML. Rows without cells do not come.
 *
 * @param merges Of the sheet, by the row in which they begin: its XML tells them behind the rows.
 */
export async function* sheetRows(
  stream: AsyncIterable<Buffer>,
  frame: XlsxFrame,
  merges: RowMerges = new Map(),
): AsyncGenerator<SheetBatch> {
  const reader = new SheetReader(frame, merges);
  const handlers = {
    open: (tag: string, attributes: Record<string, string>) => reader.open(tag, attributes),
    text: (text: string) => reader.text(text),
    close: (tag: string) => reader.close(tag),
  };
  for await (const _turn of readXml(stream, handlers)) {
    if (reader.hasRows) yield reader.takeBatch();
  }
  if (reader.hasRows) yield reader.takeBatch();
}

class SheetReader {
  readonly #frame: XlsxFrame;
  readonly #merges: RowMerges;
  readonly #hiddenColumns = new Set<number>();
  #rows: SheetRow[] = [];
  #lastRow = 0;
  #rowCharacters = 0;
  #row: SheetRow = { row: 0, cells: [], isHidden: false };
  #column = -1;
  #cell: RawCell = emptyCell();
  #into: "value" | "inline" | "formula" | undefined;
  #isInPhonetic = false;

  constructor(frame: XlsxFrame, merges: RowMerges) {
    this.#frame = frame;
    this.#merges = merges;
  }

  get hasRows(): boolean {
    return this.#rows.length > 0;
  }

  /** The rows that ended since the last batch. */
  takeBatch(): SheetBatch {
    const rows = this.#rows;
    this.#rows = [];
    return { rows, hiddenColumns: this.#hiddenColumns };
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
        this.#place(cellOf(this.#cell, this.#frame));
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
    const merges = this.#merges.get(row);
    if (merges) this.#row.merges = merges;
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

/** A cell as the sheet's XML has it. */
interface RawCell {
  /** `s` shared string, `str` formula text, `inlineStr`, `b`, `e` error, `d` date, `n` or nothing a number. */
  type: string;
  style: number;
  /** Text of its value; of its formula when there is no value. */
  value: string;
  inline: string;
  formula: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** What a cell holds: the value shown, not a formula; a number padded where its format pads it. */
function cellOf(raw: RawCell, { strings, styles, isFrom1904 }: XlsxFrame): CellValue {
  const { type, value } = raw;
  switch (type) {
    case "s":
      return value.trim() === "" ? null : sharedString(strings, value);
    case "inlineStr":
      return unescaped(raw.inline);
    case "b":
      return value === "" ? null : value === "1" || value.toLowerCase() === "true";
    case "d":
      return { json: value.slice(0, 10), isDate: true };
    case "str":
    case "e":
      return value === "" && type === "e" ? "#N/A" : unescaped(value);
    default:
      break;
  }
  // A program that writes formulas without working them out leaves no value: not the same as an empty cell.
  if (value === "") return raw.formula === undefined ? null : `=${raw.formula}`;
  if (!NUMBER.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return { json: value };
  const style = styles[raw.style] ?? "plain";
  if (style === "plain") return number;
  if (style === "date") return { json: dateText(number, isFrom1904), isDate: true };
  if (!Number.isInteger(number) || number < 0) return number;
  if (style === "zip-plus-4") {
    const digits = String(number).padStart(9, "0");
    return `${digits.slice(0, -4)}-${digits.slice(-4)}`;
  }
  return String(number).padStart(style.digits, "0");
}

/** As the format writes one; what JavaScript takes for one besides, as `0x10` or nothing at all, is text. */
const NUMBER = /^\s{0,9}[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s{0,9}$/i;

/** @throws Error when the workbook has no such text: what the cell held is lost. */
function sharedString(strings: readonly string[], index: string): string {
  const text = NUMBER.test(index) ? strings[Number(index)] : undefined;
  if (text === undefined) throw new Error("a cell's text is missing");
  return text;
}

function dateText(serial: number, isFrom1904: boolean): string {
  const date = new Date((isFrom1904 ? DAY_ZERO_1904 : DAY_ZERO_1900) + serial * DAY_MS);
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10);
}
