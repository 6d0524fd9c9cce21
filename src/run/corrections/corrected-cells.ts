import { fieldAt } from "../../lead/field-catalogue.ts";
import { type Issue, isDoubtful } from "../../lead/issue.ts";
import { followUps } from "../../lead/rules.ts";
import { isOwnColumn } from "../../sheet/headers/header-meaning.ts";
import { type CellValue, type Column, cellText } from "../../sheet/table.ts";
import type { Plan } from "../plan/plan.ts";
import { type PlannedRow, placesOfField } from "../plan/plan-record.ts";
import { isChangedInLook } from "./changed-look.ts";
import { sameCells } from "./fix-columns.ts";

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
  issues: (planned: PlannedRow) => readonly Issue[] | undefined,
): CorrectedCells {
  const row: CorrectedCells = { cells: [...cells], restored: [], beside: [] };
  let named: ReadonlySet<number> | undefined;
  let isAsked = false;
  for (const [index, column] of plan.columns.entries()) {
    const [before = null, after = null] = [original.cells[index], cells[index]];
    if (isOwnColumn(column.name)) continue;
    const isSame = sameCells([before], [after]);
    if (!isSame && !isAsked) {
      named = cellsNamed(issues(original), plan);
      isAsked = true;
    }
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
    const places = [{ column, letters }, ...placesOfField(path, plan.places)].flatMap((place) =>
      indexesOf(place, plan.columns),
    );
    for (const index of places) named.add(index);
    const isOfAbsentColumn = column === undefined && fieldAt(path.join(".")) !== undefined;
    if (places.length === 0 && !isOfAbsentColumn) return undefined;
  }
  return named;
}

function indexesOf(
  { column, letters }: { column?: string | undefined; letters?: string | undefined },
  columns: readonly Column[],
): number[] {
  if (column === undefined) return [];
  return [...columns.entries()].flatMap(([index, { name, letters: own }]) =>
    (letters === undefined ? name === column : own === letters) ? [index] : [],
  );
}
