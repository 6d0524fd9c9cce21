import type { CliError, CliErrorOptions } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { signalExitCode } from "../../base/interruption.ts";
import { flow, truncate, wrap } from "../../base/text-width.ts";
import { MAPPINGS_FOLDER } from "../../sheet/columns/mapping.ts";
import type { Question, SampleCell } from "../../sheet/question.ts";
import { maskedCell, maskedWord } from "../../sheet/question.ts";
import type { Column } from "../../sheet/table.ts";
import { proseText } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { isCi } from "../../terminal/style.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import type { QuestionDocument } from "../round-schemas.ts";
import { isAttended } from "./confirmation.ts";

/** Whether a person can be asked: on a terminal that can be drawn on, and not where a program reads what is said. */
export function canAsk({ isJson, isForPeople }: CommandOutput, context: Context): boolean {
  const { env } = context;
  return isAttended(context) && isForPeople && !isJson && !isCi(env) && env.TERM !== "dumb";
}

const NOT_SURE = { value: "not-sure", label: "I am not sure: stop, and send nothing" };
/** Length of a sample's text: a cell may hold a page. */
const SAMPLE_COLUMNS_MAX = 48;

/**
 * Asks a person one question after the other, and keeps the answers for sheets with the same headers.
 *
 * @param subject What they are about, as in `leads.csv`.
 * @param columns Of the sheet.
 * @returns The answers by the questions' ids.
 * @throws CliError with exit code 130 when the person wants to stop, or that of the signal which does.
 */
export async function askQuestions(
  questions: readonly Question[],
  subject: string,
  columns: readonly Column[],
  output: CommandOutput,
  context: Context,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const amount = amountText(questions.length, "question");
  const intro = `${subject} raises ${amount}. Ctrl-C stops, and nothing is sent.`;
  await output.aside(async () => {
    // Not even --quiet may hide what somebody is asked about.
    const lines = wrap(safeText(intro), output.style.columns);
    context.stderr.write(context.scrub(`${lines.join("\n")}\n`));
    for (const [index, question] of questions.entries()) {
      const place = `Question ${index + 1} of ${questions.length}`;
      answers.set(question.id, await chooseAnswer(question, place, output, context));
    }
  });
  const said = await keepForLater(answers, columns, context.clock.date());
  if (said !== "") output.say(proseText(`${safeText(said)}\n`, output.style));
  return answers;
}

/** Asks one question, whose answer holds this time only. @throws as `askQuestions` does. */
export async function askOnce(question: Question, output: CommandOutput, context: Context): Promise<string> {
  let answer = "";
  await output.aside(async () => {
    answer = await chooseAnswer(question, "Question", output, context);
  });
  return answer;
}

async function chooseAnswer(
  question: Question,
  place: string,
  output: CommandOutput,
  context: Context,
): Promise<string> {
  const { choose } = await import("../../terminal/choose.ts");
  const text = [`${place}: ${safeText(question.text)}`, ...sampleLines(question, output)].join("\n");
  const choices = question.options.map(({ answer, label }) => ({ value: answer, label: safeText(label) }));
  // Whose an address or a person is must be chosen: Enter alone is not an answer to it.
  const initial = question.isAcceptable ? undefined : NOT_SURE.value;
  if (initial !== undefined) choices.push(NOT_SURE);
  const choosing = await choose(text, choices, initial, context);
  if ("stoppedBy" in choosing) throw stopped(place, choosing.stoppedBy);
  if (choosing.value === NOT_SURE.value) throw stopped(place, "key");
  return choosing.value;
}

/**
 * Keeps answers for sheets with the same headers.
 *
 * @param keptText Says where: a page names no files.
 * @returns What there is to say of it, as a sentence; empty where there are no headers to keep them by.
 */
export async function keepForLater(
  answers: ReadonlyMap<string, string>,
  columns: readonly Column[],
  at: Date,
  keptText = (path: string): string => `Your answers are kept in ${path}, for sheets with the same headers.`,
): Promise<string> {
  const { keepAnswers } = await import("../../sheet/mapping/kept-answers.ts");
  try {
    const path = await keepAnswers(columns, answers, at, MAPPINGS_FOLDER);
    return path === undefined ? "" : keptText(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Your answers could not be saved, and are used only this time: ${why}`;
  }
}

function sampleLines({ kind, samples }: Question, { style }: CommandOutput): string[] {
  // The text about a person is not a cell, and is shown whole.
  if (kind === "person") return samples.flatMap(({ text }) => wrap(safeText(text), style.columns - 4));
  return samples.map(({ cell, text }) => {
    const shown = truncate(safeText(text), SAMPLE_COLUMNS_MAX, style.signs.ellipsis);
    return cell === undefined ? shown : `${cell}  ${shown}`;
  });
}

function stopped(place: string, by: Parameters<typeof signalExitCode>[0] | "key"): CliError {
  const exitCode = by === "key" ? EXIT.interrupted : signalExitCode(by);
  return jobError("stopped", { place }, { exitCode });
}

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
