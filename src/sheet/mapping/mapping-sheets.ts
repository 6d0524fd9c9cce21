import { isPersonal } from "../../base/finding.ts";
import { FIELDS, type Field, fieldAt, valueLabel, valueLabels } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { type ColumnReading, targetPath } from "../columns/column-reading.ts";
import { shownColumn } from "../columns/judged-column.ts";
import { type Mapping, ruleFor, wordAnswers } from "../columns/mapping.ts";
import { labelOf, targetLabels } from "../columns/target-label.ts";
import type { SheetColumn, StyledCell, WrittenCell, WrittenSheet } from "../formats/write/xlsx-writer.ts";
import { AS_IT_STANDS, LEAVE_OUT, LEFT_OUT, type Question, SENT_AS_IT_STANDS } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import type { Column } from "../table.ts";
import type { ShownColumn, ShownColumns } from "./shown-columns.ts";

/**
 * A mapping as a workbook, for people: what is asked comes first, each with its own answers to choose from; then what each
 * column was understood as; then what is the same in all rows. `readMappingWorkbook` knows the sheets by these headers,
 * whatever their names and the order of their columns.
 */
export const QUESTION_HEADERS = {
  question: "Question",
  answer: "Answer",
  column: "Column",
  header: "Header",
  word: "Word",
  rows: "Rows",
  examples: "Examples",
  choices: "You can choose",
  /** The question's id. A line without it says what a word of its column stands for. */
  key: "leadctl_question",
} as const;

export const COLUMN_HEADERS = {
  column: "Column",
  header: "Header",
  examples: "Examples",
  field: "Field",
  remark: "Remark",
  /** What the field was when the file was written: only where it is another one now has a person said it. */
  reading: "leadctl_reading",
} as const;

export const ALL_ROWS_HEADERS = {
  name: "Field",
  constant: "In every row",
  fallback: "Where its cell is empty",
  note: "What it is",
} as const;

/** Lines of the sheet for all rows that are no fields. */
export const DECIMAL_MARK = "Mark of fractions in amounts";
export const HIDDEN_ROWS = "Hidden rows of the workbook";
export const HIDDEN_ROWS_CHOICES = { include: "Read them", skip: "Leave them out" } as const;

/** The sheets of a mapping: how the columns were understood, and what a mapping file said already. */
export function mappingSheets(shown: ShownColumns, mapping?: Mapping): WrittenSheet[] {
  const questions = questionRows(shown, mapping);
  return [
    ...(questions.length > 0 ? [questionSheet(questions)] : []),
    columnSheet(shown),
    allRowsSheet(shown, mapping),
  ];
}

type Row = readonly WrittenCell[];

/** Stands between texts of one cell. */
const JOINT = " · ";

const PROMPT = "Choose one of the list. Where it stays empty, you are asked again.";

/** The columns of the sheet of questions, in their order. */
const QUESTION_COLUMNS: Readonly<Record<keyof typeof QUESTION_HEADERS, Omit<SheetColumn, "header">>> = {
  question: { width: 56, isWrapped: true },
  answer: { width: 34, isWrapped: true, isOurs: true, note: PROMPT },
  column: { width: 10 },
  header: { width: 22, isWrapped: true },
  word: { width: 18, isWrapped: true },
  examples: { width: 36, isWrapped: true },
  rows: { width: 9 },
  choices: { width: 50, isWrapped: true },
  key: { isHidden: true },
};
const QUESTION_KEYS = Object.keys(QUESTION_COLUMNS) as (keyof typeof QUESTION_HEADERS)[];

function questionSheet(rows: readonly Row[]): WrittenSheet {
  const columns = QUESTION_KEYS.map((key) => ({ header: QUESTION_HEADERS[key], ...QUESTION_COLUMNS[key] }));
  return { name: "Questions", columns, rows, frozenColumns: 2, hasFilter: true };
}

