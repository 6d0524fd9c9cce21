import type { Field } from "../../lead/field-catalogue.ts";
import type { CellReader } from "../cells/cell-reader.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import type { SplitPart } from "../cells/split-cell.ts";
import type { ColumnRole } from "../columns/column-reading.ts";
import type { CellValue, Column } from "../table.ts";
import type { CompositeColumn } from "./composite-column.ts";

/** Changes values that can only be judged from several cells of a row, or speaks of them. */
export type RowRepair = (cells: readonly CellValue[]) => void;
/** A field's value from other cells, told in a warning; the fields that stand before it have been read. */
export type Derivation = (cells: readonly CellValue[]) => FieldValue | undefined;

/** What feeds the fields of a sheet's rows, and who takes the reports on how that went. */
export interface SheetFields {
  source(path: string): FieldSource | undefined;
  /** For what is said of a field by a column's cell. */
  report(field: Field, column: Column): CellReport;
  /** Columns of the second lines of addresses. */
  readonly secondLines: readonly CompositeColumn[];
}

/** A field that a rule over several cells is applied to, and who takes what it says. */
export interface RuleTarget {
  source: FieldSource;
  sheet: SheetFields;
  report: CellReport;
}

/** A field with everything that feeds it, and its value in the row under way. */
export interface FieldSource {
  field: Field;
  /** Name of the object that holds the field, `""` for the lead itself. */
  group: string;
  key: string;
  /** All fields of that object, by their keys. */
  beside: Readonly<Record<string, FieldSource>>;
  /** Columns of its own by rank, then columns of several fields. */
  sources: ColumnSource[];
  /** The same in every row, whatever the input. */
  constant: FieldValue | undefined;
  /** Where the cell is empty. */
  fallback: FieldValue | undefined;
  /** The same part of the row's other address. */
  twin: FieldSource | undefined;
  /** What it is read from where its own cell is empty. */
  derivations: readonly Derivation[];
  /** Set while the row under way says that this part is the same as its twin's. */
  isCopied: boolean;
  /** Whether the row under way was read for it, and what it says. */
  isRead: boolean;
  value: FieldValue | undefined;
  /** The column that the value was read from. */
  used: ColumnSource | undefined;
}

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

/** The cell that a column has for its field in the row under way. */
export function cellOf(source: ColumnSource, cells: readonly CellValue[]): CellValue | undefined {
  return source.composite && source.part ? source.composite.part(source.part) : cells[source.index];
}

/** The same, without a word about it. */
export function peekCell(source: ColumnSource, cells: readonly CellValue[]): CellValue | undefined {
  return source.composite && source.part ? source.composite.peek().parts[source.part] : cells[source.index];
}
