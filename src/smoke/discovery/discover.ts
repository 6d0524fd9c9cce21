import * as z from "zod";
import { parseJson } from "../../base/json-value.ts";
import { type CreateLimits, omissionOf } from "../check.ts";
import { GUARD_PATHS, GUARD_STEP } from "../checks/rules.ts";
import { issuesOf, isWhole, jsonBody, samePath } from "../expectations.ts";
import { smokeError } from "../smoke-errors.ts";
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

/** V1 and V5 refuse the leads that ask. Without these rules, asking would create dozens of quotes. */
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

const VERSION = 1;

const baselineSchema = z.object({
  leadctlDiscovery: z.literal(VERSION),
  baseUrl: z.string(),
  partner: z.string(),
  takenAt: z.string(),
  facts: z.array(
    z.object({ id: z.string(), section: z.string(), question: z.string(), observed: z.string() }),
  ),
});

/** What was kept of an earlier look at an environment; where and when it was taken is for people. */
export type Baseline = Omit<z.infer<typeof baselineSchema>, "leadctlDiscovery">;

/** The text of a file that {@link parseBaseline} reads; lines of their own, so that `diff` reads it too. */
export function baselineText(baseline: Omit<Baseline, "facts">, facts: readonly Fact[]): string {
  const kept = facts.flatMap(({ id, section, question, observed }) =>
    observed === null ? [] : [{ id, section, question, observed }],
  );
  return `${JSON.stringify({ leadctlDiscovery: VERSION, ...baseline, facts: kept }, null, 2)}\n`;
}

/** @throws CliError with exit code 2 when the text is no such file, or holds nothing to compare with. */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = baselineSchema.safeParse(parseJson(text));
  if (!parsed.success) throw smokeError("baseline-malformed", { path });
  const { leadctlDiscovery: _version, ...baseline } = parsed.data;
  if (baseline.facts.length === 0) throw smokeError("baseline-empty", { path });
  return baseline;
}

/** Adds what is otherwise than then, among what was seen both times. */
export function compareWith({ facts, ...origin }: Baseline, discovery: Discovery): void {
  const before = new Map(facts.map(({ id, observed }) => [id, observed]));
  for (const fact of discovery.facts) fact.before = before.get(fact.id) ?? null;
  const both = discovery.facts.flatMap(({ id, section, question, before, observed: now }) =>
    before === null || now === null ? [] : [{ id, section, question, before, now }],
  );
  discovery.baseline = origin;
  discovery.compared = both.length;
  discovery.changes = both.filter(({ before, now }) => before !== now);
}
