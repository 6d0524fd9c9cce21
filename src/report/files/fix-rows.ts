import { type Field, fieldAt } from "../../lead/field-catalogue.ts";
import { type Issue, isDoubtful } from "../../lead/issue.ts";
import { issueText } from "../../lead/issue-text.ts";
import { followUps } from "../../lead/rules.ts";
import { isFixable } from "../../outcome/lead-state.ts";
import { HOLDS } from "../../run/plan/plan-record.ts";
import type { RunRow } from "../../run/run-row.ts";
import { FIX_FILE_TEXTS, type Repetition } from "../../run/run-texts.ts";
import type { WrittenCell } from "../../sheet/formats/write/xlsx-writer.ts";
import { headerKey } from "../../sheet/headers/header-meaning.ts";
import { type CellValue, cellText, columnLetters } from "../../sheet/table.ts";
import { rowsWhere } from "../model/build-report.ts";
import type { RunReport } from "../model/report-model.ts";
import { plainText, rowTexts } from "../model/row-text.ts";
import { keptColumns } from "./render-csv.ts";

/** A column of a fix file: one of the sheet's own, or one that the sheet lacks and a row needs. */
export interface FixColumn {
  header: string;
  /** Index among the sheet's cells; null for a column that the sheet lacks. */
  source: number | null;
  /** The column's letters in the sheet. */
  letters?: string | undefined;
  /** The field that it feeds, where it is known. */
  field?: Field | undefined;
}

/** What is to be done about a cell. */
export interface CellToFix {
  mark: "error" | "warning";
  /** Why, a line for each thing. */
  note: string;
}

/** A row of a fix file. */
export interface FixRow {
  row: RunRow;
  /** Aligned with the columns of the fix file. */
  cells: readonly CellValue[];
  /** By index of the column. */
  toFix: ReadonlyMap<number, CellToFix>;
  /** What is wrong with the row, one thing each: what refused it first, then warnings. */
  texts: string[];
}

/** A cell of a workbook as it came, marked where something is to be done about it. */
export function markedCell(cell: CellValue | undefined, fix: CellToFix | undefined): WrittenCell {
  const text = cellText(cell);
  return fix ? { text, ...fix } : text;
}

/**
 * What is wrong with a row, one thing each: what refused it first, then warnings, named as such.
 *
 * @param textOf How an issue is written down.
 */
export function fixTexts(row: RunRow, textOf: (issue: Issue) => string = issueText): string[] {
  const warnings = row.warnings.filter(isDoubtful).map((issue) => plainText(`Warning: ${textOf(issue)}`));
  return [...rowTexts(row, textOf), ...warnings];
}

/**
 * Where things stand in a fix file. Its rows are others than the sheet's, and in a workbook its columns too: a cell is
 * named as it stands there, and as it stands in the sheet beside it, so that nobody types into the wrong one.
 */
export class FixLayout {
  readonly columns: readonly FixColumn[];
  readonly #report: RunReport;
  readonly #indexes = new Map<string, number>();
  /** How many columns of ours stand before. */
  readonly #offset: number;

