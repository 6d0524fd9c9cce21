import { type Field, fieldAt } from "../lead/field-catalogue.ts";
import { shownValue } from "./cell-report.ts";
import { ambiguousHeaderAdvice, columnsOfTwoPeople, isOfAddress, strayColumns } from "./doubtful-columns.ts";
import { fieldByHeader, headerKey, isOwnColumn, nearestField, shortHeader } from "./header-meaning.ts";
import { inputError } from "./input-error.ts";
import { type ColumnRule, type Mapping, ruleFor } from "./mapping.ts";
import type { Column, Notice } from "./table.ts";

/** A column that feeds a field. */
export interface MatchedColumn {
  field: Field;
  column: Column;
  /** Of the column in the input. */
  index: number;
  /** What a mapping file says about it. */
  rule?: ColumnRule;
}

const SHOWN_HEADERS_MAX = 8;
/** Fields of the property that the applicant's own address has too. */
const SHARED_PART = /^address\.(?:street|city|state|zip)$/;
const NUMBERED = /^(.*?\D)[\s._-]*\(?\d\)?$/;
const EMAIL = "contactInfo.email";

/** Matches columns to fields as they turn up, and notes each that feeds none. */
export class ColumnMatcher {
  readonly #name: string;
  readonly #notices: Notice[];
  readonly #mapping: Mapping | undefined;
  readonly #matched = new Map<Field, MatchedColumn[]>();
  readonly #unmatched: Column[] = [];
  readonly #usedRules = new Set<ColumnRule>();

  constructor(name: string, notices: Notice[], mapping?: Mapping) {
    this.#name = name;
    this.#notices = notices;
    this.#mapping = mapping;
  }

  /** All columns so far that feed the field: of several, those that are filled must agree in each row. */
  of(field: Field): readonly MatchedColumn[] {
    return this.#matched.get(field) ?? [];
  }

  /** Takes the next column. @throws CliError when a sheet has two columns for one part of an address. */
  add(column: Column, index: number): void {
    const rule = this.#mapping && ruleFor(this.#mapping, column);
    if (rule) this.#usedRules.add(rule);
    if (rule?.field === null || isOwnColumn(column.name)) return;
    const field = rule ? fieldAt(rule.field) : fieldByHeader(column.name);
    if (!field) {
      this.#unmatched.push(column);
      return;
    }
    const matched = { field, column, index, ...(rule ? { rule } : {}) };
    const others = this.#matched.get(field);
    const other = others?.[0];
    if (!others || !other) {
      this.#matched.set(field, [matched]);
      return;
    }
    if (!column.keys && isOfAddress(field)) throw this.ambiguous(field, other.column, column);
    others.push(matched);
  }

  /**
   * Says which columns feed nothing, when all are known.
   *
   * @throws CliError when the columns cannot make a lead that the service takes.
   */
  check(columns: readonly Column[]): void {
    this.#checkMapping(columns);
    const found = foundHeaders(columns);
    const hasConstants = (this.#mapping?.constants.size ?? 0) > 0;
    if (this.#matched.size === 0 && !hasConstants) throw this.#unknownSheet(columns, found);
    this.#checkAddresses(columns);
    for (const column of this.#unmatched) {
      this.#checkUnmatched(column);
      this.#checkNumbered(column);
    }
    const email = fieldAt(EMAIL);
    if (email && this.of(email).length === 0 && !this.#mapping?.constants.has(EMAIL)) {
      const near = columns.find(({ name }) => nearestField(name) === email);
      throw inputError(
        "no-email-column",
        `${this.#name} has no e-mail column, and no lead goes without an e-mail (found ${found})`,
        near ? `Did you mean Email by ${shownColumn(near)}?` : 'Add a column with the header "Email".',
      );
    }
    this.#checkPeople();
    for (const [field, matches] of this.#matched) this.#noteSeveral(field, matches);
    for (const column of this.#unmatched) this.#note(column);
  }

  #checkMapping(columns: readonly Column[]): void {
    const mapping = this.#mapping;
    if (!mapping) return;
    const present = new Set(columns.map(({ name }) => headerKey(name)));
    const missing = [...mapping.columns]
      .filter(([, rule]) => !this.#usedRules.has(rule))
      .map(([header]) => header);
    for (const header of mapping.headers) if (!present.has(headerKey(header))) missing.push(header);
    if (missing.length > 0) {
      const names = [...new Set(missing)].map(shownValue).join(", ");
      if (columns.some(({ keys }) => keys)) {
        // An item of JSON need not have every key.
        const message = `No item has ${names}, which the mapping file ${mapping.name} names`;
        this.#notices.push({ code: "mapping-unused", message });
        return;
      }
      throw inputError(
        "mapping-mismatch",
        `The mapping file ${mapping.name} is made for another sheet: ${this.#name} has no column ${names} (found ${foundHeaders(columns)})`,
        "Correct the headers in the mapping file, or leave it out.",
      );
    }
    for (const path of mapping.constants.keys()) {
      const field = fieldAt(path);
      const [fed] = field ? this.of(field) : [];
      if (fed) {
        throw inputError(
          "mapping-mismatch",
          `The mapping file ${mapping.name} has a constant for ${path}, which column ${shownColumn(fed.column)} feeds too`,
          'Delete the constant, make it a default, or leave the column out with "columns": {"…": null}.',
        );
      }
    }
  }

  #unknownSheet(columns: readonly Column[], found: string): Error {
    const isLead = columns.some(({ name, keys }) => !keys && /\S@\S+\.\S/.test(shortHeader(name)));
    const what = isLead
      ? `${this.#name} has no header row: its first row already holds a lead`
      : `${this.#name} has no column that we know (found ${found})`;
    const hint = isLead
      ? "Put a row with headers such as First Name, Email, Street above it; `leadctl template` writes one."
      : "One row must hold headers such as First Name, Email, Street; name it with --header-row, or see `leadctl template`.";
    return inputError("no-known-column", what, hint);
  }

  /** A header that may mean one of two fields stops the file, unless both have columns of their own. */
  #checkUnmatched(column: Column): void {
    const advice = ambiguousHeaderAdvice(column.name, (path) => {
      const field = fieldAt(path);
      return field !== undefined && this.of(field).length > 0;
    });
    if (advice === undefined) return;
    const what = `${this.#name}: column ${shownColumn(column)} may mean two things`;
    throw inputError("ambiguous-column", what, advice);
  }

  /** `Street.1` beside `Street` is what programs make of a header that stood there twice. */
  #checkNumbered(column: Column): void {
    const base = NUMBERED.exec(shortHeader(column.name))?.[1];
    const field = base === undefined || column.keys ? undefined : fieldByHeader(base);
    const [twin] = field && SHARED_PART.test(field.path) ? this.of(field) : [];
    if (twin) throw this.ambiguous(twin.field, twin.column, column);
  }

  #note(column: Column): void {
    const { letters } = column;
    const near = nearestField(column.name);
    const hint = near && this.of(near).length === 0 ? `; did you mean ${near.label}?` : "";
    const message =
      column.name.trim() === ""
        ? `Column ${letters ?? ""} has no header and is left out`
        : `Column ${shownColumn(column)} is not part of a lead and is left out${hint}`;
    this.#notices.push({ code: "unknown-column", message });
  }

