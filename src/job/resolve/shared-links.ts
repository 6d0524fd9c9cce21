import { dirname, resolve } from "node:path";
import { emailKey } from "../../lead/email.ts";
import { linkToken } from "../../lead/login-link.ts";
import type { Pieces } from "../../outcome/answer.ts";
import { findKnownRuns } from "../../run/folder/known-runs.ts";
import { Run } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { findLinks } from "../../run/search/find-leads.ts";
import { readConfig } from "../../settings/config-file.ts";
import { type AnswerPlace, type AnswerProblem, answerPlaceText, answerProblem } from "../answer-texts.ts";
import type { OwnerAnswer } from "./owner-answers.ts";

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
  const compare = (known: Holder): void => {
    const other = otherOf(known);
    if (other) refuse(other, known);
  };
  const holder = (run: Run, { row, applicant }: RunRow, pieces: Pieces): Holder => ({
    place: given.length === 1 && run === given[0]?.run ? { row } : { row, dir: run.dir },
    email: emailKey(applicant.email ?? ""),
    ids: [pieces.quoteId, pieces.loginUrl && linkToken(pieces.loginUrl)].filter((id) => id !== undefined),
  });
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
      !answered.has(row) && (state.saidAt(row) !== undefined || state.get(row).status === "created");
    for await (const batch of run.rows(hasQuote))
      for (const row of batch) compare(holder(run, row, quoteOf(row)));
  }
  const dirs = links.size === 0 ? [] : await otherRuns(given.map(({ run }) => run.dir));
  for (const [dir, rows] of await findLinks(dirs, [...links])) {
    const other = await Run.read(dir).catch(() => undefined);
    if (!other) continue;
    for await (const batch of other.rows((row) => rows.has(row)))
      for (const row of batch) {
        const { loginUrl } = quoteOf(row);
        compare(holder(other, row, { ...(loginUrl !== undefined && { loginUrl }) }));
      }
  }
  return problems;
}

/** What a run knows of a row's quote: what a person said comes first. */
function quoteOf({ last, said }: RunRow): Pieces {
  return said ?? (last?.answer.kind === "created" ? last.answer : {});
}

/** The folders of all other runs that are known here. */
async function otherRuns(own: readonly string[]): Promise<string[]> {
  // Commands that need the configuration report that it is unusable.
  const config = await readConfig(undefined).catch(() => null);
  const paths = new Set(own.map((dir) => resolve(dir)));
  const { dirs } = await findKnownRuns([...new Set(own.map((dir) => dirname(dir)))], config?.runs ?? []);
  return dirs.filter((each) => !paths.has(resolve(each)));
}
