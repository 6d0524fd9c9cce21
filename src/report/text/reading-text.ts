import { truncate, wrap } from "../../base/text-width.ts";
import { fieldAt, valueLabel } from "../../lead/field-catalogue.ts";
import { fieldValueAt } from "../../lead/rules.ts";
import type { Lead } from "../../lead/schema.ts";
import { type ColumnReading, fieldPathsOf } from "../../sheet/columns/column-reading.ts";
import { headerKey } from "../../sheet/headers/header-meaning.ts";
import { type ReadChange, toldChanges } from "../../sheet/rows/mapped-input.ts";
import { type CellValue, type Column, cellText } from "../../sheet/table.ts";
import { besideLabel, labelled, sentenceLines, tableLines } from "../../terminal/layout.ts";
import { amountText, countText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import type { Reason } from "../model/reason-tally.ts";

/** How a sheet was understood, as far as a person should see it before it goes. */
export interface ShownReading {
  readings: readonly ColumnReading[];
  /** Words that were read as other values beyond doubt. */
  changes: readonly ReadChange[];
  /** A lead of the sheet, to show what its columns hold. */
  sample?: { row: number; lead: Lead; cells: readonly CellValue[] };
}

const NAME_COLUMNS_MAX = 34;
/** So that a column of many fields leaves room for the sample beside it. */
const FIELD_COLUMNS_MAX = 32;
const BRIEF_CHANGES_MAX = 3;
const BRIEF_COLUMNS_MAX = 6;
const GAP = "  ";

/** What there is to say of the input as a whole. */
export function noticeLines(notices: readonly string[], style: Style): string[] {
  return notices.flatMap((notice) => sentenceLines("Note", notice, style));
}

/** The reading in brief, for who is about to send; ends with a line feed where it says anything. */
export function renderBriefReading(
  { readings, changes, notices }: ShownReading & { notices: readonly string[] },
  style: Style,
): string {
  const lines = [
    ...readingLines({ readings }, style, BRIEF_COLUMNS_MAX),
    ...changeLines(changes, style),
    ...noticeLines(notices, style),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** A column that has the name of the very field that it feeds, or that a mapping file speaks of, needs no words. */
function isWorthTelling({ column, target, reason }: ColumnReading): boolean {
  if (target === undefined || reason === "mapping") return false;
  const field = fieldAt(target);
  if (reason !== "named" || !field) return true;
  const name = headerKey(column.name);
  return name !== headerKey(field.label) && name !== headerKey(field.path);
}

/**
 * Columns that are not called like the field they feed, with what a lead has there. Nothing where there is none. For
 * values that are sent otherwise see `changeReasons`.
 *
 * @param columnsMax How many are shown.
 */
export function readingLines(
  { readings, sample }: Omit<ShownReading, "changes">,
  style: Style,
  columnsMax = Number.POSITIVE_INFINITY,
): string[] {
  const { chalk, signs } = style;
  const all = readings.filter(isWorthTelling);
  if (all.length === 0) return [];
  const told = all.slice(0, columnsMax);
  const room = besideLabel(style);
  const table = tableLines(
    told.map((reading) => [
      truncate(shownColumn(reading.column), NAME_COLUMNS_MAX, signs.ellipsis),
      `${signs.arrow} ${sample ? truncate(labelsOf(reading), FIELD_COLUMNS_MAX, signs.ellipsis) : labelsOf(reading)}`,
      sample ? sampleText(reading, readings, sample) : "",
    ]),
  );
  const lines = told.flatMap(({ remark }, index) => {
    // Neighbours that were read alike say so once.
    const isSaid = !remark || remarkKey(remark) === remarkKey(told[index - 1]?.remark);
    const remarks = isSaid ? [] : wrap(safeText(remark.message), room - GAP.length);
    return [
      truncate(table[index] ?? "", room, signs.ellipsis),
      ...remarks.map((line) => GAP + chalk.dim(line)),
    ];
  });
  const others = readings.filter((reading) => reading.target && !isWorthTelling(reading)).length;
  const notes = [
    told.length < all.length ? `and ${countText(all.length - told.length)} more` : [],
    others > 0
      ? `and ${amountText(others, "column")} named like ${others === 1 ? "its field" : "their fields"}`
      : [],
    sample ? `The values on the right are from row ${sample.row}` : [],
  ].flat();
  const noteLines = notes.flatMap((note) => wrap(note, room)).map((line) => chalk.dim(line));
  return labelled("Read", [...lines, ...noteLines], style);
}

function remarkKey(remark: ColumnReading["remark"]): string {
  return JSON.stringify([remark?.finding, remark?.params]);
}

/** The same as what a summary lists. */
export function changeReasons(changes: readonly ReadChange[], { signs }: Pick<Style, "signs">): Reason[] {
  return toldChanges(changes).map(({ column, path, from, to, rowCount }) => ({
    column: column.name,
    message: `"${from}" ${signs.arrow} ${valueLabel(path, to)}`,
    count: rowCount,
    examples: [],
    harm: "changed" as const,
  }));
}

/** `Property Type: "SFR" → Single family (12 rows)` */
function changeLines(changes: readonly ReadChange[], style: Style): string[] {
  const all = changeReasons(changes, style);
  const lines = all
    .slice(0, BRIEF_CHANGES_MAX)
    .flatMap(({ column = "", message, count }) =>
      wrap(safeText(`${column}: ${message} (${amountText(count, "row")})`), besideLabel(style)),
    );
  const rest = all.length - BRIEF_CHANGES_MAX;
  if (rest > 0) lines.push(`and ${amountText(rest, "other value")}`);
  return labelled("Changed", lines, style);
}

function shownColumn({ name, letters }: Column): string {
  return safeText(letters === undefined ? name : `${name} (${letters})`);
}

function labelsOf({ target }: ColumnReading): string {
  const paths = fieldPathsOf(target);
  return paths.map((path) => fieldAt(path)?.label ?? path).join(", ");
}

/** What a lead has in the fields that a column feeds; the column's own cell, where others feed the field too. */
function sampleText(
  { target, index }: ColumnReading,
  readings: readonly ColumnReading[],
  { lead, cells }: { lead: Lead; cells: readonly CellValue[] },
): string {
  const paths = fieldPathsOf(target);
  const isShared = readings.some(
    (other) => other.index !== index && fieldPathsOf(other.target).some((path) => paths.includes(path)),
  );
  if (isShared) return safeText(cellText(cells[index]));
  const values = paths.flatMap((path) => {
    const value = fieldValueAt(lead, path);
    return value === undefined ? [] : [safeText(valueLabel(path, value))];
  });
  return values.join(" | ");
}
