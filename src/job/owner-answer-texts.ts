import { type Catalogue, type CodedText, finder, type ParamsOf, type Personal } from "../base/finding.ts";
import type { Status } from "../outcome/status.ts";

const OF_ANOTHER_RUN = "is it the sheet of another run?";

/** What is wrong with an answer of the service's owner, behind the line or row that it is about. */
export const ANSWER_TEXTS = {
  // A line of a sheet
  "result-missing": () => "it has a quote id or login link, and no result",
  "result-unknown": ({ text }: { text: Personal }) => `"${text.personal}" is neither created nor not-created`,
  "row-unknown": () => "no row of this run that may exist has this number or e-mail",
  "other-email": ({ row }: { row: number }) => `row ${row} of this run has another e-mail; ${OF_ANOTHER_RUN}`,
  "other-requests": ({ row }: { row: number }) =>
    `row ${row} of this run was sent with other requests; ${OF_ANOTHER_RUN}`,
  "sent-since": ({ row }: { row: number }) =>
    `row ${row} was sent again since this list was written, and that may have created it; ask with a new list`,
  "answered-twice": ({ row }: { row: number }) => `row ${row} is answered twice`,

  // A row of the run
  "several-rows": () => "a quote id and a login link belong to one row: name one row, or use --from",
  "row-absent": () => "it is not in this run",
  "nothing-to-undo": () => "no answer was recorded for it",
  created: () => "it is created, and the run has its login link",
  "not-open": ({ status }: { status: Status }) => `it is ${status}, and no attempt may have created it`,
  "link-of-none": () => "only a created lead has a quote id or login link",
  "quote-id": () => "that is not a quote id",
  "login-link": () => "that is not a login link (it needs http or https, and a token)",
  "quote-id-shortened": () =>
    "the quote id has lost digits in a spreadsheet: format the column as Text, and type it again",
  "quote-id-secret": () => "the quote id is a login link or its token, and is not repeated here",
  "note-too-long": ({ charactersMax }: { charactersMax: number }) =>
    `the note is longer than ${charactersMax} characters`,
  "link-shared": ({ other }: { other: string }) =>
    `this quote id or login link belongs to ${other}, another lead`,
  "other-quote": ({ quoteId }: { quoteId: string }) =>
    `the service's answer had the quote id ${quoteId}, and this is another one: ask which one is right, and leave this answer out until then`,
} satisfies Catalogue;

/** Where an answer stands: in a line of a sheet, for a row of a run, or both. */
export type AnswerPlace = { line: number; row?: number } | { row: number; dir?: string };

/** Something that is wrong with an answer, and where. */
export type AnswerProblem = CodedText<keyof typeof ANSWER_TEXTS> & { place: AnswerPlace | null };

const found = finder(ANSWER_TEXTS);

/** Something that is wrong with an answer; null is all of them. */
export function answerProblem<F extends keyof typeof ANSWER_TEXTS>(
  place: AnswerPlace | null,
  finding: F,
  ...params: ParamsOf<(typeof ANSWER_TEXTS)[F]>
): AnswerProblem {
  return { place, ...found(finding, ...params) };
}

/** `line 3: row 7 is answered twice` */
export function problemText({ place, message }: AnswerProblem): string {
  return place === null ? message : `${answerPlaceText(place)}: ${message}`;
}

/** `row 7 of leadctl-runs/…` */
export function answerPlaceText(place: AnswerPlace): string {
  if ("line" in place)
    return place.row === undefined ? `line ${place.line}` : `line ${place.line}, row ${place.row}`;
  return place.dir === undefined ? `row ${place.row}` : `row ${place.row} of ${place.dir}`;
}
