import {
  type CheckGroup,
  type CheckStatus,
  checkGroup,
  omissionOf,
  type RunFigures,
  type SmokeCheck,
  type StepContext,
  type StepExchange,
} from "./check.ts";
import { isSuccess, isWhole, lossCause } from "./expectations.ts";
import type { Ledger, SmokeRound } from "./smoke-round.ts";

/** What became of one check over all rounds. */
export interface CheckResult {
  check: SmokeCheck;
  group: CheckGroup;
  status: CheckStatus;
  /** Differences in the first round in which it did not pass. */
  differences: readonly string[];
  /** The exchanges behind the differences. */
  exchanges: readonly StepExchange[];
  /** Why nothing is said, or why it may differ; null where neither is the case. */
  note: string | null;
  /** Durations of the requests that this check was the first to need. */
  durationsMs: number[];
  /** The statuses after which one of them was sent again. */
  retries: number[];
  /** Rounds in which it was judged, and in which it differed. */
  judgedCount: number;
  differingCount: number;
}

/** What nobody has looked at yet. */
export function blankResults(groups: readonly CheckGroup[]): CheckResult[] {
  return groups.flatMap((group) =>
    group.checks.map((check) => ({
      check,
      group,
      status: "not-judged",
      differences: [],
      exchanges: [],
      note: "not reached",
      durationsMs: [],
      retries: [],
      judgedCount: 0,
      differingCount: 0,
    })),
  );
}

/**
 * Checks an environment for one round, one request at a time, and adds to the results. Where the round is stopped,
 * nothing more is sent, but the answers that have come are still judged.
 *
 * @param results In order; those of earlier rounds are kept.
 * @param onResult Called as each check is over.
 */
export async function runChecks(
  results: readonly CheckResult[],
  round: SmokeRound,
  onResult: (result: CheckResult) => void,
): Promise<void> {
  for (const result of results.filter(({ check }) => !check.judgeRun)) {
    const before = result.differingCount;
    await runCheck(result, round);
    if (round.stopReason === null || result.differingCount > before) onResult(result);
  }
}

async function runCheck(result: CheckResult, round: SmokeRound): Promise<void> {
  const { steps } = result.check;
  const reason = omissionOf(result.check, round.context);
  if (reason !== null) {
    if (round.stopReason === null) settle(result, "left-out", { note: reason });
    return;
  }
  const exchanges = await round.exchanges(steps);
  for (const { answer, earlier } of exchanges.filter((one) => round.isFirstUse(one.step))) {
    result.durationsMs.push(answer.durationMs);
    result.retries.push(...earlier.map(({ httpStatus }) => httpStatus ?? 0));
  }
  if (exchanges.length > 0) judge(result, exchanges, exchanges.length === steps.length, round.context);
}

/**
 * What is known of one check after several rounds: what differs once differs, and no loss hides it.
 *
 * @param isAll Whether every step of the check was sent.
 */
function judge(
  result: CheckResult,
  exchanges: readonly StepExchange[],
  isAll: boolean,
  context: StepContext,
): void {
  const { check } = result;
  const lost = exchanges.filter(({ answer }) => !isWhole(answer));
  const whole = exchanges.filter(({ answer }) => isWhole(answer));
  const obstacle = check.obstacle?.(whole) ?? null;
  // A status alone says that something was taken which has to be refused.
  const taken = lost.filter(({ step, answer }) => step.creates === 0 && isSuccess(answer));
  const seen = obstacle === null ? check.judge(whole, context) : [];
  const told = taken.map(
    ({ answer }) =>
      `Status: expected a refusal, came ${answer.httpStatus}; the rest of the answer did not come.`,
  );
  const differences = [...new Set([...told, ...seen].map(shortened))];
  const isOpen = result.judgedCount === 0 && result.status === "not-judged";
  if (differences.length > 0) {
    result.judgedCount++;
    result.differingCount++;
    const behind = [...taken, ...(seen.length > 0 ? culprits(check, whole, context) : [])];
    if (result.differingCount === 1) settle(result, "differs", { differences, exchanges: behind });
  } else if (lost.length > 0) {
    const losses = lost.map(({ answer }) => lossText(answer));
    if (result.differingCount === 0) settle(result, "unanswered", { differences: losses, exchanges: lost });
  } else if (isAll && obstacle !== null) {
    if (isOpen) settle(result, "not-judged", { exchanges, note: obstacle });
  } else if (isAll) {
    result.judgedCount++;
    if (result.status === "not-judged") settle(result, "passed");
  }
}

