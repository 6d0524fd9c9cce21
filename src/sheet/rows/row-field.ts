import { personal } from "../../base/finding.ts";
import type { Field } from "../../lead/field-catalogue.ts";
import { cellFinding } from "../cell-texts.ts";
import type { CellReader } from "../cells/cell-reader.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import type { SplitPart } from "../cells/split-cell.ts";
import type { ColumnRole } from "../columns/column-reading.ts";
import { shownColumn } from "../columns/judged-column.ts";
import type { CellValue, Column } from "../table.ts";
import type { RowRemarks } from "./column-report.ts";
import type { CompositeColumn } from "./composite-column.ts";

/** A column that feeds a field. */
export interface ColumnSource {
  column: Column;
  index: number;
  rank: number;
  /** The role of a column that holds only this field. */
  role?: ColumnRole | undefined;
  read: CellReader;
  report: CellReport;
  /** Where its cell holds several fields, with the part that this one is. */
  composite?: CompositeColumn;
  part?: SplitPart;
}

/** A field with everything that feeds it, and its value in the row under way. */
export interface RowField {
  readonly field: Field;
  /** Name of the object that holds the field, `""` for the lead itself. */
  readonly group: string;
  readonly key: string;
  /** All fields of that object, by their keys. */
  readonly beside: Readonly<Record<string, RowField>>;
  /** Columns of its own by rank, then columns of several fields. */
  readonly sources: readonly ColumnSource[];
  /** Takes what is said of the field itself, whichever column it was read from. */
  readonly report: CellReport;
  /** The same in every row, whatever the input. */
  readonly constant: FieldValue | undefined;
  /** Where the cell is empty. */
  readonly fallback: FieldValue | undefined;
  value?: FieldValue | undefined;
  /** The column that the value was read from. */
  used?: ColumnSource | undefined;
  /** Whether its cells say nothing, so that the value may come from elsewhere. */
  isEmpty?: boolean;
}

/**
 * Reads a field by its own cells.
 *
 * @param remarks What has been said of the row so far.
 * @param isDamaged Whether the row is held back anyway, and nobody needs to hear that its cells differ.
 */
export function readField(
  field: RowField,
  cells: readonly CellValue[],
  remarks: RowRemarks,
  isDamaged: boolean,
): void {
  const { constant, fallback } = field;
  const { losses } = remarks;
  field.used = undefined;
  const value = constant ?? firstFilled(field, cells, isDamaged);
  field.isEmpty = value === undefined && remarks.losses === losses;
  field.value = field.isEmpty ? fallback : value;
}

/** The first of its columns that is filled. Those of one rank must agree, but for a telephone's. */
function firstFilled(
  target: RowField,
  cells: readonly CellValue[],
  isDamaged: boolean,
): FieldValue | undefined {
  const { path } = target.field;
  let found: FieldValue | undefined;
  for (const other of target.sources) {
    const first = target.used;
    if (first && other.rank > first.rank) break;
    const cell = cellOf(other, cells);
    const value = cell === undefined ? undefined : other.read(cell, other.report);
    if (value === undefined) continue;
    if (!first) {
      found = value;
      target.used = other;
      continue;
    }
    if (isSameValue(path, value, found)) continue;
    if (isDamaged) return found;
    const both = { column: personal(shownColumn(first.column)), other: personal(shownColumn(other.column)) };
    if (path !== "contactInfo.phone") return other.report.unreadable(cellFinding("columns-differ", both));
    first.report.warn(cellFinding("phones-differ", { ...both, read: personal(String(found)) }));
    return found;
  }
  return found;
}

/** The cell that a column has for its field in the row under way. */
export function cellOf(source: ColumnSource, cells: readonly CellValue[]): CellValue | undefined {
  return source.composite && source.part ? source.composite.part(source.part) : cells[source.index];
}

/** Whether two columns say the same, though one may write it otherwise. */
function isSameValue(path: string, one: FieldValue, other: FieldValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (path === "contactInfo.phone") return one.replace(/\D/g, "") === other.replace(/\D/g, "");
  return one.toLowerCase() === other.toLowerCase();
}

/** The fields of a sheet's rows, and who takes what is said of them. */
export interface SheetFields {
  at(path: string): RowField | undefined;
  /** Gives the report for remarks on a field that come from one column. */
  report(field: Field, column: Column): CellReport;
  /** What has been said of the row under way. */
  readonly remarks: RowRemarks;
  /** Columns of what is put to a street, in that order. */
  readonly added: readonly AddedColumn[];
}

/** A column of what belongs to a street and stands in a column of its own. */
export interface AddedColumn {
  composite: CompositeColumn;
  part: SplitPart;
  /** Makes one of the street and its part. */
  joined(street: string, part: string, report: CellReport): string;
}
