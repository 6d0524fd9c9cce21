import { fieldAt } from "../../lead/field-catalogue.ts";
import { type Issue, isDoubtful } from "../../lead/issue.ts";
import { followUps } from "../../lead/rules.ts";
import { readHeader } from "../../sheet/headers/header-grammar.ts";
import { headerKey, isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { type CellValue, type Column, cellText } from "../../sheet/table.ts";
import { isColumnOf, type PlannedRow, placesOfField } from "../plan/plan-record.ts";
import type { Plan } from "../plan/read-plan.ts";
import { isChangedInLook } from "./changed-look.ts";

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

/** A cell that a fixed sheet has otherwise than the run. */
export interface ChangedCell {
  /** Row number in the run's input. */
  row: number;
  /** The header as it stands in the input. */
  column: string;
  /** The cell's address in the input, as in `O17`. */
  cell?: string;
  before: string;
  after: string;
}

/** A row's cells with those put back that a spreadsheet program has changed. */
export interface CorrectedCells {
  cells: CellValue[];
  restored: ChangedCell[];
  /** Changed by a person, as it seems, though no issue names them. */
  beside: ChangedCell[];
}

/**
 * Takes for a correction only what may be one: a cell that reads as before is the one before, and one that no issue names
 * and that is changed in look only, is too. A column that is not read stays as it was, but where the row as a whole was wrong.
 *
 * @param cells Of the fixed sheet, in the run's order.
 * @param isRead Whether a column says something of a lead, by its place.
 * @param issues Of the row; undefined where nobody knows which cells they mean.
 */
export function correctedCells(
  plan: Pick<Plan, "columns" | "places">,
  original: PlannedRow,
  cells: readonly CellValue[],
  isRead: (index: number) => boolean,
  issues: () => readonly Issue[] | undefined,
): CorrectedCells {
  const row: CorrectedCells = { cells: [...cells], restored: [], beside: [] };
  const named = sameCells(original.cells, cells) ? undefined : cellsNamed(issues(), plan);
  for (const [index, column] of plan.columns.entries()) {
    const [before = null, after = null] = [original.cells[index], cells[index]];
    if (isOwnColumn(column.name)) continue;
    const isSame = sameCells([before], [after]);
    if (!isSame && named?.has(index)) continue;
    if (isSame || (named && !isRead(index))) {
      if (before !== null) row.cells[index] = before;
      continue;
    }
    const isRestored = named !== undefined && isChangedInLook(before, after);
    if (isRestored) row.cells[index] = before;
    // A cell that the fix file says to look at is not changed beside what it names.
    else if (named && cellsNamed(worthALook(original), plan)?.has(index)) continue;
    (isRestored ? row.restored : row.beside).push({
      row: original.row,
      column: column.name,
      ...(column.letters !== undefined && { cell: `${column.letters}${original.row}` }),
      before: cellText(before),
      after: cellText(after),
    });
  }
  return row;
}

/** What a fix file says to look at, beside the issues. */
function worthALook({ issues, warnings }: PlannedRow): Issue[] {
  return [...warnings.filter(isDoubtful), ...followUps(issues)];
}

/** The columns of the cells that issues name; undefined where one of them may mean any. */
function cellsNamed(
  issues: readonly Issue[] | undefined,
  plan: Pick<Plan, "columns" | "places">,
): ReadonlySet<number> | undefined {
  if (!issues) return undefined;
  const named = new Set<number>();
  for (const { path, column, cell } of issues) {
    // A field's issue may be found in another column, as a unit's in its street; it may be corrected in both.
    const letters = cell?.replace(/\d+$/, "");
    const own = column === undefined ? [] : [{ column, ...(letters !== undefined && { letters }) }];
    const places = [...own, ...placesOfField(path, plan.places)];
    const indexes = plan.columns.flatMap((each, index) =>
      places.some((place) => isColumnOf(place, each)) ? [index] : [],
    );
    for (const index of indexes) named.add(index);
    const isOfAbsentColumn = column === undefined && fieldAt(path.join(".")) !== undefined;
    if (indexes.length === 0 && !isOfAbsentColumn) return undefined;
  }
  return named;
}