/** A line of it, with an answer to be chosen. */
function questionLine(
  {
    answer,
    key,
    ...line
  }: Partial<Record<Exclude<keyof typeof QUESTION_HEADERS, "rows">, string>> & {
    rows?: string | number;
  },
  choices: readonly string[],
  mark?: StyledCell["mark"],
): Row {
  const cells: Partial<Record<keyof typeof QUESTION_HEADERS, WrittenCell>> = {
    ...line,
    answer: { text: answer ?? "", choices, ...(mark && { mark }) },
    choices: muted(choices.join(JOINT)),
    ...(key !== undefined && { key: muted(key) }),
  };
  return QUESTION_KEYS.map((key) => cells[key] ?? "");
}

/** Open questions first, then those that were answered before, then words that have their meaning. */
function questionRows({ questions, columns }: ShownColumns, mapping: Mapping | undefined): Row[] {
  const { open, answered } = questions;
  const asked = new Set([...open, ...answered.map(({ question }) => question)].map(({ id }) => id));
  return [
    ...byColumn(open).map((question) => questionRow(question, "", "warning")),
    ...answered.map(({ question, option }) => questionRow(question, option.label)),
    ...columns.flatMap((column) => valueRows(column, mapping)),
    ...wordAnswers(mapping).flatMap((answer) => (asked.has(answer[0]) ? [] : [earlierRow(...answer)])),
  ];
}

/** Words of one column stand together. */
function byColumn(questions: readonly Question[]): Question[] {
  const subjects = questions.map(({ kind, letters, column }) => `${kind === "word"} ${letters} ${column}`);
  const first = (question: Question) => subjects.indexOf(subjects[questions.indexOf(question)] ?? "");
  return questions.toSorted((one, other) => first(one) - first(other));
}

function questionRow(question: Question, answer: string, mark?: StyledCell["mark"]): Row {
  const { id, text, letters = "", column, word = "", rowCount, samples, options } = question;
  const examples = samples.map(({ cell, text }) =>
    [cell, text === word ? "" : text].filter(Boolean).join(" "),
  );
  const rows = rowCount === 0 ? "" : rowCount;
  const about = { question: text, column: letters, header: column, word, examples: examples.join(JOINT) };
  const choices = options.map(({ label }) => label);
  return questionLine({ ...about, rows, answer, key: id }, choices, mark);
}

/** What a mapping file says that words of a column stand for. */
function valueRows({ reading: { column, rule } }: ShownColumn, mapping: Mapping | undefined): Row[] {
  const { field, values = {} } = rule ?? (mapping && ruleFor(mapping, column)) ?? {};
  const path = field ?? "";
  return Object.entries(values).map(([word, value]) => {
    const question = `What ${shownValue(word)} stands for in ${shownColumn(column)}`;
    const about = { question, column: column.letters ?? "", header: column.name, word };
    return questionLine({ ...about, answer: answerLabel(path, value) }, [...choicesOf(path), LEFT_OUT.label]);
  });
}

/** An answer to a word that this sheet does not have. */
function earlierRow(id: string, answer: string): Row {
  const { path, word } = wordOf(id);
  const question = `What ${shownValue(word)} stands for as ${labelOf(path)}, which this sheet does not have`;
  const choices = [SENT_AS_IT_STANDS.label, ...choicesOf(path), LEFT_OUT.label];
  return questionLine({ question, word, answer: answerLabel(path, answer), key: id }, choices);
}

/** The field and the word of a question's id, as in `word:buildingType:zome`. */
function wordOf(id: string): { path: string; word: string } {
  const [, path = "", ...word] = id.split(":");
  return { path, word: word.join(":") };
}

function columnSheet({ columns, questions }: ShownColumns): WrittenSheet {
  const shown = columns.filter(
    ({ reading: { column, reason } }) => column.name.trim() !== "" && reason !== "own",
  );
  return {
    name: "Columns",
    columns: [
      { header: COLUMN_HEADERS.column, width: 10 },
      { header: COLUMN_HEADERS.header, width: 30, isWrapped: true },
      { header: COLUMN_HEADERS.examples, width: 46, isWrapped: true },
      {
        header: COLUMN_HEADERS.field,
        width: 38,
        isWrapped: true,
        isOurs: true,
        note: "What the column is. Choose another one of the list where it is wrong.",
        choices: [LEFT_OUT.label, ...targetLabels()],
      },
      { header: COLUMN_HEADERS.remark, width: 52, isWrapped: true },
      { header: COLUMN_HEADERS.reading, isHidden: true },
    ],
    rows: shown.map((one) => columnRow(one, questions.open)),
    frozenColumns: 2,
    hasFilter: true,
  };
}

