import { dirname, resolve } from "node:path";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { emailKey } from "../../lead/email.ts";
import { linkFault, linkToken } from "../../lead/login-link.ts";
import type { Pieces } from "../../outcome/answer.ts";
import { findKnownRuns, findRunByName } from "../../run/folder/known-runs.ts";
import { runId } from "../../run/folder/run-folder.ts";
import { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { RunStore } from "../../run/run-store.ts";
import { LeadSearch } from "../../run/search/find-leads.ts";
import { roundFinding } from "../../send/round-texts.ts";
import { readConfig } from "../../settings/config-file.ts";
import type { RowRange } from "../../settings/selection.ts";
import { amountText, firstLines } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { type CommandOutput, runsTogether, tellRescueFile } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import {
  type AnswerPlace,
  type AnswerProblem,
  answerPlaceText,
  answerProblem,
} from "../owner-answer-texts.ts";
import { reportUnsent } from "../round/report-round.ts";
import type { ResolveDocument, RoundDocument } from "../round-schemas.ts";
import { answersForRows, answersInSheet, checkAnswers, type OwnerAnswer } from "./owner-answers.ts";

/** What the service's owner said: the same of some rows, or row by row, in a sheet too. */
export type OwnerWords =
  | { ranges: readonly RowRange[]; answer: Omit<OwnerAnswer, "row"> }
  | { answers: readonly OwnerAnswer[] }
  | {
      /** Path of the sheet. */
      sheet: string;
    };

/**
 * Writes down what the service's owner said of rows that may exist, in one run or, from one sheet, in several. It is kept
 * apart from what was observed, and a later word takes it back.
 *
 * @param dirs The runs' folders, or their names among the others.
 * @throws CliError with exit code 2 when one of the answers cannot be used: none is written down then, in no run; 6 when
 *   another process works on one of them.
 */
export async function resolveRuns(
  dirs: readonly string[],
  words: OwnerWords,
  takeOver: boolean,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const stores: RunStore[] = [];
  try {
    const given: { store: RunStore; run: Run; answers: OwnerAnswer[] }[] = [];
    for (const dir of new Set(dirs.map((dir) => findRunByName(dir)))) {
      const store = await RunStore.open(dir, context.clock.date(), { takeOver });
      stores.push(store);
      given.push({ store, run: store.run, answers: await answersOf(store, words, dirs.length > 1) });
    }
    const shared = await sharedLinks(given);
    const finding = "sheet" in words ? "resolve-unusable/lines" : "resolve-unusable";
    if (shared.length > 0) throw jobError(finding, { problems: shared });
    const documents: RoundDocument[] = [];
    for (const { store, answers } of given) {
      const document = (fields: RoundDocument): void => void documents.push(fields);
      if (given.length > 1) output.say(`${safeText(store.run.dir)}\n`);
      await writeDown(store, answers, { ...output, document }, context);
    }
    const resolved = given.flatMap(({ store, answers }) =>
      answers.map(({ row, word }) => ({ row, word, run: runId(store.run.dir) })),
    );
    const all: ResolveDocument = { ...runsTogether(documents), resolved };
    output.document(all);
    return EXIT.ok;
  } finally {
    output.progress.stop();
    for (const store of stores) await store.close();
  }
}

async function writeDown(
  store: RunStore,
  answers: readonly OwnerAnswer[],
  output: CommandOutput,
  context: Context,
): Promise<void> {
  output.say(answersText(answers, store.run.record?.baseUrl ?? ""));
  const said = answers.map((answer) => ({ type: "resolved", ...answer }) as const);
  await store.writeDown(said, context.clock, tellRescueFile(context));
  const why =
    said.length === 0
      ? "All of these answers were recorded before"
      : `${amountText(said.length, "answer")} recorded`;
  await reportUnsent(store.run, output, why);
}

async function answersOf({ run }: RunStore, words: OwnerWords, isOneOfMany: boolean): Promise<OwnerAnswer[]> {
  if ("ranges" in words) return answersForRows(run, words.ranges, words.answer);
  if ("answers" in words) return checkAnswers(run, words.answers);
  const { openInput } = await import("../../sheet/open-input.ts");
  return answersInSheet(run, await openInput({ path: words.sheet }, { keepsAll: true }), isOneOfMany);
}

const SHOWN_MAX = 20;

/** What is about to be written down, a line a row. @param baseUrl Of the service. */
function answersText(answers: readonly OwnerAnswer[], baseUrl: string): string {
  const lines = firstLines(answers, SHOWN_MAX, "row", ({ quoteId, ...answer }) => {
    const quote = quoteId === undefined ? "" : `, quote ${safeText(quoteId)}`;
    const { row, loginUrl } = answer;
    const fault = loginUrl === undefined ? null : linkFault(loginUrl, baseUrl);
    const odd = fault === null ? "" : ` ${roundFinding("login-link-odd", { row, fault }).message}`;
    return `Row ${row}: ${answerText(answer)}${quote}.${odd}`;
  });
  return lines.map((line) => `${line}\n`).join("");
}

function answerText({ word, loginUrl }: Pick<OwnerAnswer, "word" | "loginUrl">): string {
  if (word === null) return "the answer is taken back";
  if (word === "not-created") return "not created; it may be sent again";
  return loginUrl === undefined ? "created; closed without a login link" : "created, with its login link";
}

/** Who has a quote's id and its link: an answer gives them to a lead, or a run has them. */
interface Holder {
  place: AnswerPlace;
  email: string;
  /** Its quote id, and the token of its link. */
  ids: readonly string[];
}

/**
 * Which answers give a lead the quote of somebody else, as a cell that was filled down does: that of another answer, of another row
 * of these runs, or, for a link, of a row in another run that is known here. A link signs in to one account.
 *
 * @returns What is wrong with each; other runs that cannot be read are left out.
 */
export async function sharedLinks(
  given: readonly { run: Run; answers: readonly OwnerAnswer[] }[],
): Promise<AnswerProblem[]> {
  const told = new Map<string, Holder>();
  const links = new Set<string>();
  const problems: AnswerProblem[] = [];
  const otherOf = ({ email, ids }: Holder): Holder | undefined =>
    ids.flatMap((id) => told.get(id) ?? []).find((each) => each.email !== email);
  const refuse = ({ place }: Holder, owner: Holder): void =>
    void problems.push(answerProblem(place, "link-shared", { other: answerPlaceText(owner.place) }));
  const holder = (run: Run, { row, applicant }: RunRow, pieces: Pieces): Holder => ({
    place: given.length === 1 && run === given[0]?.run ? { row } : { row, dir: run.dir },
    email: emailKey(applicant.email ?? ""),
    ids: [pieces.quoteId, pieces.loginUrl && linkToken(pieces.loginUrl)].filter((id) => id !== undefined),
  });
  const compare = async (run: Run, isWanted: (row: number) => boolean, quoteIn = quoteOf): Promise<void> => {
    for await (const batch of run.rows(isWanted))
      for (const row of batch) {
        const known = holder(run, row, quoteIn(row));
        const other = otherOf(known);
        if (other) refuse(other, known);
      }
  };
  for (const { run, answers } of given) {
    const byRow = new Map(answers.map((answer) => [answer.row, answer]));
    for await (const batch of run.rows((row) => byRow.has(row)))
      for (const row of batch) {
        const answer: Pieces = byRow.get(row.row) ?? {};
        const own = holder(run, row, answer);
        const other = otherOf(own);
        if (other) refuse(own, other);
        for (const id of own.ids) if (!told.has(id)) told.set(id, own);
        if (answer.loginUrl !== undefined) links.add(answer.loginUrl);
      }
  }
  if (told.size === 0) return [];
  for (const { run, answers } of given) {
    const answered = new Set(answers.map(({ row }) => row));
    const { state } = run;
    const hasQuote = (row: number): boolean =>
      !answered.has(row) &&
      (state.saidAt(row) !== undefined ||
        state.get(row).status === "created" ||
        state.piecesAt(row) !== null);
    await compare(run, hasQuote);
  }
  const dirs = links.size === 0 ? [] : await otherRuns(given.map(({ run }) => run.dir));
  for (const [dir, rows] of await new LeadSearch(dirs).findLinks([...links])) {
    const other = await Run.read(dir).catch(() => undefined);
    if (other) await compare(other, (row) => rows.has(row), linkOf);
  }
  return problems;
}

/** What a run knows of a row's quote: what it shows of it. */
function quoteOf({ quoteId, loginUrl }: RunRow): Pieces {
  return { ...(quoteId !== null && { quoteId }), ...linkOf({ loginUrl }) };
}

/** The same of its login link alone. */
function linkOf({ loginUrl }: Pick<RunRow, "loginUrl">): Pieces {
  return loginUrl === null ? {} : { loginUrl };
}

/** The folders of all other runs that are known here. */
async function otherRuns(own: readonly string[]): Promise<string[]> {
  // Commands that need the configuration report that it is unusable.
  const config = await readConfig(undefined).catch(() => null);
  const paths = new Set(own.map((dir) => resolve(dir)));
  const { dirs } = await findKnownRuns([...new Set(own.map((dir) => dirname(dir)))], config?.runs ?? []);
  return dirs.filter((each) => !paths.has(resolve(each)));
}
