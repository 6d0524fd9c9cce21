import { judgeEmail } from "../lead/email.ts";
import { FIELDS, type Field } from "../lead/field-catalogue.ts";
import type { Issue } from "../lead/issue.ts";
import type { Lead } from "../lead/schema.ts";
import { isWithoutZeros, restoreZeros, STATE_CODES } from "./address-cells.ts";
import { type CellConventions, type CellReader, cellReader, withValueMap } from "./cell-reader.ts";
import { type CellReport, type FieldValue, shownValue } from "./cell-report.ts";
import type { ColumnMatcher, MatchedColumn } from "./column-matcher.ts";
import { isSameValue } from "./doubtful-columns.ts";
import type { MappedRow } from "./mapped-input.ts";
import type { Mapping } from "./mapping.ts";
import type { CellValue, Column, InputRow } from "./table.ts";

/** Turns rows into leads, with everything that does not depend on the row worked out beforehand. */
export class RowMapper {
  readonly #matcher: ColumnMatcher;
  readonly #columns: readonly Column[];
  readonly #conventions: CellConventions;
  readonly #mapping: Mapping | undefined;
  #repairs: AddressRepair[] = [];
  #sources: FieldSource[] = [];
  #columnCount = 0;
  readonly #state: RowState = { row: 0, unreadable: [], warnings: [], isDamaged: false };

  constructor(
    matcher: ColumnMatcher,
    columns: readonly Column[],
    conventions: CellConventions,
    mapping?: Mapping,
  ) {
    this.#matcher = matcher;
    this.#mapping = mapping;
    this.#conventions = conventions;
    this.#columns = columns;
    this.takeNewColumns();
  }

