import { readHeader } from "../headers/header-grammar.ts";
import { sheetNotice } from "../notice-texts.ts";
import { rowFinding } from "../row-texts.ts";
import { inputError } from "../sheet-errors.ts";
import { type HeaderChoice, isFilled } from "../table/header-row.ts";
import {
  type CellValue,
  COLUMNS_MAX,
  type Column,
  cellText,
  columnLetters,
  type Damage,
  type InputRow,
  type Notice,
} from "../table.ts";
import type { Merge, SheetRow } from "./workbook.ts";

const SHOWN_MAX = 5;
/** A text that holds for all cells that it is merged over: the same again, or nothing yet. */
const FOR_ALL =
  /^\W*(?:same|ditto|see |as above|n\/?a|none|no|tbd|t\.b\.d|unknown|pending|mismo|igual)|^[\W_]*$/i;

/** Cells that are merged over several rows, whose first one holds for all of them. */
interface OpenMerge extends Merge {
  lastRow: number;
  value: CellValue;
  /** Whether a row was given the value. */
  isUsed: boolean;
}

/** Gives each row of a workbook the values of cells that are merged over several rows. */
export class MergedCells {
  readonly #name: string;
  readonly #columns: readonly Column[];
  #open: OpenMerge[] = [];
  /** The merges of the row under way. */
  #here: readonly Merge[] = [];
  readonly #shown: string[] = [];
  #count = 0;

  /** @param name Of the input, for people. */
  constructor(name: string, { columns }: HeaderChoice) {
    this.#name = name;
    this.#columns = columns;
  }

  /** For when all rows are read; undefined if no row got another row's value. */
  get notice(): Notice | undefined {
    if (this.#count === 0) return undefined;
    return sheetNotice("merged-cells", { cells: this.#shown, more: this.#count - this.#shown.length });
  }

  /** Takes the merges that begin in a row below the header; to be called for each of them, in order. */
  add({ row, cells, merges }: SheetRow): void {
    if (this.#open.length > 0) this.#open = this.#open.filter(({ lastRow }) => lastRow >= row);
    this.#here = merges ?? [];
    for (const merge of this.#here) {
      const value = cells[merge.column];
      if (merge.rowCount < 2 || value === undefined || !isFilled(value)) continue;
      this.#open.push({ ...merge, lastRow: row + merge.rowCount - 1, value, isUsed: false });
    }
    if (this.#open.length > COLUMNS_MAX) throw inputError("workbook-broken", { name: this.#name });
  }

  /** The row that was added last, with the values that hold for it. */
  fill(shaped: InputRow): InputRow {
    if (this.#open.length === 0 && this.#here.length === 0) return shaped;
    const across = this.#across(shaped);
    if (across !== undefined) return { ...shaped, damage: shaped.damage ?? across };
    let cells: CellValue[] | undefined;
    for (const merge of this.#open) {
      const { column, rowCount, lastRow, value } = merge;
      if (lastRow - rowCount + 1 === shaped.row || column >= this.#columns.length) continue;
      if (isFilled(shaped.cells[column])) continue;
      cells ??= [...shaped.cells];
      while (cells.length < column) cells.push(null);
      cells[column] = value;
      if (!merge.isUsed) this.#tell(column, lastRow - rowCount + 1, lastRow);
      merge.isUsed = true;
    }
    return cells ? { ...shaped, cells } : shaped;
  }

  /** A value that is merged over the columns of several fields belongs to none of them for certain. */
  #across({ row, cells }: InputRow): Damage | undefined {
    for (const { column, columnCount } of this.#here) {
      if (columnCount < 2) continue;
      const text = cellText(cells[column]).trim();
      const fields = this.#columns
        .slice(column, column + columnCount)
        .map(({ name }) => readHeader(name).item)
        .filter((item) => item !== undefined && item !== "irrelevant" && item !== "reference");
      if (new Set(fields).size < 2 || FOR_ALL.test(text)) continue;
      const merged = `${columnLetters(column)}${row}:${columnLetters(column + columnCount - 1)}${row}`;
      return rowFinding("cells-merged", { cells: merged });
    }
    return undefined;
  }

  #tell(column: number, first: number, last: number): void {
    const letters = columnLetters(column);
    this.#count += 1;
    if (this.#shown.length < SHOWN_MAX) this.#shown.push(`${letters}${first}:${letters}${last}`);
  }
}