  /** @param absent Of the rows of the fix file. */
  constructor(report: RunReport, absent: readonly Field[], offset: number) {
    this.#report = report;
    this.#offset = offset;
    const fields = fieldsByColumn(report);
    const own = keptColumns(report).map(({ name, index }): FixColumn => {
      const { letters } = report.columns[index] ?? {};
      return { header: name, source: index, letters, field: fields.get(letters ?? name) };
    });
    const isTaken = (field: Field): boolean =>
      own.some((column) => column.field === field || headerKey(column.header) === headerKey(field.label));
    const added = absent.flatMap((field): FixColumn[] =>
      isTaken(field) ? [] : [{ header: field.label, source: null, field }],
    );
    this.columns = [...own, ...added];
    for (const [at, { source, header, letters, field }] of this.columns.entries()) {
      // Headers and fields are kept apart from letters of columns, whatever they are called.
      for (const key of [letters, source === null ? `field ${field?.path}` : `header ${header}`])
        if (key !== undefined && !this.#indexes.has(key)) this.#indexes.set(key, at);
    }
  }

  /** The rows that a person can fix, as they stand in the file. */
  async *batches(): AsyncGenerator<FixRow[]> {
    let place = 1;
    for await (const batch of this.#report.rows(rowsWhere(this.#report, isFixable)))
      yield batch.map((row) => this.rowOf(row, ++place));
  }

  /** @param place Row number in the fix file, where the header is row 1. */
  rowOf(row: RunRow, place: number): FixRow {
    const toFix = new Map<number, CellToFix>();
    const textOf = (issue: Issue): string => this.#textOf(issue, place);
    for (const issue of row.issues) this.#mark(toFix, issue, "error");
    const warnings = [...row.warnings, ...this.#followUps(row)];
    for (const issue of warnings) if (isDoubtful(issue)) this.#mark(toFix, issue, "warning");
    return {
      row,
      cells: this.columns.map(({ source }) => (source === null ? "" : (row.cells[source] ?? ""))),
      toFix,
      texts: fixTexts({ ...row, warnings }, textOf),
    };
  }

  /** What the next check would ask for, once a cell is corrected: nobody is to be refused twice for one row. */
  #followUps({ row, issues, cells }: RunRow): Issue[] {
    return followUps(issues).flatMap((issue): Issue[] => {
      const needed = this.columns.find(({ field }) => field?.path === issue.path.join("."));
      if (needed?.source == null || cellText(cells[needed.source]).trim() !== "") return [];
      const { header: column, letters } = needed;
      return [{ ...issue, column, ...(letters !== undefined && { cell: `${letters}${row}` }) }];
    });
  }

  /** `Email (H12; in your sheet H53): Invalid email` */
  #textOf(issue: Issue, place: number): string {
    const cell = this.#cellText(this.#indexOf(issue), issue, place);
    const alsoFrom = issue.alsoFrom?.map((other) => ({
      ...other,
      ...this.#cellText(this.#indexAt(other), other, place),
    }));
    return issueText({ ...issue, message: this.#messageOf(issue), ...cell, ...(alsoFrom && { alsoFrom }) });
  }

  #cellText(at: number | undefined, { cell }: Pick<Issue, "cell">, place: number): Pick<Issue, "cell"> {
    if (at === undefined) return {};
    const here = columnLetters(this.#offset + at) + place;
    return { cell: cell === undefined || cell === here ? here : `${here}; in your sheet ${cell}` };
  }

  #mark(toFix: Map<number, CellToFix>, issue: Issue, mark: CellToFix["mark"]): void {
    const note = plainText(`${mark === "warning" ? "Warning: " : ""}${this.#messageOf(issue)}`);
    const others = (issue.alsoFrom ?? []).map((other) => this.#indexAt(other));
    for (const at of new Set([this.#indexOf(issue), ...others])) {
      if (at === undefined) continue;
      const known = toFix.get(at);
      if (known) known.note += `\n${note}`;
      else toFix.set(at, { mark, note });
    }
  }

  #messageOf({ finding, params, message }: Issue): string {
    if (finding === "email-repeated") return FIX_FILE_TEXTS[finding](params as unknown as Repetition);
    const isHeld = finding !== undefined && HOLDS.has(finding);
    return isHeld ? `${message}. ${FIX_FILE_TEXTS.held()}` : message;
  }

  #indexOf({ column, cell, path }: Issue): number | undefined {
    if (column === undefined) return this.#indexes.get(`field ${path.join(".")}`);
    return this.#indexAt({ column, cell });
  }

  #indexAt({ column, cell }: { column: string; cell?: string | undefined }): number | undefined {
    return this.#indexes.get(cell === undefined ? `header ${column}` : cell.replace(/\d+$/, ""));
  }
}

/** The field that a column feeds, by the column's letters, or its header where it has none. A name feeds several. */
function fieldsByColumn({ places }: RunReport): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const [path, { column, letters }] of Object.entries(places)) {
    const field = fieldAt(path);
    const key = letters ?? column;
    if (field && !fields.has(key)) fields.set(key, field);
  }
  return fields;
}
