import type { Lead } from "../lead/schema.ts";
import type { CellValue, InputRow, InputTable } from "../sheet/table.ts";
import { type FixColumns, sameCells } from "./fix-columns.ts";
import type { StoredRow } from "./plan-record.ts";
import { RowSet } from "./row-set.ts";

/** A row of a fixed sheet, tied to the row that it corrects. */
export interface FixedRow {
  /** Row number in the fixed sheet. */
  place: number;
  /** The original's row number, and its cells as the sheet has them now. */
  laid: InputRow;
  original: StoredRow;
  hasSameCells: boolean;
}

/** A row of a fixed sheet that cannot be tied to a row of the run. */
export interface FixProblem {
  /** In the fixed sheet. */
  row: number;
  message: string;
}

const PROBLEMS_MAX = 1_000;

/** Everything in a fixed sheet that keeps it from being used, counted even where it is too much to keep. */
export class FixProblems {
  readonly problems: FixProblem[] = [];
  count = 0;

  add(row: number, message: string): void {
    this.count += 1;
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ row, message });
  }
}

/** Ties the rows of a fixed sheet to those of the run, and gathers what cannot be tied. */
export async function* tieRows(
  table: InputTable,
  columns: FixColumns,
  find: (row: number) => StoredRow | undefined,
  problems: FixProblems,
): AsyncGenerator<FixedRow> {
  const seen = new RowSet();
  for await (const { row: place, cells, damage } of table.rows) {
    columns.takeNewColumns();
    const row = originalRow(columns.rowIndex === undefined ? undefined : cells[columns.rowIndex]);
    if (damage !== undefined) {
      // A row that was damaged from the beginning stands in the fix file as it was, and may be left so.
      const before = typeof row === "number" ? find(row) : undefined;
      if (!before || !sameCells(columns.lay(cells, before.cells), before.cells)) {
        problems.add(place, damage);
        continue;
      }
    }
    if (typeof row === "string") {
      problems.add(place, row);
      continue;
    }
    const original = find(row);
    if (!original) {
      problems.add(place, `leadctl_row says ${row}, and the run has no row ${row}`);
    } else if (seen.has(row)) {
      problems.add(place, `leadctl_row says ${row}, as a row above it does: keep one of them`);
    } else {
      seen.add(row);
      const laid = { row, cells: columns.lay(cells, original.cells) };
      yield { place, laid, original, hasSameCells: sameCells(laid.cells, original.cells) };
    }
  }
}

/** The number in a `leadctl_row` cell, or what is wrong with it. */
function originalRow(cell: CellValue | undefined): number | string {
  const text = cell === null || cell === undefined || typeof cell === "object" ? "" : String(cell).trim();
  if (text === "") return "leadctl_row is empty, so nobody knows which row this corrects";
  const row = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : 0;
  return row > 0 ? row : `leadctl_row says "${text.slice(0, 40)}", which is no row number`;
}

/** What tells a person apart; a correction changes one or two of them, not all. */
const IDENTITY: readonly ((lead: Lead) => string | undefined)[] = [
  (lead) => lead.affiliateId,
  (lead) => lead.contactInfo?.email,
  (lead) => lead.contactInfo?.phone,
  (lead) => lead.contactInfo?.firstName,
  (lead) => lead.contactInfo?.lastName,
  (lead) => lead.address?.street,
];
const COMPARED_MIN = 3;

/** Whether a correction is about somebody else: a sheet of another run, or rows sorted apart from leadctl_row. */
export function isSomebodyElse(original: Lead, corrected: Lead): boolean {
  let comparedCount = 0;
  for (const part of IDENTITY) {
    const [before, after] = [part(original), part(corrected)];
    if (before === undefined || after === undefined) continue;
    if (before.trim().toLowerCase() === after.trim().toLowerCase()) return false;
    comparedCount += 1;
  }
  return comparedCount >= COMPARED_MIN;
}
