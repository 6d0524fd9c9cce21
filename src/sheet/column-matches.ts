import { CliError } from "../base/cli-error.ts";
import { FIELDS, type Field, fieldAt } from "../lead/field-catalogue.ts";
import { shownValue } from "./cell-report.ts";
import { trimmedText } from "./cell-text.ts";
import {
  ambiguousHeaderAdvice,
  columnsOfTwoPeople,
  isOfAddress,
  isSameValue,
  strayColumns,
} from "./doubtful-columns.ts";
import { fieldByHeader, isOwnColumn, nearestField } from "./header-meaning.ts";
import { type Mapping, ruleFor } from "./mapping.ts";
import { type CellValue, type Column, cellText, type InputTable } from "./table.ts";

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
  const twins = twinsAmong(table.columns, mapping);
  const samples = await samplesOf(table, twins);
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
  const isTwoPeople = columnsOfTwoPeople(
    twins.map(({ field, one, other }) => ({
      field,
      columns: [one, other].flatMap((index) => table.columns[index] ?? []),
    })),
  );
  for (const twin of twins) remarkTwin(twin, matches, isTwoPeople !== undefined);
  remarkStray(matches, mapping);
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
    if (!other || column.keys || !isOfAddress(field)) return;
    match.isSettled = false;
    match.remark = `${shortName(other.column)} means ${field.label} too: say whose each is, or delete one`;
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

/** Two columns that feed one field, which a sheet may have as long as they agree in each row. */
interface Twin {
  field: Field;
  one: number;
  other: number;
  /** The first row in which they do not. */
  row?: number;
}

function twinsAmong(columns: readonly Column[], mapping: Mapping | undefined): Twin[] {
  const first = new Map<Field, number>();
  return columns.flatMap((column, other) => {
    const field = column.keys ? undefined : fieldOf(column, mapping);
    if (!field || isOfAddress(field)) return [];
    const one = first.get(field);
    if (one === undefined) first.set(field, other);
    return one === undefined ? [] : [{ field, one, other }];
  });
}

function remarkTwin(
  { field, one, other, row }: Twin,
  matches: readonly ColumnMatch[],
  isTwoPeople: boolean,
): void {
  for (const [index, otherIndex] of [
    [one, other],
    [other, one],
  ] as const) {
    const match = matches[index];
    const twin = matches[otherIndex];
    if (!match || !twin) continue;
    const isOfOther = isTwoPeople && field.path.startsWith("contactInfo.");
    match.isSettled &&= row === undefined && !isOfOther;
    const rest = isOfOther
      ? ": say which is the applicant's"
      : row === undefined
        ? ": in each row the one that is filled is taken"
        : `, and differs in row ${row}`;
    match.remark = `${shortName(twin.column)} means ${field.label} too${rest}`;
  }
}

function remarkStray(matches: readonly ColumnMatch[], mapping: Mapping | undefined): void {
  const columns = matches.map(({ column }) => column);
  for (const { column, after } of strayColumns(columns, mapping)) {
    const match = matches.find((one) => one.column === column);
    if (!match) continue;
    match.isSettled = false;
    match.remark = `stands behind ${shownValue(after.name)}, and may not be the property's`;
  }
}

function shortName({ letters, name }: Column): string {
  return letters ?? name;
}

async function samplesOf(table: InputTable, twins: readonly Twin[]): Promise<Set<string>[]> {
  const samples: Set<string>[] = [];
  try {
    await collectSamples(table, samples, twins);
  } catch (error) {
    // A sheet that has only its headers yet can be matched as well.
    if (!(error instanceof CliError && error.code === "input-no-rows")) throw error;
  }
  return samples;
}

async function collectSamples(
  table: InputTable,
  samples: Set<string>[],
  twins: readonly Twin[],
): Promise<void> {
  let count = 0;
  for await (const { row, cells } of table.rows) {
    for (const twin of twins) {
      const [one, other] = [textOf(cells[twin.one]), textOf(cells[twin.other])];
      if (one !== "" && other !== "" && !isSameValue(twin.field, one, other)) twin.row ??= row;
    }
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

function textOf(cell: CellValue | undefined): string {
  return trimmedText(cellText(cell));
}