function columnRow({ reading, samples }: ShownColumn, open: readonly Question[]): Row {
  const { column, target, reason, remark } = reading;
  const { letters = "", name } = column;
  const examples = samples.join(JOINT);
  if (reason === "open") {
    const question = open.find((one) => isAbout(one, column));
    const note = question?.text ?? "It is asked about together with other columns.";
    return [letters, name, examples, { text: "", mark: "warning", note }, ASKED, ""];
  }
  const label = target ? labelOf(targetPath(target)) : LEFT_OUT.label;
  const field: WrittenCell = target ? label : muted(label);
  return [letters, name, examples, field, remark?.message ?? "", muted(readingText(reading))];
}

const ASKED = "Asked on the sheet Questions";

function isAbout({ column, letters, params = {} }: Question, asked: Column): boolean {
  if (column === asked.name && letters === asked.letters) return true;
  const shown = shownColumn(asked);
  return Object.values(params).some((param) =>
    [param].flat().some((one) => isPersonal(one) && one.personal === shown),
  );
}

/** Nothing of a column of which a mapping file speaks: there a person has said it. */
function readingText({ target, rule }: ColumnReading): string {
  if (rule && rule.rank === undefined) return "";
  return target ? targetPath(target) : LEAVE_OUT;
}

/** Who the applicant is, and where, differs from row to row: no constant is offered for it. */
function isOffered({ path }: Field): boolean {
  return !/^(?:contactInfo|address|residentialAddress)\.|^affiliateId$/.test(path);
}

function allRowsSheet({ missing }: ShownColumns, mapping: Mapping | undefined): WrittenSheet {
  const { constants, defaults, decimalMark, hiddenRows } = mapping ?? {};
  const columns: SheetColumn[] = [
    { header: ALL_ROWS_HEADERS.name, width: 44 },
    {
      header: ALL_ROWS_HEADERS.constant,
      width: 26,
      isOurs: true,
      note: "What is the same for every lead of the sheet. Leave it empty where it is not.",
    },
    {
      header: ALL_ROWS_HEADERS.fallback,
      width: 26,
      isOurs: true,
      note: "What is sent where a lead has nothing in its cell. Leave it empty to send nothing.",
    },
    { header: ALL_ROWS_HEADERS.note, width: 84, isWrapped: true },
  ];
  const fields = FIELDS.filter(
    (field) =>
      (missing.includes(field) && isOffered(field)) ||
      constants?.has(field.path) ||
      defaults?.has(field.path),
  );
  const value = (field: Field, given: FieldValue | undefined): StyledCell => {
    const choices = valueLabels(field);
    const text = given === undefined ? "" : valueLabel(field.path, given);
    return choices.length > 0 ? { text, choices } : { text };
  };
  const rows: Row[] = fields.map((field) => [
    labelOf(field.path),
    value(field, constants?.get(field.path)),
    value(field, defaults?.get(field.path)),
    field.note,
  ]);
  rows.push(
    [DECIMAL_MARK, { text: decimalMark ?? "", choices: [".", ","] }, "", "As in 1250.50 or 1250,50."],
    [
      HIDDEN_ROWS,
      {
        text: hiddenRows === undefined ? "" : HIDDEN_ROWS_CHOICES[hiddenRows],
        choices: Object.values(HIDDEN_ROWS_CHOICES),
      },
      "",
      "Rows that are hidden or filtered away. They stop the sheet until somebody says what they are.",
    ],
  );
  return { name: "All rows", columns, rows, frozenColumns: 1 };
}

function choicesOf(path: string): string[] {
  const field = fieldAt(path);
  return field ? valueLabels(field) : [];
}

function answerLabel(path: string, answer: FieldValue | null): string {
  if (answer === null || answer === LEAVE_OUT) return LEFT_OUT.label;
  return answer === AS_IT_STANDS ? SENT_AS_IT_STANDS.label : valueLabel(path, answer);
}

function muted(text: string): StyledCell {
  return { text, mark: "muted" };
}
