/**
 * Something that a careful person would ask about before the sheet is sent. Its shape, but for `isAcceptable` and
 * the samples' texts, is what `--json` shows.
 */
export interface Question {
  /** The same for the same headers and words, whatever the order of columns and rows: answers are kept under it. */
  id: string;
  kind: "column" | "word" | "address" | "layout";
  /** Header of the column that it is about; of the first one, where it is about several. */
  column: string;
  /** Letters of that column in a spreadsheet. */
  letters?: string;
  /** The cell's text that was not understood, of a question about a word. */
  word?: string;
  /** What is asked, for people: one sentence with a question mark. */
  text: string;
  /** Up to three cells that show what it is about. */
  samples: readonly SampleCell[];
  /** How many rows the answer decides, as far as they are read. */
  rowCount: number;
  options: readonly AnswerOption[];
  /** Whether `--accept-reading` passes it over. Never, where it is about whose an address or a person is. */
  isAcceptable: boolean;
}

export interface SampleCell {
  /** As in `O17`; absent for JSON. */
  cell?: string;
  text: string;
}

export interface AnswerOption {
  /** What a mapping file's `answers` say: a target's path, a field's value, `property`, `residence`, `as-it-stands`, `leave-out`. */
  answer: string;
  /** The same in words, as in `Single family`. */
  label: string;
}

/** Leaves a column, or a word's field, out of the lead. */
export const LEAVE_OUT = "leave-out";
/** Sends a word as it stands in the sheet. */
export const AS_IT_STANDS = "as-it-stands";

const SAMPLES_MAX = 3;

/** A question that a person has answered before. */
export interface AnsweredQuestion {
  question: Question;
  /** One of its options. */
  option: AnswerOption;
}

/** The questions of a sheet, in the order in which they arose; the open ones are counted on as rows are read. */
export class QuestionLog {
  readonly #answers: ReadonlyMap<string, string>;
  readonly #byId = new Map<string, Question>();
  readonly #answered = new Map<string, AnsweredQuestion>();

  /** @param answers Of a mapping, by the ids of questions. */
  constructor(answers: ReadonlyMap<string, string> = new Map()) {
    this.#answers = answers;
  }

  get open(): readonly Question[] {
    return [...this.#byId.values()];
  }

  get answered(): readonly AnsweredQuestion[] {
    return [...this.#answered.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The answer to a question, where it has one that is among its options; else the question is open from now on. */
  ask(question: Question): string | undefined {
    const answer = this.answerTo(question);
    if (answer === undefined) this.add(question);
    return answer;
  }

  /** As `ask`, but a question without an answer is not open yet: the row that it is about may not be wanted. */
  answerTo(question: Question): string | undefined {
    const given = this.#answers.get(question.id);
    const option = given === undefined ? undefined : question.options.find(({ answer }) => answer === given);
    if (option) this.#answered.set(question.id, { question, option });
    return option?.answer;
  }

  add(question: Question): void {
    if (!this.#byId.has(question.id)) this.#byId.set(question.id, question);
  }

  /** Takes what a row asks that is wanted. */
  take(asked: readonly { question: Question; sample: SampleCell }[] = []): void {
    for (const { question, sample } of asked) {
      this.add(question);
      this.count(question.id, sample);
    }
  }

  /** Counts one more row for a question that was added, with the cell that it stands in. */
  count(id: string, sample: SampleCell): void {
    const question = this.#byId.get(id);
    if (!question) return;
    question.rowCount += 1;
    if (question.samples.length < SAMPLES_MAX) question.samples = [...question.samples, sample];
  }
}
