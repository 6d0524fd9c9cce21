import { FIELDS, type Field, fieldAt, valueLabel, valueLabels } from "../../lead/field-catalogue.ts";
import type { FieldValue } from "../cells/cell-report.ts";
import { type ColumnReading, labelOf, TARGET_PATHS } from "../columns/column-reading.ts";
import { shownColumn } from "../columns/judged-column.ts";
import { type Mapping, ruleFor, wordAnswers } from "../columns/mapping.ts";
import type { SheetColumn, StyledCell, WrittenCell, WrittenSheet } from "../formats/write/xlsx-writer.ts";
import { AS_IT_STANDS, LEAVE_OUT, LEFT_OUT, type Question, SENT_AS_IT_STANDS } from "../question.ts";
import { shownValue } from "../shown-value.ts";
import type { ShownColumn, ShownColumns } from "./shown-columns.ts";

/** The columns of a sheet by our names for them, in their order. */
export type SheetForm<Name extends string = string> = Readonly<Record<Name, SheetColumn>>;

/**
 * A mapping as a workbook, for people: what is asked comes first, each with its own answers to choose from; then what each
 * column was understood as; then what is the same in all rows. `readMappingWorkbook` knows the sheets by these headers,
 * whatever their names and the order of their columns.
 */
export const QUESTION_SHEET = {
  question: { header: "Question", width: 56, isWrapped: true },
  answer: {
    header: "Answer",
    width: 34,
    isWrapped: true,
    isOurs: true,
    note: "Choose one of the list. Where it stays empty, you are asked again.",
  },
  column: { header: "Column", width: 10 },
  header: { header: "Header", width: 22, isWrapped: true },
  word: { header: "Word", width: 18, isWrapped: true },
  examples: { header: "Examples", width: 36, isWrapped: true },
  rows: { header: "Rows", width: 9 },
  choices: { header: "You can choose", width: 50, isWrapped: true },
  /** The question's id. A line without it says what a word of its column stands for. */
  key: { header: "leadctl_question", isHidden: true },
} satisfies SheetForm;

export const COLUMN_SHEET = {
  column: { header: "Column", width: 10 },
  header: { header: "Header", width: 30, isWrapped: true },
  examples: { header: "Examples", width: 46, isWrapped: true },
  field: {
    header: "Field",
    width: 38,
    isWrapped: true,
    isOurs: true,
    note: "What the column is. Choose another one of the list where it is wrong.",
    choices: [LEFT_OUT.label, ...TARGET_PATHS.map(labelOf)],
  },
  remark: { header: "Remark", width: 52, isWrapped: true },
  /** The field when the file was written. If the field differs now, a person has chosen it. */
  reading: { header: "leadctl_reading", isHidden: true },
} satisfies SheetForm;

export const ALL_ROWS_SHEET = {
  name: { header: "Field", width: 44 },
  constant: {
    header: "In every row",
    width: 26,
    isOurs: true,
    note: "What is the same for every lead of the sheet. Leave it empty where it is not.",
  },
  fallback: {
    header: "Where its cell is empty",
    width: 26,
    isOurs: true,
    note: "What is sent where a lead has nothing in its cell. Leave it empty to send nothing.",
  },
  note: { header: "What it is", width: 84, isWrapped: true },
} satisfies SheetForm;

/** Lines of the sheet for all rows that are not fields: by what a mapping file calls them, what may be chosen. */
export const SETTINGS = {
  decimal: {
    name: "Mark of fractions in amounts",
    choices: { ".": ".", ",": "," },
    note: "As in 1250.50 or 1250,50.",
  },
  hiddenRows: {
    name: "Hidden rows of the workbook",
    choices: { include: "Read them", skip: "Leave them out" },
    note: "Rows that are hidden or filtered away. They stop the sheet until somebody says what they are.",
  },
};

/** A line of a sheet; cells that are left out are empty. */
type Line<Form> = Partial<Record<keyof Form, WrittenCell>>;
type QuestionLine = Line<typeof QUESTION_SHEET>;

function sheetOf<Form extends SheetForm>(
  name: string,
  form: Form,
  lines: readonly Line<Form>[],
  more: Pick<WrittenSheet, "frozenColumns" | "hasFilter">,
): WrittenSheet {
  const rows = lines.map((line) => Object.keys(form).map((key) => line[key] ?? ""));
  return { name, columns: Object.values(form), rows, ...more };
}

/** The sheets of a mapping: how the columns were understood, and what a mapping file said already. */
export function mappingSheets(shown: ShownColumns, mapping?: Mapping): WrittenSheet[] {
  const lists = { frozenColumns: 2, hasFilter: true };
  const questions = questionLines(shown, mapping);
  const columns = shown.columns.filter(
    ({ reading: { column, reason } }) => column.name.trim() !== "" && reason !== "own",
  );
  const columnLines = columns.map((one) => columnLine(one, shown.questions.open));
  return [
    ...(questions.length > 0 ? [sheetOf("Questions", QUESTION_SHEET, questions, lists)] : []),
    sheetOf("Columns", COLUMN_SHEET, columnLines, lists),
    sheetOf("All rows", ALL_ROWS_SHEET, allRowsLines(shown, mapping), { frozenColumns: 1 }),
  ];
}

/** Stands between texts of one cell. */
const JOINT = " · ";

