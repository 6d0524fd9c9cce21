import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { maskedCell } from "../report/mask.ts";
import type { Question, SampleCell } from "../sheet/question.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import { flow, wrap } from "../terminal/text-width.ts";

/** Ends the reading of a sheet at its last row: somebody has to be asked, and nothing may be sent before. */
export class OpenQuestions extends Error {
  override readonly name = "OpenQuestions";
  readonly questions: readonly Question[];

  constructor(questions: readonly Question[]) {
    super(`${amountText(questions.length, "question")} without an answer`);
    this.questions = questions;
  }
}

/** What is still to be asked where questions are passed over that may be: whose an address or a person is. */
export function unansweredOf(questions: readonly Question[], acceptReading: boolean): readonly Question[] {
  return acceptReading ? questions.filter(({ isAcceptable }) => !isAcceptable) : questions;
}

/** Questions as `--json` shows them: cells are masked, since what a build server prints is read by many. */
export function questionDocuments(questions: readonly Question[]): readonly object[] {
  return questions.map(({ samples, isAcceptable, ...question }) => ({
    ...question,
    acceptable: isAcceptable,
    cells: samples.map((sample) => ({
      ...(sample.cell !== undefined && { cell: sample.cell }),
      text: sampleText(sample, question.word),
    })),
  }));
}

/** Each question with its cells, masked, and its answers as the lines of a mapping file. */
export function questionLines(questions: readonly Question[], columns: number): string[] {
  return questions.flatMap((question, index) => {
    const title = `Question ${index + 1} of ${questions.length}: ${question.text}`;
    const cells = question.samples.map((sample) =>
      [sample.cell, sampleText(sample, question.word)].filter(Boolean).join(" "),
    );
    const room = columns - INDENT.length;
    const inner = [
      ...flow(cells.map(safeText), room, ", "),
      ...question.options.flatMap(({ answer, label }) =>
        flow([answerLine(question.id, answer), label].map(safeText), room, "  "),
      ),
    ];
    return ["", ...wrap(safeText(title), columns), ...inner.map((line) => INDENT + line)];
  });
}

const INDENT = "  ";

/** As it stands among the `answers` of a mapping file. */
function answerLine(id: string, answer: string): string {
  return `${JSON.stringify(id)}: ${JSON.stringify(answer)}`;
}

function sampleText({ text }: SampleCell, word: string | undefined): string {
  return text === word ? text : maskedCell(text);
}

/**
 * The refusal of a sheet with open questions.
 *
 * @param subject What has them, as in `leads.csv`.
 * @param hint What to do, in sentences.
 * @param columns The room for a line.
 */
export function openQuestionsError(
  questions: readonly Question[],
  subject: string,
  hint: string,
  columns: number,
): CliError {
  const amount = amountText(questions.length, "open question");
  return new CliError(`${subject} has ${amount}, and nothing was sent`, {
    code: "open_questions",
    exitCode: EXIT.usage,
    hint,
    lines: [...questionLines(questions, columns), ""],
    document: { questions: questionDocuments(questions) },
  });
}
