import type { CliErrorOptions } from "../../base/cli-error.ts";
import { flow, wrap } from "../../base/text-width.ts";
import { maskedCell, maskedWord } from "../../sheet/cells/masked-cell.ts";
import type { Question, SampleCell } from "../../sheet/question.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { QuestionDocument } from "../round-schemas.ts";

/** Questions as `--json` shows them: cells are masked, since what a build server prints is read by many. */
export function questionDocuments(questions: readonly Question[]): QuestionDocument[] {
  return questions.map(({ samples, isAcceptable, ...question }) => ({
    ...question,
    acceptable: isAcceptable,
    cells: samples.map((sample) => ({
      ...(sample.cell !== undefined && { cell: sample.cell }),
      text: sampleText(sample, question),
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
      [sample.cell, sampleText(sample, question)].filter(Boolean).join(" "),
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

/** Questions about people show rows, and no cells. */
function sampleText({ text }: SampleCell, { kind, word }: Pick<Question, "kind" | "word">): string {
  if (kind === "person" || text === word) return text;
  return kind === "word" ? maskedWord(text) : maskedCell(text);
}

/**
 * What the refusal of a sheet with open questions shows of them.
 *
 * @param columns The room for a line.
 */
export function openQuestionsShown(
  questions: readonly Question[],
  columns: number,
  answerText: AnswerText = answerLine,
): Pick<CliErrorOptions, "lines" | "document"> {
  return {
    lines: [...questionLines(questions, columns, answerText), ""],
    document: { questions: questionDocuments(questions) },
  };
}
