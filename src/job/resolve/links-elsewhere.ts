import { dirname, resolve } from "node:path";
import { emailKey } from "../../lead/email.ts";
import { linkToken } from "../../lead/login-link.ts";
import { findKnownRuns } from "../../run/folder/known-runs.ts";
import { Run, type RunRow } from "../../run/run.ts";
import { findLinks } from "../../run/search/find-leads.ts";
import { readConfig } from "../../settings/config-file.ts";
import { type AnswerProblem, answerProblem } from "../answer-texts.ts";

/**
 * Which answers give a lead the login link that another run has of somebody else: a link signs in to one account.
 *
 * @returns What is wrong with each; runs that cannot be read are left out.
 */
export async function linksOfOthers(
  run: Run,
  answers: readonly { row: number; loginUrl?: string }[],
): Promise<AnswerProblem[]> {
  const told = new Map(
    answers.flatMap(({ row, loginUrl }) => (loginUrl === undefined ? [] : [[row, loginUrl] as const])),
  );
  if (told.size === 0) return [];
  const emails = new Map<number, string>();
  for await (const batch of run.rows((row) => told.has(row)))
    for (const { row, applicant } of batch) emails.set(row, emailKey(applicant.email ?? ""));
  const problems: AnswerProblem[] = [];
  for (const [dir, rows] of await findLinks(await otherRuns(run), [...told.values()])) {
    const other = await Run.read(dir).catch(() => undefined);
    if (!other) continue;
    for await (const batch of other.rows((row) => rows.has(row)))
      for (const theirs of batch) {
        const token = linkToken(linkOf(theirs));
        const email = emailKey(theirs.applicant.email ?? "");
        for (const [row, link] of told)
          if (email !== emails.get(row) && linkToken(link) === token)
            problems.push(answerProblem({ row }, "link-of-other-run", { dir, row: theirs.row }));
      }
  }
  return problems;
}

/** The folders of all runs that are known here but for one. */
async function otherRuns({ dir }: Run): Promise<string[]> {
  // Commands that need the configuration report that it is unusable.
  const config = await readConfig(undefined).catch(() => null);
  const { dirs } = await findKnownRuns([dirname(dir)], config?.runs ?? []);
  return dirs.filter((each) => resolve(each) !== resolve(dir));
}

/** The login link that a row has now; empty where it has none. */
function linkOf({ last, said }: RunRow): string {
  const observed = last?.answer.kind === "created" ? last.answer.loginUrl : "";
  return said?.loginUrl ?? observed;
}
