import type { CellValue } from "../table.ts";

/** A sheet of a workbook, in the order of its tabs. */
export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
}

/** A row of a sheet, with its cells from column A on. */
export interface SheetRow {
  row: number;
  cells: CellValue[];
  isHidden: boolean;
  /** Whether most of its cells are struck through. */
  isStruck?: true;
  /** Index of a cell with text too far right to belong to the table. */
  farColumn?: number;
  /** Merged cells that begin in this row. */
  merges?: readonly Merge[];
}

/** Cells that are shown as one. */
export interface Merge {
  /** Index of its first column. */
  column: number;
  columnCount: number;
  rowCount: number;
}

/** A workbook of whatever format. Rows without cells do not come. */
export interface Workbook {
  sheets: readonly WorkbookSheet[];
  /** A sheet's first rows, up to `HEAD_ROWS`. Merged cells may not be known yet. */
  head(sheet: WorkbookSheet): Promise<readonly SheetRow[]>;
  /** A sheet's rows from its first on, some at a time. */
  rows(sheet: WorkbookSheet): AsyncGenerator<readonly SheetRow[]>;
}

/** How many rows of each sheet tell whether it holds leads. */
export const HEAD_ROWS = 250;
/** The sheet of a template that says what its columns hold. */
export const GUIDE_SHEET = "How to fill it in";

const SHOWN_DIGITS = 15;

/** As the formats write one; what JavaScript takes for one besides, as `0x10` or nothing at all, is text. */
const NUMBER = /^\s{0,9}[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s{0,9}$/i;

/**
 * A stored number as spreadsheet programs show it: of 3300.2999999999997 they show 3300.3. Digits of whole numbers all count.
 *
 * @returns Not a number for a text that is none.
 */
export function shownNumber(value: string): number {
  const number = NUMBER.test(value) ? Number(value) : Number.NaN;
  return Number.isInteger(number) ? number : Number(number.toPrecision(SHOWN_DIGITS));
}

/** Digits without zeros in front, perhaps a fraction, marks between thousands, a minus or brackets around: `(2,500.00)`. */
const AMOUNT = /^[-\u2212]?\(?(?:0|[1-9]\d*)?(?:[.,'\u2019]\d+)*\)?$/;
/** `1.2E+09`, `4 1/2` */
const SCIENTIFIC_OR_FRACTION = /\dE[-+]\d|\d\/\d/i;

/**
 * A cell with a number, by what a spreadsheet shows for it: the number where that says no more, as of `$2,500.00` or `-`, and else
 * what is shown, as of `02139`, `(206) 555-0101`, `L-0042`, `4B` or `Yes`. A zero that is not shown is nothing.
 *
 * @param shown Absent where that is not known.
 */
export function shownCell(number: number, shown: string | undefined): CellValue {
  if (shown === undefined) return number;
  if (shown === "" && number === 0) return null;
  const bare = shown.replace(/\p{Sc}/gu, "").trim();
  const isNumber = AMOUNT.test(bare) || SCIENTIFIC_OR_FRACTION.test(bare) || !/[\p{L}\d]/u.test(bare);
  return isNumber ? number : shown;
}