  /** Matches the columns that have turned up since. */
  takeNewColumns(): void {
    for (; this.#columnCount < this.#columns.length; this.#columnCount++) {
      const column = this.#columns[this.#columnCount];
      if (column) this.#matcher.add(column, this.#columnCount);
    }
    this.#sources = FIELDS.flatMap((field) => {
      const columns = this.#matcher.of(field);
      const source = this.#sourceOf(field, columns);
      const isFed = columns.length > 0 || source.constant !== undefined || source.fallback !== undefined;
      return isFed ? [source] : [];
    });
    this.#repairs = this.#sources.flatMap(({ group, key, sources: [source] }) =>
      key === "zip" && source ? [new AddressRepair(group, source.report)] : [],
    );
  }

  map({ row, cells, damage }: InputRow): MappedRow {
    if (this.#columns.length > this.#columnCount) this.takeNewColumns();
    const state = this.#state;
    state.row = row;
    state.isDamaged = damage !== undefined;
    state.unreadable = [];
    state.warnings = [];
    const lead: LeadDraft = {};
    let group: Group = {};
    let groupName = "";
    for (const source of this.#sources) {
      const value = this.#read(source, cells);
      if (value === undefined) continue;
      if (source.group === "") {
        lead[source.key] = value;
        continue;
      }
      if (source.group !== groupName) {
        groupName = source.group;
        group = {};
        lead[groupName] = group;
      }
      group[source.key] = value;
    }
    for (const repair of this.#repairs) repair.apply(lead);
    const fault = damage ?? this.#shortage(cells, lead as Lead);
    if (fault !== undefined) {
      state.unreadable = [{ code: "custom", message: fault, path: [] }];
      state.warnings = [];
    }
    return { row, cells, lead: lead as Lead, unreadable: state.unreadable, warnings: state.warnings };
  }

  #read(source: FieldSource, cells: readonly CellValue[]): FieldValue | undefined {
    if (source.constant !== undefined) return source.constant;
    const faults = this.#state.unreadable.length;
    const value = source.only ? readOne(source.only, cells) : this.#readSeveral(source, cells);
    if (value !== undefined || source.fallback === undefined) return value;
    return this.#state.unreadable.length === faults ? source.fallback : undefined;
  }

  /**
   * Several columns may mean one field, as long as those that are filled agree.
   *
   * @throws CliError when those of a sheet do not. An item of JSON is invalid instead: its keys are its own.
   */
  #readSeveral({ field, sources }: FieldSource, cells: readonly CellValue[]): FieldValue | undefined {
    let found: FieldValue | undefined;
    let first: ColumnSource | undefined;
    for (const source of sources) {
      const value = readOne(source, cells);
      if (value === undefined) continue;
      if (first && !isSameValue(field, value, found)) {
        if (this.#state.isDamaged) return found;
        if (!source.column.keys) {
          throw this.#matcher.ambiguous(field, first.column, source.column, this.#state.row);
        }
        const others = `${shownValue(first.column.name)} and ${shownValue(source.column.name)}`;
        source.report.unreadable(`${others} both mean this field and differ: keep one of them`);
        return undefined;
      }
      if (first) continue;
      found = value;
      first = source;
    }
    return found;
  }

  /** Why a row that ends before the last header cannot be trusted, if so. */
  #shortage(cells: readonly CellValue[], lead: Lead): string | undefined {
    const width = this.#columns.length;
    if (!this.#conventions.isDelimited || cells.length >= width) return undefined;
    if (this.#state.unreadable.length === 0 && standsUnderItsHeaders(lead)) return undefined;
    return `The row has ${cells.length} ${cells.length === 1 ? "cell" : "cells"} under ${width} headers, and they do not stand under the right ones: look for a missing comma or cell`;
  }

  #sourceOf(field: Field, columns: readonly MatchedColumn[]): FieldSource {
    const [first = "", second] = field.path.split(".");
    const read = cellReader(field, this.#conventions);
    const sources = columns.map(({ column, index, rule }) => ({
      index,
      column,
      read: rule?.values ? withValueMap(read, rule.values) : read,
      report: new ColumnReport(field, column, this.#state),
    }));
    return {
      field,
      group: second === undefined ? "" : first,
      key: second ?? first,
      sources,
      only: sources.length === 1 ? sources[0] : undefined,
      constant: this.#mapping?.constants.get(field.path),
      fallback: this.#mapping?.defaults.get(field.path),
    };
  }
}

/** A field with the columns that feed it. */
interface FieldSource {
  field: Field;
  /** Name of the object that holds the field, `""` for the lead itself. */
  group: string;
  key: string;
  sources: ColumnSource[];
  /** The single column, as is usual. */
  only: ColumnSource | undefined;
  /** The same in every row, whatever the input. */
  constant: FieldValue | undefined;
  /** Where the cell is empty. */
  fallback: FieldValue | undefined;
}

interface ColumnSource {
  index: number;
  column: Column;
  read: CellReader;
  report: ColumnReport;
}

interface RowState {
  row: number;
  unreadable: Issue[];
  warnings: Issue[];
  isDamaged: boolean;
}

function readOne(source: ColumnSource, cells: readonly CellValue[]): FieldValue | undefined {
  const cell = cells[source.index];
  return cell === undefined ? undefined : source.read(cell, source.report);
}

/** Makes issues of what a reader says, for the row under way. One for each column. */
class ColumnReport implements CellReport {
  readonly #path: readonly string[];
  readonly #column: Column;
  readonly #state: RowState;

  constructor(field: Field, column: Column, state: RowState) {
    this.#path = field.path.split(".");
    this.#column = column;
    this.#state = state;
  }

  unreadable(message: string): void {
    this.#state.unreadable.push(this.#issue("invalid_type", message));
  }

  warn(message: string): void {
    this.#state.warnings.push(this.#issue("custom", message));
  }

  #issue(code: string, message: string): Issue {
    const { name, letters } = this.#column;
    const issue: Issue = { code, message, path: [...this.#path], column: name };
    if (letters) issue.cell = `${letters}${this.#state.row}`;
    return issue;
  }
}

/** Repairs what can only be judged from two cells of one address: the zeros that a ZIP code lost. */
class AddressRepair {
  readonly #group: string;
  readonly #report: CellReport;

  /** @param report Of the column that holds the ZIP code. */
  constructor(group: string, report: CellReport) {
    this.#group = group;
    this.#report = report;
  }

  apply(lead: LeadDraft): void {
    const address = lead[this.#group];
    if (typeof address !== "object") return;
    const { zip, state } = address;
    if (typeof zip !== "string" || zip.length === 5 || !isWithoutZeros(zip)) return;
    const known = typeof state === "string" && STATE_CODES.has(state) ? state : undefined;
    const restored = restoreZeros(zip, known, this.#report);
    if (restored !== undefined) address.zip = restored;
    else if (Object.keys(address).length > 1) delete address.zip;
    else delete lead[this.#group];
  }
}

/**
 * Whether the cells of a row that ends early stand under the right headers, as far as can be told. Some
 * programs leave out empty cells at the end; a lost delimiter in the middle looks the same.
 */
function standsUnderItsHeaders(lead: Lead): boolean {
  const { contactInfo, address, residentialAddress } = lead;
  return (
    fits(contactInfo?.email, (text) => judgeEmail(text) !== "invalid") &&
    fits(contactInfo?.phone, (text) => (text.match(/\d/g)?.length ?? 0) >= 7) &&
    [address, residentialAddress].every(
      (part) =>
        fits(part?.state, (text) => STATE_CODES.has(text)) &&
        fits(part?.zip, (text) => /^\d{5}(?:-\d{4})?$/.test(text)),
    )
  );
}

function fits(text: string | undefined, test: (text: string) => boolean): boolean {
  return text === undefined || test(text);
}

/** An object within a lead. */
type Group = Record<string, FieldValue>;
/** A lead under construction. */
type LeadDraft = Record<string, FieldValue | Group>;
