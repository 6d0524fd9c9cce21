import { fieldByHeader } from "../input/header-key.ts";
import { inputError } from "../input/input-error.ts";
import { isOwnColumn } from "../input/own-columns.ts";
import type { Column, Notice } from "../input/table.ts";
import type { Field } from "../lead/field-catalogue.ts";
import { shownValue } from "./shown-value.ts";

/** A column that feeds a field. */
export interface MatchedColumn {
  field: Field;
  column: Column;
  /** Of the column in the input. */
  index: number;
}

/** Matches columns to fields as they turn up, and notes each that feeds none. */
export class ColumnMatcher {
  readonly #name: string;
  readonly #notices: Notice[];
  readonly #matched = new Map<Field, MatchedColumn[]>();

  constructor(name: string, notices: Notice[]) {
    this.#name = name;
    this.#notices = notices;
  }

  /** All columns so far that feed the field. More than one only in JSON, whose items may differ. */
  of(field: Field): readonly MatchedColumn[] {
    return this.#matched.get(field) ?? [];
  }

  /** Takes the next column. @throws CliError when a sheet has two columns for one field. */
  add(column: Column, index: number): void {
    const field = fieldByHeader(column.name);
    if (!field) {
      this.#note(column);
      return;
    }
    const others = this.#matched.get(field);
    const other = others?.[0];
    if (!others || !other) {
      this.#matched.set(field, [{ field, column, index }]);
      return;
    }
    if (!column.keys) throw this.#ambiguous(field, other.column, column);
    others.push({ field, column, index });
  }

  /** @throws CliError when the columns cannot make a lead that the service takes. */
  check(columns: readonly Column[]): void {
    const found = columns
      .slice(0, 8)
      .map(({ name }) => shownValue(name))
      .join(", ");
    if (this.#matched.size === 0) {
      throw inputError(
        "no-known-column",
        `${this.#name} has no column that we know (found ${found})`,
        "The first row must hold headers such as First Name, Email, Street.",
      );
    }
    const hasEmail = [...this.#matched.keys()].some(({ path }) => path === "contactInfo.email");
    if (!hasEmail) {
      throw inputError(
        "no-email-column",
        `${this.#name} has no e-mail column, and no lead goes without an e-mail (found ${found})`,
        'Add a column with the header "Email".',
      );
    }
  }

  #note(column: Column): void {
    if (isOwnColumn(column.name) || column.name.trim() === "") return;
    this.#notices.push({
      code: "unknown-column",
      message: `Column ${shownColumn(column)} is not part of a lead and is left out`,
    });
  }

  #ambiguous(field: Field, one: Column, other: Column): Error {
    return inputError(
      "ambiguous-columns",
      `${this.#name}: columns ${shownColumn(one)} and ${shownColumn(other)} both mean ${field.label}`,
      field.path.startsWith("address.") &&
        field.path !== "address.unitNumber" &&
        field.path !== "address.county"
        ? `Keep "${field.label}" for the property, and name the applicant's own "Residential ${field.label}".`
        : `Rename or delete one of them, so that a single column means ${field.label}.`,
    );
  }
}

function shownColumn({ name, letters }: Column): string {
  return letters ? `${shownValue(name)} (${letters})` : shownValue(name);
}
