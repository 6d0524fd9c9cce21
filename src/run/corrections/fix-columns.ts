import { readHeader } from "../../sheet/headers/header-grammar.ts";
import { headerKey, isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { type CellValue, type Column, cellText } from "../../sheet/table.ts";

const ROW_HEADER = "leadctl_row";
const STATUS_HEADER = "leadctl_status";
const NOT_MATCHED = -1;

/**
 * Finds a fixed sheet's columns among those of the run, whatever became of their order, and puts its cells in
 * their place. A column of the sheet that the run does not have comes after those that it has.
 */
export class FixColumns {
  /** Columns of the run, then those that the sheet adds. Grows as the sheet's do. */
  readonly columns: Column[];
  /** Which cell of the sheet holds the number of the original row; undefined while it has not turned up. */
  rowIndex: number | undefined;
  /** The same of its status, where a person may have written that it is not a lead. */
  statusIndex: number | undefined;
  readonly #fixed: readonly Column[];
  readonly #blank: CellValue;
  readonly #keepsLost: boolean;
  readonly #isBlank: (at: number) => boolean;
  #takenCount = 0;
  /** By column of the run: the sheet's column that holds it now. */
  #sources: number[];

  /**
   * @param fixed The sheet's columns; for JSON they turn up as it is read.
   * @param isText Whether cells are text: an absent one is empty, and a column that the sheet has lost keeps
   *   the run's cells. In a JSON item an absent key has no value.
   * @param isBlank Whether a column of the sheet is known to hold nothing: where the run has none like it, as of one that
   *   the fix file offered for what its rows lack, it is none of the run's.
   */
  constructor(
    original: readonly Column[],
    fixed: readonly Column[],
    isText: boolean,
    isBlank: (at: number) => boolean,
  ) {
    this.columns = [...original];
    this.#fixed = fixed;
    this.#blank = isText ? "" : null;
    this.#keepsLost = isText;
    this.#isBlank = isBlank;
    this.#sources = original.map(() => NOT_MATCHED);
    this.takeNewColumns();
  }

  /** Matches the columns that have turned up since. */
  takeNewColumns(): void {
    const from = this.#takenCount;
    this.#takenCount = this.#fixed.length;
    const open: number[] = [];
    for (let at = from; at < this.#takenCount; at++) {
      const name = this.#fixed[at]?.name ?? "";
      if (isOwnColumn(name)) {
        const own = name.trim().toLowerCase();
        if (own === ROW_HEADER) this.rowIndex = at;
        if (own === STATUS_HEADER) this.statusIndex = at;
      } else if (!this.#match(at, (column) => column.name === name)) {
        open.push(at);
      }
    }
    // Headers as they were come first, so that a renamed one never takes another's place.
    for (const at of open) {
      const name = this.#fixed[at]?.name ?? "";
      const [key, meaning, likely] = [headerKey(name), meaningKey(name), meaningKey(name, "property")];
      const isFound =
        this.#match(at, (column) => key !== "" && headerKey(column.name) === key) ||
        this.#match(at, (column) => meaning !== undefined && meaningKey(column.name) === meaning) ||
        this.#match(at, (column) => likely !== undefined && meaningKey(column.name, "property") === likely);
      if (!isFound) this.#add(at);
    }
  }

  /** The sheet's cells where the run has them, over those of the run. */
  overlay(fixed: readonly CellValue[], original: readonly CellValue[]): CellValue[] {
    if (this.#takenCount < this.#fixed.length) this.takeNewColumns();
    return this.#sources.map((source, index) => {
      if (source !== NOT_MATCHED) return fixed[source] ?? this.#blank;
      const column = this.columns[index];
      const isKept = this.#keepsLost || (column !== undefined && isOwnColumn(column.name));
      return isKept ? (original[index] ?? this.#blank) : this.#blank;
    });
  }

  #match(at: number, isSame: (column: Column) => boolean): boolean {
    const index = this.columns.findIndex(
      (column, index) => this.#sources[index] === NOT_MATCHED && !isOwnColumn(column.name) && isSame(column),
    );
    if (index < 0) return false;
    this.#sources[index] = at;
    return true;
  }

  #add(at: number): void {
    const { name = "", keys } = this.#fixed[at] ?? {};
    if (name.trim() === "" || this.#isBlank(at)) return;
    this.columns.push({ name, ...(keys && { keys }) });
    this.#sources.push(at);
  }
}

/**
 * The same for headers that say the same in other words; undefined for one that says nothing certain of a lead.
 *
 * @param place Of an address whose header does not say whose it is.
 */
function meaningKey(header: string, place?: "property"): string | undefined {
  const { item, whose, rank, certainty, ...meaning } = readHeader(header);
  if (item === undefined || item === "irrelevant" || certainty === "partial") return undefined;
  return [item, whose === "applicant" ? "" : whose, meaning.place ?? place, rank].join();
}

/** Whether two rows of cells read the same, however each was stored. */
export function sameCells(one: readonly CellValue[], other: readonly CellValue[]): boolean {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at++) if (comparableText(one[at]) !== comparableText(other[at])) return false;
  return true;
}

/** Spreadsheet programs change the line breaks within cells. */
function comparableText(cell: CellValue | undefined): string {
  return cellText(cell).replace(/\r\n?/g, "\n");
}
