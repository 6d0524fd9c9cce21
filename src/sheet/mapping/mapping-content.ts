import type { CliError } from "../../base/cli-error.ts";
import { FIELDS, type Field, fieldAt } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { isCompositePath } from "../columns/column-reading.ts";
import type { ColumnRule, Mapping } from "../columns/mapping.ts";
import { nearestField } from "../headers/header-meaning.ts";
import { inputError } from "../sheet-errors.ts";
import { shownValue } from "../shown-value.ts";

/** A column's rule as a file has it; see `ColumnRule`. */
export interface RuleContent {
  field: string | null;
  values?: ColumnRule["values"] | undefined;
}

/** What a mapping file says, whatever its form: a path or a rule for each header, and the rest by path or question. */
export interface MappingContent {
  columns?: Readonly<Record<string, string | null | RuleContent>> | undefined;
  headers?: readonly string[] | undefined;
  answers?: Readonly<Record<string, string>> | undefined;
  answeredAt?: string | undefined;
  constants?: Readonly<Record<string, FieldValue>> | undefined;
  defaults?: Readonly<Record<string, FieldValue>> | undefined;
  decimal?: "." | "," | undefined;
  hiddenRows?: "include" | "skip" | undefined;
}

/** One thing that is wrong with a mapping file. */
export interface MappingFault {
  /** Where in the content, as in `columns`, `Building`. Empty where the message names its place. */
  path: readonly PropertyKey[];
  /** Whose place it has, where that is not the path's own. */
  at?: readonly PropertyKey[];
  message: string;
}

/** How a form of the file calls fields and values. */
export interface Wording {
  fieldName(path: string): string;
  kinds: Readonly<Record<Field["type"], string>>;
}

/** As JSON has them. */
export const JSON_WORDING: Wording = {
  fieldName: (path) => path,
  kinds: { text: "text in quotes", boolean: "true or false", integer: "a whole number", number: "a number" },
};

export function ruleOf(value: string | null | RuleContent): ColumnRule {
  if (value === null || typeof value === "string") return { field: value };
  const { field, values } = value;
  return { field, ...(values && { values }) };
}

/** What the shapes alone do not tell: unknown paths, and values that the field cannot hold. */
export function faultsOf(
  { columns = {}, constants = {}, defaults = {} }: MappingContent,
  { fieldName, kinds }: Wording = JSON_WORDING,
): MappingFault[] {
  const faults: MappingFault[] = [];
  const mustBe = ({ path, type }: Field) => `${fieldName(path)} must be ${kinds[type]}`;
  for (const [header, value] of Object.entries(columns)) {
    const { field: to, values: map = {} } = ruleOf(value);
    const path = ["columns", header];
    if (to === null) continue;
    const field = fieldAt(to);
    if (isCompositePath(to)) {
      const message = `${fieldName(to)} is several fields, whose cells cannot be listed in values`;
      if (Object.keys(map).length > 0) faults.push({ path, message });
      continue;
    }
    if (!field) {
      faults.push({ path, message: unknownField(to) });
      continue;
    }
    for (const [text, meant] of Object.entries(map)) {
      if (meant !== null && !canHold(field, meant))
        faults.push({ path: [...path, "values", text], message: mustBe(field) });
    }
  }
  for (const [group, entries] of Object.entries({ constants, defaults })) {
    for (const field of FIELDS) {
      const value = entries[field.path];
      if (value !== undefined && !canHold(field, value))
        faults.push({ path: [group, field.path], message: mustBe(field) });
    }
  }
  for (const to of Object.keys(constants)) {
    if (!(to in defaults)) continue;
    const message = `${fieldName(to)} has both a constant and a default: keep one`;
    faults.push({ path: [], at: ["defaults", to], message });
  }
  return faults;
}

/** A path that names no field, with the one that may be meant. */
export function unknownField(text: string): string {
  const near = nearestField(text);
  return `there is no field ${shownValue(text)}${near ? `; did you mean ${near.path}?` : ""}`;
}

function canHold({ type }: Field, value: FieldValue): boolean {
  if (type === "text") return typeof value === "string" && value !== "";
  if (type === "boolean") return typeof value === "boolean";
  return typeof value === "number" && (type === "number" || Number.isInteger(value));
}

/** The mapping that a file's content says, once nothing is wrong with it. @param name The file's, for messages. */
export function mappingOf(name: string, content: MappingContent): Mapping {
  const { columns = {}, headers = [], answers = {}, constants = {}, defaults = {} } = content;
  const { answeredAt, decimal, hiddenRows } = content;
  return {
    name,
    columns: new Map(Object.entries(columns).map(([header, value]) => [header, ruleOf(value)])),
    headers,
    answers: new Map(Object.entries(answers)),
    ...(answeredAt === undefined ? {} : { answeredAt }),
    constants: new Map(Object.entries(constants)),
    defaults: new Map(Object.entries(defaults)),
    ...(decimal === undefined ? {} : { decimalMark: decimal }),
    ...(hiddenRows === undefined ? {} : { hiddenRows }),
  };
}

/** The refusal of a mapping file. */
export function unusable(name: string, problem: string, hint?: string): CliError {
  return inputError("mapping-invalid", { name, problem, hint });
}
