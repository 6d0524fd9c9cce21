import { type CodedText, personal } from "../../base/finding.ts";
import type { Field } from "../../lead/field-catalogue.ts";
import type { Harm, Issue } from "../../lead/issue.ts";
import { cellFinding } from "../cell-texts.ts";
import type { CellReader } from "../cells/cell-reader.ts";
import type { CellReport, FieldValue } from "../cells/cell-report.ts";
import type { QuestionLog } from "../columns/question-log.ts";
import {
  type AnswerOption,
  AS_IT_STANDS,
  LEAVE_OUT,
  passedOver,
  type Question,
  questionText,
} from "../question.ts";
import { type CellValue, type Column, placeIn } from "../table.ts";
import { wordKey } from "../text/word-key.ts";
import type { AskedWord, ReadChange } from "./mapped-input.ts";

/** What the readers of a row's cells have said so far, and what they share with the whole input. */
export interface RowRemarks {
  row: number;
  unreadable: Issue[];
  warnings: Issue[];
  asked: AskedWord[];
  /** How many cells so far held something of which no value was made: none of them is empty. */
  losses: number;
  readonly questions: QuestionLog;
  readonly changes: ReadChange[];
}

/** A column with more words that nobody knows asks about the rest of them at once. */
const QUESTIONS_MAX = 12;
const OTHER_WORDS = "other words";
/** So many words of a column are told that were read as other values. */
const CHANGES_MAX = 100;

/** Written as programs write values: `manufactured`, `singleWide`. */
const IDENTIFIER = /^[a-z][a-zA-Z0-9]*$/;

/** Makes issues and questions of what a reader says, for the row under way. One for each column of a field. */
export class ColumnReport implements CellReport {
  readonly isNamed: boolean;
  /** How often there was something to say. */
  remarkCount = 0;
  readonly #field: Field;
  readonly #path: readonly string[];
  readonly #column: Column;
  readonly #row: RowRemarks;
  readonly #changeByText = new Map<string, ReadChange>();
  readonly #asked = new Map<string, Question>();

  /** @param isNamed See `CellReport`. */
  constructor(field: Field, column: Column, row: RowRemarks, isNamed: boolean) {
    this.#field = field;
    this.#path = field.path.split(".");
    this.#column = column;
    this.#row = row;
    this.isNamed = isNamed;
  }

  unreadable(found: CodedText): undefined {
    this.remarkCount += 1;
    this.#row.losses += 1;
    this.#row.unreadable.push(this.#issue("invalid_type", found));
  }

  warn(found: CodedText, harm: Harm = "doubtful"): undefined {
    this.remarkCount += 1;
    if (harm === "lost") this.#row.losses += 1;
    this.#row.warnings.push({ ...this.#issue("custom", found), harm });
  }

  read<Value extends FieldValue>(text: string, value: Value): Value {
    if (text === String(value)) return value;
    this.remarkCount += 1;
    const known = this.#changeByText.get(text);
    if (known) known.rowCount += 1;
    else if (this.#changeByText.size < CHANGES_MAX) {
      const change = { path: this.#field.path, column: this.#column, from: text, to: value, rowCount: 1 };
      this.#changeByText.set(text, change);
      this.#row.changes.push(change);
    }
    return value;
  }

  ask(word: string, options: readonly AnswerOption[], asked: CodedText, sample = word): string {
    this.remarkCount += 1;
    const question = this.#questionOf(word, options, asked);
    const answer = this.#row.questions.answerTo(question);
    if (answer !== undefined) return answer;
    const passed = passedOver(options);
    if (this.isNamed && passed === AS_IT_STANDS && IDENTIFIER.test(sample)) return passed;
    const { column: _, ...place } = placeIn(this.#column, this.#row.row);
    this.#row.asked.push({ question, sample: { ...place, text: sample } });
    return passed;
  }

  #questionOf(word: string, options: readonly AnswerOption[], asked: CodedText): Question {
    const key = wordKey(word) || word;
    const known =
      this.#asked.get(key) ?? (this.#asked.size > QUESTIONS_MAX ? this.#asked.get(OTHER_WORDS) : undefined);
    if (known) return known;
    const isOther = this.#asked.size >= QUESTIONS_MAX;
    const { name, letters } = this.#column;
    const question: Question = {
      id: `word:${this.#field.path}:${isOther ? OTHER_WORDS : key}`,
      kind: "word",
      column: name,
      ...(letters === undefined ? {} : { letters }),
      word: isOther ? OTHER_WORDS : word,
      ...questionText(isOther ? cellFinding("words-unknown", { column: personal(name) }) : asked),
      samples: [],
      rowCount: 0,
      options: isOther
        ? options.filter(({ answer }) => answer === AS_IT_STANDS || answer === LEAVE_OUT)
        : options,
      isAcceptable: true,
    };
    this.#asked.set(isOther ? OTHER_WORDS : key, question);
    return question;
  }

  #issue(code: string, found: CodedText): Issue {
    return { code, ...found, path: [...this.#path], ...placeIn(this.#column, this.#row.row) };
  }
}

/** Distinct cells of a column: types, states and yes or no have fewer. */
const CELLS_MAX = 64;

/**
 * Reads each of the few cells that a column repeats once. Only values are kept of which there was nothing to say.
 *
 * @param own The column's report; for any other one the cell is read anew.
 */
export function withMemory(read: CellReader, own: ColumnReport): CellReader {
  const values = new Map<CellValue, FieldValue>();
  return (cell, report) => {
    const known = report === own ? values.get(cell) : undefined;
    if (known !== undefined) return known;
    const remarkCount = own.remarkCount;
    const value = read(cell, report);
    const isSilent = value !== undefined && own.remarkCount === remarkCount && report === own;
    if (isSilent && values.size < CELLS_MAX) values.set(cell, value);
    return value;
  };
}
