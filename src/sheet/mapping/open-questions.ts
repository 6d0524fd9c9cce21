import { personal } from "../../base/finding.ts";
import { sheetNotice } from "../notice-texts.ts";
import { LEAVE_OUT, passedOver, type Question } from "../question.ts";
import type { MappedInput } from "../rows/mapped-input.ts";
import type { Notice } from "../table.ts";

/** Ends the reading of a sheet at its last row: somebody has to be asked, and nothing may be sent before. */
export class OpenQuestions extends Error {
  override readonly name = "OpenQuestions";
  readonly questions: readonly Question[];

  constructor(questions: readonly Question[]) {
    super(`There are ${questions.length} questions without an answer`);
    this.questions = questions;
  }
}

/**
 * Call it after the last row of an input. It notes the questions that `--accept-reading` passes over.
 *
 * @throws OpenQuestions if somebody has to be asked. About the owner of an address or a person, that is always so.
 */
export function requireAnswers(
  { questions, notices }: Pick<MappedInput, "questions" | "notices">,
  acceptReading: boolean,
): void {
  const unanswered = questions.open.filter(({ isAcceptable }) => !acceptReading || !isAcceptable);
  if (unanswered.length > 0) throw new OpenQuestions(unanswered);
  for (const question of questions.open) notices.push(passedNotice(question));
}

/** Answers for reading corrected rows: words that `--accept-reading` passed over are not asked about again. */
export function passedAnswers({ questions }: Pick<MappedInput, "questions">): [id: string, answer: string][] {
  return questions.open
    .filter(({ kind }) => kind === "word")
    .map(({ id, options }) => [id, passedOver(options)]);
}

/** What a question is about, in a few words. */
export function subjectOf({ kind, column, letters, word }: Question): string {
  const place = letters === undefined ? `"${column}"` : `"${column}" (${letters})`;
  return kind === "word" ? `"${word}" in ${place}` : place;
}

function passedNotice({ kind, column, letters, word = "", options, rowCount }: Question): Notice {
  return sheetNotice("question-passed", {
    column: personal(column),
    ...(letters !== undefined && { letters }),
    ...(kind === "word" && { word: personal(word), isLeftOut: passedOver(options) === LEAVE_OUT }),
    rows: rowCount,
  });
}