/** A line of the sheet of questions, with an answer to be chosen. */
function withChoices(
  { answer, key, ...about }: QuestionLine & { answer: string; key?: string },
  choices: readonly string[],
  mark?: StyledCell["mark"],
): QuestionLine {
  return {
    ...about,
    answer: { text: answer, choices, ...(mark && { mark }) },
    choices: muted(choices.join(JOINT)),
    ...(key !== undefined && { key: muted(key) }),
  };
}

/** Open questions first, then those that were answered before, then words that have their meaning. */
function questionLines({ questions, columns }: ShownColumns, mapping: Mapping | undefined): QuestionLine[] {
  const { open, answered } = questions;
  const asked = new Set([...open, ...answered.map(({ question }) => question)].map(({ id }) => id));
  return [
    ...byColumn(open).map((question) => questionLine(question, "", "warning")),
    ...answered.map(({ question, option }) => questionLine(question, option.label)),
    ...columns.flatMap((column) => valueLines(column, mapping)),
    ...wordAnswers(mapping).flatMap((answer) => (asked.has(answer[0]) ? [] : [earlierLine(...answer)])),
  ];
}

/** Words of one column stand together. */
function byColumn(questions: readonly Question[]): Question[] {
  const subjects = questions.map(({ kind, letters, column }) => `${kind === "word"} ${letters} ${column}`);
  const first = (question: Question) => subjects.indexOf(subjects[questions.indexOf(question)] ?? "");
  return questions.toSorted((one, other) => first(one) - first(other));
}

function questionLine(question: Question, answer: string, mark?: StyledCell["mark"]): QuestionLine {
  const { id, text, letters = "", column, word = "", rowCount, samples, options } = question;
  const examples = samples.map(({ cell, text }) =>
    [cell, text === word ? "" : text].filter(Boolean).join(" "),
  );
  const rows = rowCount === 0 ? "" : rowCount;
  const about = { question: text, column: letters, header: column, word, examples: examples.join(JOINT) };
  const choices = options.map(({ label }) => label);
  return withChoices({ ...about, rows, answer, key: id }, choices, mark);
}

/** What a mapping file says that words of a column stand for. */
function valueLines(
  { reading: { column, rule } }: ShownColumn,
  mapping: Mapping | undefined,
): QuestionLine[] {
  const { field, values = {} } = rule ?? (mapping && ruleFor(mapping, column)) ?? {};
  const path = field ?? "";
  return Object.entries(values).map(([word, value]) => {
    const question = `What ${shownValue(word)} stands for in ${shownColumn(column)}`;
    const about = { question, column: column.letters ?? "", header: column.name, word };
    return withChoices({ ...about, answer: answerLabel(path, value) }, [...choicesOf(path), LEFT_OUT.label]);
  });
}

/** An answer to a word that this sheet does not have: `word:buildingType:zome`. */
function earlierLine(id: string, answer: string): QuestionLine {
  const [, path = "", ...rest] = id.split(":");
  const word = rest.join(":");
  const question = `What ${shownValue(word)} stands for as ${labelOf(path)}, which this sheet does not have`;
  const choices = [SENT_AS_IT_STANDS.label, ...choicesOf(path), LEFT_OUT.label];
  return withChoices({ question, word, answer: answerLabel(path, answer), key: id }, choices);
}

function columnLine({ reading, samples }: ShownColumn, open: readonly Question[]): Line<typeof COLUMN_SHEET> {
  const { column, target, reason, remark } = reading;
  const about = { column: column.letters ?? "", header: column.name, examples: samples.join(JOINT) };
  if (reason === "open") {
    const question = open.find((one) => one.column === column.name && one.letters === column.letters);
    const note = question?.text ?? "It is asked about together with other columns.";
    return { ...about, field: { text: "", mark: "warning", note }, remark: ASKED };
  }
  const label = target ? labelOf(target) : LEFT_OUT.label;
  const field = target ? label : muted(label);
  return { ...about, field, remark: remark?.message ?? "", reading: muted(readingText(reading)) };
}

const ASKED = "Asked on the sheet Questions";

/** Nothing of a column of which a mapping file speaks: there a person has said it. */
function readingText({ target, rule }: ColumnReading): string {
  if (rule && rule.rank === undefined) return "";
  return target ? target : LEAVE_OUT;
}

/** Applicant and places differ from row to row: no constant is offered for them. */
function isOffered({ path }: Field): boolean {
  return !/^(?:contactInfo|address|residentialAddress)\.|^affiliateId$/.test(path);
}

function allRowsLines(
  { missing }: ShownColumns,
  mapping: Mapping | undefined,
): Line<typeof ALL_ROWS_SHEET>[] {
  const { constants, defaults, decimalMark, hiddenRows } = mapping ?? {};
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
  return [
    ...fields.map((field) => ({
      name: labelOf(field.path),
      constant: value(field, constants?.get(field.path)),
      fallback: value(field, defaults?.get(field.path)),
      note: field.note,
    })),
    ...Object.entries(SETTINGS).map(([key, { name, choices, note }]) => {
      const given = key === "decimal" ? decimalMark : hiddenRows;
      const [, text = ""] = Object.entries(choices).find(([value]) => value === given) ?? [];
      return { name, constant: { text, choices: Object.values(choices) }, note };
    }),
  ];
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
