import { type Field, valueLabel } from "../../lead/field-catalogue.ts";
import type { Issue } from "../../lead/issue.ts";
import { issueText } from "../../lead/issue-text.ts";
import { valueAt } from "../../lead/rules.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import type { FieldValue } from "../../sheet/cells/cell-report.ts";
import { type ColumnReading, fieldPathsOf } from "../../sheet/columns/column-reading.ts";
import type { CellMark, WrittenCell } from "../../sheet/formats/write/xlsx-writer.ts";
import { type Column, cellText } from "../../sheet/table.ts";
import { wordKey } from "../../sheet/text/word-key.ts";

/** A value of a lead as a person checks it: with what stood in the sheet, where that was something else. */
export class ReadingCells {
  /** How many cells so far have a note. */
  noteCount = 0;
  readonly #feeding = new Map<string, ColumnReading[]>();

  constructor(readings: readonly ColumnReading[]) {
    for (const reading of readings) {
      for (const path of fieldPathsOf(reading.target)) {
        const others = this.#feeding.get(path);
        if (others) others.push(reading);
        else this.#feeding.set(path, [reading]);
      }
    }
  }

  /** A field of a row as it would be sent. Of a value that is not, what stands in the sheet. */
  cellOf({ path }: Field, planned: PlannedRow): WrittenCell {
    const value = sentValue(planned, path);
    const issues = ofField(planned.issues, path);
    const warnings = ofField(planned.warnings, path);
    const stood = this.#stoodThere(path, planned);
    const isChanged = value !== undefined && !stood.some(({ text }) => isSame(path, value, text));
    const told = [...issues, ...warnings];
    if (told.length === 0 && !isChanged) return value === undefined ? "" : valueLabel(path, value);
    const text = value === undefined ? stood.map(({ text }) => text).join(" | ") : valueLabel(path, value);
    const mark = markOf(issues, warnings);
    this.noteCount += 1;
    const isNamed = (place: string): boolean => told.some((issue) => placeOf(issue) === place);
    const source = stood.flatMap(({ column: { name, letters }, text }) => {
      const place = shownPlace(name, letters && `${letters}${planned.row}`);
      return isNamed(place) ? [] : `${place}: ${text}`;
    });
    const lines = [...told.map(issueText), ...(isChanged ? source : [])];
    return { text, mark, note: lines.length === 0 ? UNSEEN : lines.join("\n") };
  }

  /** The filled cells of the columns that feed a field. */
  #stoodThere(path: string, { cells }: PlannedRow): { column: Column; text: string }[] {
    return (this.#feeding.get(path) ?? []).flatMap(({ column, index }) => {
      const text = cellText(cells[index]);
      return text.trim() === "" ? [] : { column, text };
    });
  }
}

function ofField(issues: readonly Issue[], path: string): readonly Issue[] {
  return issues.length === 0 ? issues : issues.filter((issue) => issue.path.join(".") === path);
}

function shownPlace(column: string, cell: string | undefined): string {
  return cell === undefined ? column : `${column} (${cell})`;
}

function placeOf({ column, cell }: Issue): string | undefined {
  return column && shownPlace(column, cell);
}

const UNSEEN = "No cell of its own: read from others of the row, or set by the mapping file.";

function markOf(issues: readonly Issue[], warnings: readonly Issue[]): CellMark {
  if (issues.length > 0) return "error";
  return warnings.some(isDoubt) ? "warning" : "changed";
}

/** Whether a person has to look at it: what was changed for certain is only told. */
export function isDoubt({ harm }: Issue): boolean {
  return harm !== "changed";
}

/** What a lead has in a field; undefined where nothing goes. */
export function sentValue({ lead }: Pick<PlannedRow, "lead">, path: string): FieldValue | undefined {
  const value = valueAt(lead, path.split("."));
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/** Whether a cell says what goes, however it is spelled. Of names and numbers every character counts. */
function isSame(path: string, value: FieldValue, text: string): boolean {
  if (text.trim().replace(/\s+/g, " ") === String(value)) return true;
  const label = valueLabel(path, value);
  if (label === String(value)) return false;
  return [label, String(value)].some((word) => wordKey(word) === wordKey(text));
}
