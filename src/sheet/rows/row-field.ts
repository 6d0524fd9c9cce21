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

/** What a field takes of a sheet, whatever the row. */
interface FieldShape {
  /** All fields of the object that holds it, by their keys; it joins them. */
  beside: Record<string, RowField>;
  /** Columns of its own by rank, then columns of several fields. */
  sources: readonly ColumnSource[];
  /** For what is said of it beside its columns. */
  report: CellReport;
  /** The same in every row, whatever the input. */
  constant: FieldValue | undefined;
  /** Where the cell is empty. */
  fallback: FieldValue | undefined;
  remarks: RowRemarks;
}

/** A field with everything that feeds it, and its value in the row under way. */
export class RowField {
  readonly field: Field;
  /** Name of the object that holds the field, `""` for the lead itself. */
  readonly group: string;
  readonly key: string;
  readonly beside: Readonly<Record<string, RowField>>;
  readonly sources: readonly ColumnSource[];
  readonly report: CellReport;
  value: FieldValue | undefined;
  /** The column that the value was read from. */
  used: ColumnSource | undefined;
  /** Whether its cells say nothing, so that the value may come from elsewhere. */
  isEmpty = false;
  readonly #shape: FieldShape;

  constructor(field: Field, shape: FieldShape) {
    const [first = "", second] = field.path.split(".");
    this.field = field;
    this.group = second === undefined ? "" : first;
    this.key = second ?? first;
    this.beside = shape.beside;
    this.sources = shape.sources;
    this.report = shape.report;
    this.#shape = shape;
    shape.beside[this.key] = this;
  }

  /** @param isDamaged Whether the row is held back anyway, and nobody needs to hear what its cells say. */
  read(cells: readonly CellValue[], isDamaged: boolean): void {
    const { constant, fallback, remarks } = this.#shape;
    this.used = undefined;
    this.isEmpty = false;
    this.value = constant;
    if (constant !== undefined) return;
    const { losses } = remarks;
    this.value = this.#firstFilled(cells, isDamaged);
    this.isEmpty = this.value === undefined && remarks.losses === losses;
    if (this.isEmpty) this.value = fallback;
  }

  /** The first of its columns that is filled. Those of one rank must agree, but for a telephone's. */
  #firstFilled(cells: readonly CellValue[], isDamaged: boolean): FieldValue | undefined {
    let found: FieldValue | undefined;
    for (const other of this.sources) {
      const first = this.used;
      if (first && other.rank > first.rank) break;
      const cell = cellOf(other, cells);
      const value = cell === undefined ? undefined : other.read(cell, other.report);
      if (value === undefined) continue;
      if (!first) {
        found = value;
        this.used = other;
        continue;
      }
      if (isSameValue(this.field, value, found)) continue;
      if (isDamaged) return found;
      const both = {
        column: personal(shownColumn(first.column)),
        other: personal(shownColumn(other.column)),
      };
      if (this.field.path !== "contactInfo.phone")
        return other.report.unreadable(cellFinding("columns-differ", both));
      first.report.warn(cellFinding("phones-differ", { ...both, read: personal(String(found)) }));
      return found;
    }
    return found;
  }
}

/** The cell that a column has for its field in the row under way. */
export function cellOf(source: ColumnSource, cells: readonly CellValue[]): CellValue | undefined {
  return source.composite && source.part ? source.composite.part(source.part) : cells[source.index];
}

/** Whether two columns say the same, though one may write it otherwise. */
function isSameValue({ path }: Field, one: FieldValue, other: FieldValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (path === "contactInfo.phone") return one.replace(/\D/g, "") === other.replace(/\D/g, "");
  return one.toLowerCase() === other.toLowerCase();
}

/** The fields of a sheet's rows, and who takes what is said of them. */
export interface SheetFields {
  at(path: string): RowField | undefined;
  /** For what is said of a field by a column's cell. */
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
