import { CliError } from "../cli-error.ts";
import { fieldByHeader } from "../input/header-key.ts";
import { isOwnColumn } from "../input/own-columns.ts";
import type { CellValue, Column, InputTable } from "../input/table.ts";
import { FIELDS, type Field, fieldAt } from "../lead/field-catalogue.ts";
import { ambiguousHeaderAdvice } from "./ambiguous-header.ts";
import { trimmedText } from "./cell-text.ts";
import { ruleFor } from "./column-rule.ts";
import type { Mapping } from "./mapping.ts";
import { nearestField } from "./near-miss.ts";

/** What becomes of one column, for a person to look at. */
export interface ColumnMatch {
  column: Column;
  /** The field that it feeds; absent when it is left out. */
  field?: Field;
  /** False where a person has to say what is meant, or the sheet is refused. */
  isSettled: boolean;
  /** What there is to know about it. */
  remark?: string;
  /** A few different values from its first rows. */
  samples: string[];
}

export interface ColumnMatches {
  columns: ColumnMatch[];
  /** Fields that no column feeds. */
  missing: Field[];
}

const ROWS_MAX = 1_000;
const SAMPLES_MAX = 3;

/**
 * Matches a table's columns as `mapInput` does, but takes the doubtful ones as something to show. Reads its
 * first rows for samples.
 */
export async function matchColumns(table: InputTable, mapping?: Mapping): Promise<ColumnMatches> {
  const samples = await samplesOf(table);
  const matches = table.columns.map((column, index): ColumnMatch => {
    const found = fieldOf(column, mapping);
    return {
      column,
      isSettled: true,
      samples: [...(samples[index] ?? [])],
      ...(found ? { field: found } : {}),
    };
  });
  const fed = new Set(matches.flatMap(({ field }) => field ?? []));
  for (const match of matches) remark(match, matches, fed, mapping);
  const constants = mapping?.constants;
  return {
    columns: matches,
    missing: FIELDS.filter((field) => !fed.has(field) && !constants?.has(field.path)),
  };
}

function fieldOf(column: Column, mapping: Mapping | undefined): Field | undefined {
  const rule = mapping && ruleFor(mapping, column);
  if (rule) return rule.field === null ? undefined : fieldAt(rule.field);
  return isOwnColumn(column.name) ? undefined : fieldByHeader(column.name);
}

function remark(
  match: ColumnMatch,
  matches: readonly ColumnMatch[],
  fed: ReadonlySet<Field>,
  mapping: Mapping | undefined,
): void {
  const { column, field } = match;
  if (field) {
    const other = matches.find((one) => one !== match && one.field === field);
    if (!other || column.keys) return;
    match.isSettled = false;
    match.remark = `${other.column.letters ?? other.column.name} means ${field.label} too: one of them must go`;
    return;
  }
  if (isOwnColumn(column.name)) {
    match.remark = "one of our own";
    return;
  }
  if (mapping && ruleFor(mapping, column)) return;
  const advice = ambiguousHeaderAdvice(column.name, (path) => {
    const meant = fieldAt(path);
    return meant !== undefined && fed.has(meant);
  });
  if (advice !== undefined) {
    match.isSettled = false;
    match.remark = `may mean two things. ${advice}`;
    return;
  }
  const near = nearestField(column.name);
  if (near && !fed.has(near)) match.remark = `did you mean ${near.label}?`;
}

async function samplesOf(table: InputTable): Promise<Set<string>[]> {
  const samples: Set<string>[] = [];
  try {
    await collectSamples(table, samples);
  } catch (error) {
    // A sheet that has only its headers yet can be matched as well.
    if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
  }
  return samples;
}

async function collectSamples(table: InputTable, samples: Set<string>[]): Promise<void> {
  let count = 0;
  for await (const { cells } of table.rows) {
    for (const [index, cell] of cells.entries()) {
      samples[index] ??= new Set();
      const seen = samples[index];
      const text = textOf(cell);
      if (text !== "" && seen && seen.size < SAMPLES_MAX) seen.add(text);
    }
    count += 1;
    if (count === ROWS_MAX) break;
  }
}

function textOf(cell: CellValue): string {
  if (cell === null) return "";
  return trimmedText(typeof cell === "object" ? cell.json : String(cell));
}
