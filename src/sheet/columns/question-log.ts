import { headerKey } from "../headers/header-meaning.ts";
import { type AnswerOption, LEAVE_OUT, type Question, type SampleCell } from "../question.ts";
import { pathNamed } from "./column-reading.ts";

/** Whether a text says that a column or word is to be left out, as people write it. */
export function isLeaveOut(text: string): boolean {
  return ["leaveout", "leaveitout"].includes(headerKey(text));
}

/** The option that a text names: by its answer, its label, or another name of the field that it stands for. */
export function optionNamed({ options }: Pick<Question, "options">, text: string): AnswerOption | undefined {
  const exact = options.find(({ answer }) => answer === text);
  const key = headerKey(text);
  if (exact || key === "") return exact;
  const path = isLeaveOut(text) ? LEAVE_OUT : pathNamed(text);
  return options.find(
    ({ answer, label }) => headerKey(label) === key || headerKey(answer) === key || answer === path,
  );
}

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

  /** The answer to a question, where it has one that is among its options; else the question is open from now on. */
  ask(question: Question): string | undefined {
    const answer = this.answerTo(question);
    if (answer === undefined) this.add(question);
    return answer;
  }

  /** As `ask`, but a question without an answer is not open yet: the row that it is about may not be wanted. */
  answerTo(question: Question): string | undefined {
    const given = this.#answers.get(question.id);
    const option = given === undefined ? undefined : optionNamed(question, given);
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
