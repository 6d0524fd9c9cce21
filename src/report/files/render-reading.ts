import { FIELDS, type Field, fieldAt } from "../../lead/field-catalogue.ts";
import { issueText } from "../../lead/issue-text.ts";
import { isDoubtfulLead } from "../../lead/validate.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import { type ColumnReading, fieldPathsOf } from "../../sheet/columns/column-reading.ts";
import {
  NOTES_MAX,
  type StyledCell,
  type WrittenRow,
  type WrittenSheet,
  writeWorkbook,
} from "../../sheet/formats/write/xlsx-writer.ts";
import type { Question } from "../../sheet/question.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { cellText, type SkippedRows } from "../../sheet/table.ts";
import { countText } from "../../terminal/number-text.ts";
import { isDoubt, ReadingCells, sentValue } from "./reading-cells.ts";

type Input = Pick<MappedInput, "readings" | "notices" | "skipped">;

const SAMPLES_MAX = 3;
const SAMPLE_CHARACTERS_MAX = 60;

/** What has to be known of all rows before the first one is written; gathered while they stream past. */
export class ReadingFacts {
  /** Fields that some row has a value of, or something to be said about. */
  readonly #paths = new Set<string>();
  readonly #samples = new Map<number, string[]>();

  async *note(rows: AsyncIterable<PlannedRow>): AsyncGenerator<PlannedRow> {
    for await (const row of rows) {
      this.#add(row);
      yield row;
    }
  }

  /** In the order of the field catalogue. */
  get fields(): Field[] {
    return FIELDS.filter(({ path }) => this.#paths.has(path));
  }

  /** The first different texts of a column. */
  samplesOf(column: number): readonly string[] {
    return this.#samples.get(column) ?? [];
  }

  #add(row: PlannedRow): void {
    for (const { path } of [...row.issues, ...row.warnings]) this.#paths.add(path.join("."));
    for (const { path } of FIELDS) {
      if (!this.#paths.has(path) && sentValue(row, path) !== undefined) this.#paths.add(path);
    }
    for (const [index, cell] of row.cells.entries()) {
      const samples = this.#samples.get(index) ?? [];
      if (samples.length === SAMPLES_MAX) continue;
      const text = cellText(cell).trim().slice(0, SAMPLE_CHARACTERS_MAX);
      if (text !== "" && !samples.includes(text)) this.#samples.set(index, [...samples, text]);
    }
  }
}

/**
 * `reading.xlsx`: how a sheet was understood, to be looked through before it is sent. Every row as it would go, by
 * the labels of fields, with what was changed, what is doubtful and what is wrong marked where it stands; every column
 * and what it feeds; what was left out.
 *
 * @param rows Of the plan; read once.
 * @param questions Those that are open: until they are answered, nothing goes.
 */
export function renderReading(
  rows: AsyncIterable<PlannedRow>,
  input: Input,
  facts: ReadingFacts,
  questions: readonly Question[],
): AsyncGenerator<Buffer> {
  const cells = new ReadingCells(input.readings);
  return writeWorkbook([
    ...(questions.length > 0 ? [questionsSheet(questions)] : []),
    rowsSheet(rows, cells, facts, questions.length > 0),
    columnsSheet(input, facts),
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
      const texts = [...planned.issues, ...planned.warnings.filter(isDoubt)].map(issueText);
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
  if (isDoubtfulLead(lead)) return { text: "ready, but doubtful", mark: "warning" };
  return warnings.some(isDoubt)
    ? { text: "ready, will warn", mark: "warning" }
    : { text: "ready", mark: "good" };
}

/** Why a column feeds nothing. */
export function unusedText({ reason }: Pick<ColumnReading, "reason">): string {
  return UNUSED[reason] ?? "Not used";
}

const UNUSED: Partial<Record<ColumnReading["reason"], string>> = {
  completes: "Used with another column",
  own: "Not used: a column of leadctl's own",
  irrelevant: "Not used: nothing of a lead",
  others: "Not used: of somebody else than the applicant",
};

function columnsSheet({ readings }: Input, facts: ReadingFacts): WrittenSheet {
  const rows = readings.map(
    ({ column: { name, letters = "" }, index, target, reason, remark }): WrittenRow => {
      const feeds: StyledCell = target
        ? {
            text: fieldPathsOf(target)
              .map((path) => fieldAt(path)?.label ?? path)
              .join(", "),
          }
        : { text: unusedText({ reason }), mark: "muted" };
      return [letters, name, feeds, remark?.message ?? "", facts.samplesOf(index).join(" | ")];
    },
  );
  return {
    name: "Columns",
    columns: [
      { header: "Column", width: 10 },
      { header: "Header", width: 34, isWrapped: true },
      { header: "Feeds", width: 38, isWrapped: true },
      { header: "Remark", width: 44, isWrapped: true },
      { header: "For example", width: 60 },
    ],
    rows,
    hasFilter: true,
  };
}

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
    yield [
      { text: "blue", mark: "changed" },
      "Read as another value than stands in the sheet; the note says what stood there",
    ];
    if (isCut())
      yield [
        "",
        `Only the first ${countText(NOTES_MAX)} marked cells have a note; those below have their colour`,
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
      { header: "What there is to say", width: 90, isWrapped: true },
      { header: "What stands there", width: 50 },
    ],
    rows: rows(),
  };
}

function questionsSheet(questions: readonly Question[]): WrittenSheet {
  return {
    name: "Questions",
    columns: [
      { header: "Column", width: 26 },
      { header: "What is to be answered before anything is sent", width: 70, isWrapped: true },
      { header: "Possible answers", width: 40, isWrapped: true },
      { header: "For example", width: 40, isWrapped: true },
      { header: "Rows", width: 10 },
    ],
    rows: questions.map(
      ({ column, letters, text, options, samples, rowCount }): WrittenRow => [
        letters === undefined ? column : `${column} (${letters})`,
        text,
        options.map(({ label }) => label).join("\n"),
        samples
          .map((sample) => (sample.cell === undefined ? sample.text : `${sample.cell}: ${sample.text}`))
          .join("\n"),
        rowCount,
      ],
    ),
  };
}

/** Notices of rows that stand in a table of their own. */
const SAYS_ROWS: ReadonlySet<string> = new Set(["rows-skipped", "more-rows-skipped"]);
