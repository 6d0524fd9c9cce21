import type { ColumnMatch } from "./column-matches.ts";
import { ruleFor } from "./column-rule.ts";
import type { Mapping } from "./mapping.ts";

/** Stands where a person has to write a field's path or `null`: no mapping file is taken with it. */
export const TO_BE_SAID = "?";

/** The content of a mapping file. */
export interface MappingDraft {
  columns: Record<string, unknown>;
  [part: string]: unknown;
}

/**
 * A mapping file that says what the match came to, ready to edit: every column with its field, `null` for
 * one that is left out, and `"?"` where it must be said.
 */
export function mappingDraft(matches: readonly ColumnMatch[], mapping?: Mapping): MappingDraft {
  const shown = matches.filter(
    ({ column, remark }) => column.name.trim() !== "" && remark !== "one of our own",
  );
  const names = shown.map(({ column }) => column.name);
  const columns: [string, unknown][] = shown.map((match) => {
    const { column, field } = match;
    const isTwin = names.filter((name) => name === column.name).length > 1;
    const header = isTwin && column.letters ? `${column.letters}: ${column.name}` : column.name;
    const values = mapping && ruleFor(mapping, column)?.values;
    const path = isCertain(match) ? (field?.path ?? null) : TO_BE_SAID;
    return [header, values && path !== null ? { field: path, values } : path];
  });
  const isSheet = shown.every(({ column }) => !column.keys);
  return {
    version: 1,
    // Items of JSON need not have every key, so that none is insisted on.
    ...(isSheet ? { headers: [...new Set(names)] } : {}),
    columns: Object.fromEntries(columns),
    constants: Object.fromEntries(mapping?.constants ?? []),
    defaults: Object.fromEntries(mapping?.defaults ?? []),
    ...(mapping?.decimalMark === undefined ? {} : { decimal: mapping.decimalMark }),
    ...(mapping?.hiddenRows === undefined ? {} : { hiddenRows: mapping.hiddenRows }),
  };
}

/** Whether nobody need be asked: a near miss is no refusal, yet hardly meant to be left out. */
function isCertain({ isSettled, field, remark }: ColumnMatch): boolean {
  return isSettled && (field !== undefined || remark === undefined);
}
