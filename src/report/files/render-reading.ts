import { addTo } from "../../base/growable.ts";
import { FIELDS, type Field, valueLabel } from "../../lead/field-catalogue.ts";
import { type Issue, isDoubtful } from "../../lead/issue.ts";
import { issueText } from "../../lead/issue-text.ts";
import { fieldValueAt } from "../../lead/rules.ts";
import { isDoubtfulLead } from "../../lead/validate.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import type { FieldValue } from "../../sheet/cells/cell-report.ts";
import { type ColumnReading, fieldPathsOf } from "../../sheet/columns/column-reading.ts";
import {
  NOTES_MAX,
  type StyledCell,
  type WrittenCell,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { cellText, type SkippedRows } from "../../sheet/table.ts";
import { wordKey } from "../../sheet/text/word-key.ts";
import { countText } from "../../terminal/number-text.ts";

type Input = Pick<MappedInput, "readings" | "notices" | "skipped">;

/** What has to be known of all rows before the first one is written; gathered while they stream past. */
export class ReadingFacts {
  /** Fields that some row has a value of, or something to be said about. */
  readonly #paths = new Set<string>();

  async *note(rows: AsyncIterable<PlannedRow>): AsyncGenerator<PlannedRow> {
    for await (const row of rows) {
      for (const { path } of [...row.issues, ...row.warnings]) this.#paths.add(path.join("."));
      for (const { path } of FIELDS)
        if (!this.#paths.has(path) && fieldValueAt(row.lead, path) !== undefined) this.#paths.add(path);
      yield row;
    }
  }

  /** In the order of the field catalogue. */
  get fields(): Field[] {
    return FIELDS.filter(({ path }) => this.#paths.has(path));
  }
}

/**
 * `reading.xlsx`: how a sheet was understood, to be looked through before it is sent. Every row as it would go, by
 * the labels of fields, with what was changed, what is doubtful and what is wrong marked where it stands; and what was
 * left out.
 *
 * @param rows Of the plan; read once.
 * @param isAsked Whether questions are open: until they are answered, nothing goes.
 */
export function renderReading(
  rows: AsyncIterable<PlannedRow>,
  input: Input,
  facts: ReadingFacts,
  isAsked: boolean,
): AsyncGenerator<Buffer> {
  const cells = new ReadingCells(input.readings);
  return writeWorkbook([
    rowsSheet(rows, cells, facts, isAsked),
    notesSheet(input, () => cells.noteCount > NOTES_MAX),
  ]);
}

const FROZEN_COLUMNS = 2;

function rowsSheet(
  rows: AsyncIterable<PlannedRow>,
  cells: ReadingCells,
  { fields }: ReadingFacts,
  isAsked: boolean,
): WrittenSheet {
  async function* written(): AsyncGenerator<WrittenRow> {
    for await (const planned of rows) {
      const texts = [...planned.issues, ...planned.warnings.filter(isDoubtful)].map(issueText);
      yield [
        planned.row,
        statusCell(planned, isAsked),
        texts.join("\n"),
        ...fields.map((field) => cells.cellOf(field, planned)),
      ];
    }
  }
  return {
    name: "Reading",
    columns: [
      { header: "Row", isOurs: true },
      { header: "Status", width: 20, isOurs: true },
      { header: "To look at", width: 44, isWrapped: true, isOurs: true },
      ...fields.map(({ label }) => ({ header: label })),
    ],
    rows: written(),
    frozenColumns: FROZEN_COLUMNS,
    hasFilter: true,
  };
}

function statusCell({ ready, warnings, lead }: PlannedRow, isAsked: boolean): StyledCell {
  if (!ready) return { text: "not ready", mark: "error" };
  if (isAsked) return { text: "waits for answers", mark: "warning" };
  if (isDoubtfulLead(lead)) return { text: "ready, may be refused", mark: "warning" };
  return warnings.some(isDoubtful)
    ? { text: "ready, with a warning", mark: "warning" }
    : { text: "ready", mark: "good" };
}

/** Why a column feeds nothing. */
export function unusedText({ reason }: Pick<ColumnReading, "reason">): string {
  return UNUSED[reason] ?? "Not used";
}

const UNUSED: Partial<Record<ColumnReading["reason"], string>> = {
  completes: "Used with another column",
  own: "Not used: a column of leadctl's own",
  irrelevant: "Not used: not part of a lead",
  others: "Not used: not about the applicant",
};

/** Why rows of a sheet are not leads, in words. */
export const SKIP_WORDS: Readonly<Record<SkippedRows["reason"], string>> = {
  header: "the headers again",
  total: "a total",
  separator: "a section or a line",
  note: "a note",
  empty: "nothing in it",
  hidden: "hidden, and left out as asked",
  marked: "left out by you",
};

/** What the colours mean, what is not among the rows, and what there is to say of the sheet as a whole. */
function notesSheet({ notices, skipped = [] }: Input, isCut: () => boolean): WrittenSheet {
  function* rows(): Generator<WrittenRow> {
    yield [{ text: "red", mark: "error" }, "Wrong or missing: the row is not sent before it is corrected"];
    yield [{ text: "amber", mark: "warning" }, "Doubtful: it is sent as shown here. Check it"];
    yield [{ text: "blue", mark: "changed" }, "Read as another value; the note says what the sheet has"];
    if (isCut())
      yield [
        "",
        `Only the first ${countText(NOTES_MAX)} marked cells have a note; the others have only a colour`,
      ];
    for (const { first, last, reason, text } of skipped) {
      const range = first === last ? String(first) : `${first} to ${last}`;
      yield [range, `No lead: ${SKIP_WORDS[reason]}`, text];
    }
    for (const { code, message } of notices) if (!SAYS_ROWS.has(code)) yield ["", message];
  }
  return {
    name: "Notes",
    columns: [
      { header: "Rows", width: 14 },
      { header: "Remark", width: 90, isWrapped: true },
      { header: "Text in the sheet", width: 50 },
    ],
    rows: rows(),
  };
}

/** Notices of rows that stand in a table of their own. */
const SAYS_ROWS: ReadonlySet<string> = new Set(["rows-skipped", "more-rows-skipped"]);

/** A value of a lead as a person checks it: with what stood in the sheet, where that was something else. */
class ReadingCells {
  /** How many cells so far have a note. */
  noteCount = 0;
  readonly #feeding = new Map<string, ColumnReading[]>();

  constructor(readings: readonly ColumnReading[]) {
    for (const reading of readings)
      for (const path of fieldPathsOf(reading.target)) addTo(this.#feeding, path, reading);
  }

  /** A field of a row as it would be sent; if it is not sent, what stands in the sheet. */
  cellOf({ path }: Field, { row, lead, cells, issues, warnings }: PlannedRow): WrittenCell {
    const value = fieldValueAt(lead, path);
    const label = value === undefined ? undefined : valueLabel(path, value);
    // The filled cells of the columns that feed it.
    const stood = (this.#feeding.get(path) ?? []).flatMap(({ column: { name, letters }, index }) => {
      const text = cellText(cells[index]);
      return text.trim() === "" ? [] : { place: shownPlace(name, letters && `${letters}${row}`), text };
    });
    const isOfField = (issue: Issue): boolean => issue.path.join(".") === path;
    const [wrong, doubted] = [issues.filter(isOfField), warnings.filter(isOfField)];
    const told = [...wrong, ...doubted];
    const isChanged = value !== undefined && !stood.some(({ text }) => isSame(path, value, text));
    if (told.length === 0 && !isChanged) return label ?? "";
    const named = told.map(({ column, cell }) => column && shownPlace(column, cell));
    const source = stood.filter(({ place }) => isChanged && !named.includes(place));
    const lines = [...told.map(issueText), ...source.map(({ place, text }) => `${place}: ${text}`)];
    this.noteCount += 1;
    return {
      text: label ?? stood.map(({ text }) => text).join(" | "),
      mark: wrong.length > 0 ? "error" : doubted.some(isDoubtful) ? "warning" : "changed",
      note: lines.length === 0 ? UNSEEN : lines.join("\n"),
    };
  }
}

function shownPlace(column: string, cell: string | undefined): string {
  return cell === undefined ? column : `${column} (${cell})`;
}

const UNSEEN =
  "It has no cell of its own: it was read from other cells of the row, or set by the mapping file.";

/** Whether a cell says what goes, however it is spelled. Of names and numbers every character counts. */
function isSame(path: string, value: FieldValue, text: string): boolean {
  if (text.trim().replace(/\s+/g, " ") === String(value)) return true;
  const label = valueLabel(path, value);
  if (label === String(value)) return false;
  return [label, String(value)].some((word) => wordKey(word) === wordKey(text));
}