  /** `City` behind `Home Address` is not the property's. */
  #checkAddresses(columns: readonly Column[]): void {
    const [stray, ...others] = strayColumns(columns, this.#mapping);
    const field = stray && fieldAt(`address.${stray.part}`);
    if (!field) return;
    const more =
      others.length === 0 ? "" : ` (nor ${others.map(({ column }) => shownColumn(column)).join(", ")})`;
    const own = fieldAt(`residentialAddress.${stray.part}`);
    throw inputError(
      "ambiguous-column",
      `${this.#name}: column ${shownColumn(stray.column)} stands behind ${shownColumn(stray.after)}, and may not be the property's${more}`,
      `Write "Property ${field.label}" if it is the property's${own ? `, or "${own.label}" if it is the applicant's own` : ""}; else give it another name, or delete it.`,
    );
  }

  #checkPeople(): void {
    const twins = [...this.#matched]
      .map(([field, matches]) => ({ field, columns: matches.map(({ column }) => column) }))
      .filter(({ columns: [one, other] }) => one && other && !one.keys && !other.keys);
    const people = columnsOfTwoPeople(twins);
    const [one, other] = people?.columns ?? [];
    if (!people || !one || !other) return;
    throw inputError(
      "ambiguous-columns",
      `${this.#name} has columns of two people: ${shownColumn(one)} and ${shownColumn(other)} both mean ${people.field.label}`,
      "Keep the applicant's columns, and delete or rename the other's, or leave them out with --mapping.",
    );
  }

  #noteSeveral({ label }: Field, matches: readonly MatchedColumn[]): void {
    if (matches.length < 2 || matches.some(({ column }) => column.keys)) return;
    const names = matches.map(({ column }) => shownColumn(column)).join(" and ");
    const message = `Columns ${names} both mean ${label}; in each row the one that is filled is taken`;
    this.#notices.push({ code: "several-columns", message });
  }

  /** @param row Where the two differ, if they are only refused for that. */
  ambiguous(field: Field, one: Column, other: Column, row?: number): Error {
    const hint = SHARED_PART.test(field.path)
      ? `Keep "${field.label}" for the property, and name the applicant's own "Residential ${field.label}".`
      : `Rename or delete one of them, so that a single column means ${field.label}, or say which with --mapping.`;
    const both = `columns ${shownColumn(one)} and ${shownColumn(other)}`;
    const where = row === undefined ? "" : ` and differ in row ${row}`;
    return inputError("ambiguous-columns", `${this.#name}: ${both} both mean ${field.label}${where}`, hint);
  }
}

function foundHeaders(columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).filter((name) => name.trim() !== "");
  const more = names.length - SHOWN_HEADERS_MAX;
  const shown = names.slice(0, SHOWN_HEADERS_MAX).map(shownValue).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function shownColumn({ name, letters }: Column): string {
  return letters ? `${shownValue(name)} (${letters})` : shownValue(name);
}
