import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, countText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, flow, padEnd, truncate, wrap } from "../terminal/text-width.ts";

/** How a sheet was understood, in words for a person. */
export interface ReadingShown {
  /** How many columns have the very name of the field that they feed: there is nothing to tell of them. */
  namedCount: number;
  /** The other columns that feed fields. */
  columns: readonly ReadColumn[];
  /** Values that are sent otherwise than they stand there. */
  changes: readonly ReadChangeShown[];
  /** Columns that are not part of a lead. */
  unused: readonly string[];
  /** Rows that are no leads, and why. */
  skipped: readonly { rows: string; reason: string }[];
}

/** A column that feeds a field by another name. */
export interface ReadColumn {
  /** As in `Prop ST (H)`. */
  column: string;
  /** The field's label, or those of several. */
  field: string;
  /** What the sample lead has there. */
  sample?: string;
  /** What a person should know about it. */
  remark?: string;
}

export interface ReadChangeShown {
  /** The column's header. */
  column: string;
  /** As it stands in the cells. */
  from: string;
  /** As it is sent, in words. */
  to: string;
  rowCount: number;
}

const COLUMN_COLUMNS_MAX = 34;
const BRIEF_CHANGES_MAX = 3;
const CHANGES_MAX = 20;
const GAP = "  ";

/** The reading of a sheet at length, for who checks it. Nothing where there is nothing to tell. */
export function readingLines(reading: ReadingShown, sampleRow: number | undefined, style: Style): string[] {
  const { columns, changes, unused, skipped } = reading;
  const lines = [
    ...columnLines(reading, sampleRow, style),
    ...section("Changed", changeLines(changes, CHANGES_MAX, style), style),
    ...section("Not used", flow(listed(unused), besideLabel(style), " "), style),
    ...skipped.flatMap(({ rows, reason }) =>
      section("No lead", wrap(`${rows}: ${safeText(reason)}`, besideLabel(style)), style),
    ),
  ];
  const isPlain = columns.length === 0 && changes.length === 0 && unused.length === 0 && skipped.length === 0;
  return isPlain ? [] : ["", ...lines];
}

/** The same in brief, for who is about to send. */
export function briefReadingLines(reading: ReadingShown, style: Style): string[] {
  const { columns, changes, skipped } = reading;
  const renamed = columns.map(({ column, field }) => `${safeText(column)} ${style.signs.arrow} ${field}`);
  const rows = skipped.map(({ rows: place }) => place);
  return [
    ...section("Read", flow(listed(renamed), besideLabel(style), " "), style),
    ...section("Changed", changeLines(changes, BRIEF_CHANGES_MAX, style), style),
    ...section("No lead", flow(listed(rows), besideLabel(style), " "), style),
  ];
}

function section(label: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : labelled(label, lines, style);
}

/** `a,` `b,` `c`, to be put into lines. */
function listed(pieces: readonly string[]): string[] {
  return pieces.map((piece, index) => safeText(piece) + (index < pieces.length - 1 ? "," : ""));
}

/** A line for each column with another name than its field's: column, field, and what the sample lead has there. */
function columnLines(
  { columns, namedCount }: ReadingShown,
  sampleRow: number | undefined,
  style: Style,
): string[] {
  if (columns.length === 0) return [];
  const { chalk, signs } = style;
  const names = columns.map(({ column }) => truncate(safeText(column), COLUMN_COLUMNS_MAX, signs.ellipsis));
  const nameColumns = Math.max(...names.map(displayWidth));
  const fieldColumns = Math.max(...columns.map(({ field }) => displayWidth(field)));
  const sampleColumns = besideLabel(style) - nameColumns - fieldColumns - GAP.length * 2 - 2;
  const lines = columns.flatMap(({ field, sample, remark }, index) => {
    const head = `${padEnd(names[index] ?? "", nameColumns)} ${signs.arrow} `;
    const value = sample === undefined ? "" : truncate(safeText(sample), sampleColumns, signs.ellipsis);
    const isBeside = value !== "" && sampleColumns >= MIN_SAMPLE_COLUMNS;
    const line = isBeside ? head + padEnd(field, fieldColumns) + GAP + chalk.dim(value) : head + field;
    const told = remark === undefined ? [] : wrap(safeText(remark), besideLabel(style) - GAP.length);
    return [line, ...told.map((part) => GAP + chalk.dim(part))];
  });
  const named =
    namedCount === 0 ? [] : [chalk.dim(`${amountText(namedCount, "more column")} named like their fields`)];
  const sampled = sampleRow === undefined ? [] : [chalk.dim(`The values on the right are those of row ${sampleRow}`)];
  return labelled("Read", [...lines, ...named, ...sampled], style);
}

const MIN_SAMPLE_COLUMNS = 8;

/** `Property Type: "SFR" → Single family (12 rows)`, most rows first. */
function changeLines(changes: readonly ReadChangeShown[], max: number, style: Style): string[] {
  const sorted = [...changes].sort((one, other) => other.rowCount - one.rowCount);
  const shown = sorted.slice(0, max).flatMap(({ column, from, to, rowCount }) => {
    const text = `${safeText(column)}: "${safeText(from)}" ${style.signs.arrow} ${safeText(to)} (${amountText(rowCount, "row")})`;
    return wrap(text, besideLabel(style));
  });
  const rest = sorted.length - max;
  return rest > 0 ? [...shown, `and ${countText(rest)} other values`] : shown;
}