/** Judges the limits that somebody has set, when nothing more is sent. */
export function judgeLimits(results: readonly CheckResult[], figures: RunFigures): CheckResult[] {
  const limits = results.filter(({ check }) => check.judgeRun);
  for (const result of limits) {
    const differences = result.check.judgeRun?.(figures) ?? [];
    result.judgedCount = 1;
    result.differingCount = differences.length;
    settle(result, differences.length > 0 ? "differs" : "passed", { differences });
  }
  return limits;
}

/** What nobody asks for: it is told of where it was seen, and no other check tells of it. */
const NO_QUOTE = { id: "no-quote", title: "No quote is made of a lead that must be refused" };
const REFUSED = checkGroup({
  id: "refused",
  title: "Leads that must be refused",
  section: "4.2, 5, 7",
  checks: [{ ...NO_QUOTE, steps: [], judge: () => [] }],
});

/**
 * Quotes that were made of what has to be refused, where no check tells of them: of a question, of the look before the
 * checks, or of a check that may differ and must not create.
 */
export function unseenQuotes(
  results: readonly CheckResult[],
  { against }: Ledger,
  mayCreate: boolean,
): CheckResult[] {
  const told = results.filter(({ status }) => status === "differs" || (status === "accepted" && mayCreate));
  const steps = new Set(told.flatMap(({ exchanges }) => exchanges.map(({ step }) => step)));
  const exchanges = against.filter(({ step }) => !steps.has(step));
  if (exchanges.length === 0) return [];
  const names = [...new Set(exchanges.map(({ step }) => step.name))];
  const differences = [`A quote was made of: ${names.join(", ")}.`];
  const counts = { judgedCount: 1, differingCount: 1, note: null };
  return blankResults([REFUSED]).map((blank) => ({
    ...blank,
    ...counts,
    differences,
    exchanges,
    status: "differs",
  }));
}

/**
 * What somebody has said may differ: it is shown and does not count, until it differs no more.
 *
 * @param reason As it was given.
 * @param isLast Whether no round follows in which it may still differ.
 */
export function accept(result: CheckResult, reason: string, isLast: boolean): void {
  if (result.status === "differs") Object.assign(result, { status: "accepted", note: reason });
  else if (result.status === "passed" && isLast) {
    const sentence = `It passed: remove its --accept (${reason}).`;
    settle(result, "unneeded", { differences: [sentence], note: reason });
  }
}

/** More of an answer stands below, and nobody reads it here. */
const DIFFERENCE_CHARACTERS_MAX = 2_000;

function shortened(text: string): string {
  return text.length <= DIFFERENCE_CHARACTERS_MAX ? text : `${text.slice(0, DIFFERENCE_CHARACTERS_MAX)}...`;
}

/** The exchanges that differ by themselves; all, where only several together do. */
function culprits(
  check: SmokeCheck,
  exchanges: readonly StepExchange[],
  context: StepContext,
): readonly StepExchange[] {
  const alone = exchanges.filter((exchange) => check.judge([exchange], context).length > 0);
  return alone.length > 0 ? alone : exchanges;
}

function settle(
  result: CheckResult,
  status: CheckStatus,
  { differences = [], exchanges = [], note = null }: Partial<CheckResult> = {},
): void {
  Object.assign(result, { status, differences, exchanges, note });
}

function lossText(answer: StepExchange["answer"]): string {
  const { httpStatus } = answer;
  return `${httpStatus === null ? "No answer" : `No whole answer (status ${httpStatus})`}: ${lossCause(answer)}.`;
}
