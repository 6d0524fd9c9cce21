import { type CreateLimits, omissionOf } from "../check.ts";
import { GUARD_PATHS, GUARD_STEP } from "../checks/rules.ts";
import { issuesOf, isWhole, jsonBody, samePath } from "../expectations.ts";
import type { SmokeRound } from "../smoke-round.ts";
import type { Discovery, Fact } from "../smoke-schema.ts";
import { type OpenPoint, QUESTIONS } from "./questions.ts";

const NOT_ASKED = "not asked";
const NO_ANSWER = "no answer";

/**
 * Asks an environment what it does where the interface is silent. Creates no quote, unless the environment
 * tells addresses apart by the case of their letters.
 *
 * @param round The one whose checks are over: what they were answered is not asked again.
 * @returns Compared with nothing yet.
 */
export async function discover(round: SmokeRound): Promise<Discovery> {
  const obstacle = await guardFault(round);
  const facts: Fact[] = [];
  for (const question of QUESTIONS) {
    const { id, section, question: text } = question;
    const omitted = omissionOf(question, round.context);
    const asked = omitted === null && obstacle === null && round.stopReason === null;
    const observed = asked ? await ask(question, round) : null;
    const note = observed === null ? (omitted ?? (asked ? NO_ANSWER : NOT_ASKED)) : null;
    facts.push({ id, section, question: text, observed, note, asked, before: null });
  }
  const complete = facts.every(({ note }) => note !== NO_ANSWER && note !== NOT_ASKED);
  return { obstacle, complete, facts, baseline: null, compared: null, changes: null };
}

/** The questions that are asked in such a context, by their ids. */
export function askedIds(context: CreateLimits): string[] {
  return QUESTIONS.filter((question) => omissionOf(question, context) === null).map(({ id }) => id);
}

/** V1 and V5 refuse the leads that ask. Where these rules do not hold, asking would create dozens of quotes. */
async function guardFault(round: SmokeRound): Promise<string | null> {
  const { answer } = await round.exchange(GUARD_STEP);
  const issues = answer.httpStatus === 400 ? (issuesOf(jsonBody(answer)) ?? []) : [];
  const isGuarded = GUARD_PATHS.every((guard) => issues.some(({ path }) => samePath(path, guard)));
  return isGuarded
    ? null
    : "Nothing was asked: V1 and V5 do not hold here, and without them asking creates quotes.";
}

/** Null for a lost answer: it says nothing about the environment. */
async function ask({ steps, read }: OpenPoint, round: SmokeRound): Promise<string | null> {
  const exchanges = await round.exchanges(steps);
  const isWholly = exchanges.length === steps.length && exchanges.every(({ answer }) => isWhole(answer));
  return isWholly ? read(exchanges) : null;
}
