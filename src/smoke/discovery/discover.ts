import type { StepExchange } from "../check.ts";
import { COMBINATION_STEPS } from "../checks/rules.ts";
import { issuesOf, isWhole, jsonBody, samePath } from "../expectations.ts";
import { type CreateLimits, omission, type SmokeRound } from "../smoke-round.ts";
import { type Fact, GUARD_PATHS, type OpenPoint, UNANSWERED } from "./open-point.ts";
import { FIELD_QUESTIONS, REQUEST_QUESTIONS, SUCCESS_QUESTIONS } from "./questions.ts";

/** Everything that the interface leaves open and that can be asked from outside. */
export const QUESTIONS: readonly OpenPoint[] = [
  ...SUCCESS_QUESTIONS,
  ...REQUEST_QUESTIONS,
  ...FIELD_QUESTIONS,
];

/** Requests in a row without an answer after which no more is asked. */
const UNANSWERED_MAX = 3;

export interface Discovery {
  facts: Fact[];
  /** Why nothing was asked, as a sentence; null when it was. */
  obstacle: string | null;
}

/**
 * Asks an environment what it does where the interface is silent. Creates no quote, unless the environment
 * tells addresses apart by the case of their letters.
 *
 * @param round The one whose checks are over: what they were answered is not asked again.
 */
export async function discover(round: SmokeRound, signal: AbortSignal): Promise<Discovery> {
  const obstacle = await guardFault(round, signal);
  const facts: Fact[] = [];
  for (const question of QUESTIONS) {
    const { id, section, question: text, steps } = question;
    const omitted = steps.map((step) => omission(step, round.context)).find((note) => note !== null) ?? null;
    const isOver = signal.aborted || round.isFull || round.unansweredInRow >= UNANSWERED_MAX;
    const note = omitted ?? (obstacle !== null ? "not asked" : isOver ? UNANSWERED : null);
    const observed = note === null ? await ask(question, round) : null;
    facts.push({
      id,
      section,
      question: text,
      observed,
      note: observed === null ? (note ?? UNANSWERED) : null,
    });
  }
  return { facts, obstacle };
}

/** The questions that are asked in such a context, by their ids. */
export function askedIds(context: CreateLimits): string[] {
  const asked = QUESTIONS.filter(({ steps }) => steps.every((step) => omission(step, context) === null));
  return asked.map(({ id }) => id);
}

/** The leads that ask are refused by V1 and V5: where these do not hold, asking would create dozens of quotes. */
async function guardFault(round: SmokeRound, signal: AbortSignal): Promise<string | null> {
  const step = COMBINATION_STEPS.find(({ name }) => name.endsWith("v1-v5"));
  if (!step || signal.aborted) return null;
  const { answer } = await round.exchange(step);
  const issues = answer.httpStatus === 400 ? (issuesOf(jsonBody(answer)) ?? []) : [];
  const isGuarded = GUARD_PATHS.every((guard) => issues.some(({ path }) => samePath(path, guard)));
  return isGuarded
    ? null
    : "Nothing was asked: V1 and V5 do not hold here, and without them asking creates quotes.";
}

async function ask({ steps, read }: OpenPoint, round: SmokeRound): Promise<string | null> {
  const exchanges: StepExchange[] = [];
  for (const step of steps) exchanges.push(await round.exchange(step));
  // What a lost answer would have been is not known, and no fact about the environment.
  return exchanges.every(({ answer }) => isWhole(answer)) ? read(exchanges) : null;
}
