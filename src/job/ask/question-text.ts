import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { flow, wrap } from "../../base/text-width.ts";
import { maskedCell } from "../../sheet/cells/masked-cell.ts";
import type { Question, SampleCell } from "../../sheet/question.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { QuestionDocument } from "../round-schemas.ts";

/** Questions as `--json` shows them: cells are masked, since what a build server prints is read by many. */
export function questionDocuments(questions: readonly Question[]): QuestionDocument[] {
  return questions.map(({ samples, isAcceptable, ...question }) => ({
    ...question,
    acceptable: isAcceptable,
    cells: samples.map((sample) => ({
      ...(sample.cell !== undefined && { cell: sample.cell }),
      text: sampleText(sample, question.word),
    })),
  }));
}

/** How an answer is to be written. */
export type AnswerText = (question: Question, answer: string) => string;

/** As it stands among the `answers` of a mapping file. */
const answerLine: AnswerText = ({ id }, answer) => `${JSON.stringify(id)}: ${JSON.stringify(answer)}`;

/** Each question with its cells, masked, and its answers. */
export function questionLines(
  questions: readonly Question[],
  columns: number,
  answerText: AnswerText = answerLine,
): string[] {
  return questions.flatMap((question, index) => {
    const title = `Question ${index + 1} of ${questions.length}: ${question.text}`;
    const cells = question.samples.map((sample) =>
      [sample.cell, sampleText(sample, question.word)].filter(Boolean).join(" "),
    );
    const room = columns - INDENT.length;
    const inner = [
      ...flow(cells.map(safeText), room, ", "),
      ...question.options.flatMap(({ answer, label }) =>
        flow([answerText(question, answer), label].map(safeText), room, "  "),
      ),
    ];
    return ["", ...wrap(safeText(title), columns), ...inner.map((line) => INDENT + line)];
  });
}

const INDENT = "  ";

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
  answerText: AnswerText = answerLine,
): CliError {
  const amount = amountText(questions.length, "open question");
  return new CliError(`${subject} has ${amount}, and nothing was sent`, {
    code: "open_questions",
    exitCode: EXIT.usage,
    hint,
    lines: [...questionLines(questions, columns, answerText), ""],
    document: { questions: questionDocuments(questions) },
  });
}
