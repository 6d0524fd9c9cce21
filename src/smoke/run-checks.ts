import type { CheckGroup, CheckStatus, SmokeCheck, StepExchange } from "./check.ts";
import { isWhole } from "./expectations.ts";
import { type CreateLimits, omission, type SmokeRound } from "./smoke-round.ts";

/** What became of one check over all rounds. */
export interface CheckResult {
  check: SmokeCheck;
  group: CheckGroup;
  status: CheckStatus;
  /** Of the first round in which it did not pass. */
  differences: readonly string[];
  /** The exchanges behind the differences. */
  exchanges: readonly StepExchange[];
  /** Why nothing is said, or why it may differ; null where neither is the case. */
  note: string | null;
  /** Of the requests that it was the first to need. */
  durationsMs: number[];
  /** Rounds in which it was judged, and in which it differed. */
  judgedCount: number;
  differingCount: number;
}

/** Requests in a row without an answer after which the environment counts as gone. */
const UNANSWERED_MAX = 3;

export const STOPPED_BY_HAND = "It was stopped by hand.";
const GONE = "The service has stopped answering.";
const FULL = "It makes quotes of leads that it has to refuse, and each is there for good.";
const NOT_REACHED = "not reached";

/** What nobody has looked at yet, or ever will: why stands in the note. */
export function blankResults(groups: readonly CheckGroup[], note = NOT_REACHED): Map<string, CheckResult> {
  return new Map(
    groups.flatMap((group) =>
      group.checks.map((check): [string, CheckResult] => [check.id, blankResult(check, group, note)]),
    ),
  );
}

/**
 * Checks an environment for one round, one request at a time, and adds to the results.
 *
 * @param results By id of check, in order; those of earlier rounds are kept.
 * @param onResult Called as each check is over.
 * @returns Why it ended early, as a sentence; null when it did not.
 */
export async function runChecks(
  results: ReadonlyMap<string, CheckResult>,
  round: SmokeRound,
  signal: AbortSignal,
  onResult: (result: CheckResult) => void,
): Promise<string | null> {
  for (const result of results.values()) {
    if (signal.aborted) return STOPPED_BY_HAND;
    if (round.unansweredInRow >= UNANSWERED_MAX) return GONE;
    if (round.isFull) return FULL;
    await runCheck(result, round);
    onResult(result);
  }
  return null;
}

async function runCheck(result: CheckResult, round: SmokeRound): Promise<void> {
  const { check } = result;
  const reason = omissionOf(check, round.context);
  if (reason !== null) {
    settle(result, "left-out", [], [], reason);
    return;
  }
  const exchanges: StepExchange[] = [];
  for (const step of check.steps) {
    const isNew = !round.has(step);
    const exchange = await round.exchange(step);
    if (isNew) result.durationsMs.push(exchange.answer.durationMs);
    exchanges.push(exchange);
  }
  judge(result, exchanges);
}

/** Why a check is not made under these options; null when it is. */
export function omissionOf({ steps }: SmokeCheck, context: CreateLimits): string | null {
  return steps.map((step) => omission(step, context)).find((note) => note !== null) ?? null;
}

/** What is known of one check after several rounds: what differs once differs, and no loss hides it. */
function judge(result: CheckResult, exchanges: readonly StepExchange[]): void {
  const { check } = result;
  const lost = exchanges.filter(({ answer }) => !isWhole(answer));
  if (lost.length > 0) {
    const losses = lost.map(({ answer }) => lossText(answer));
    if (result.differingCount === 0) settle(result, "unanswered", losses, lost, null);
    return;
  }
  const obstacle = check.obstacle?.(exchanges) ?? null;
  if (obstacle !== null) {
    if (result.judgedCount === 0 && result.status === "not-judged") {
      settle(result, "not-judged", [], exchanges, obstacle);
    }
    return;
  }
  result.judgedCount++;
  const differences = [...new Set(check.judge(exchanges).map(shortened))];
  if (differences.length === 0) {
    if (result.status === "not-judged") settle(result, "passed", [], [], null);
    return;
  }
  result.differingCount++;
  if (result.differingCount === 1) settle(result, "differs", differences, culprits(check, exchanges), null);
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
    const sentence = `It passed, so that it need not be accepted any more (it was: ${reason}).`;
    settle(result, "unneeded", [sentence], [], reason);
  }
}

/** More of an answer stands below, and nobody reads it here. */
const DIFFERENCE_CHARACTERS_MAX = 2_000;

function shortened(text: string): string {
  return text.length <= DIFFERENCE_CHARACTERS_MAX ? text : `${text.slice(0, DIFFERENCE_CHARACTERS_MAX)}...`;
}

/** The exchanges that differ by themselves; all, where only several together do. */
function culprits(check: SmokeCheck, exchanges: readonly StepExchange[]): readonly StepExchange[] {
  const alone = exchanges.filter((exchange) => check.judge([exchange]).length > 0);
  return alone.length > 0 ? alone : exchanges;
}

function settle(
  result: CheckResult,
  status: CheckStatus,
  differences: readonly string[],
  exchanges: readonly StepExchange[],
  note: string | null,
): void {
  Object.assign(result, { status, differences, exchanges, note });
}

function lossText(answer: StepExchange["answer"]): string {
  const cause = answer.error ? `${answer.error.message} (${answer.error.code})` : "the answer was cut off";
  return answer.httpStatus === null
    ? `No answer: ${cause}.`
    : `No whole answer (status ${answer.httpStatus}): ${cause}.`;
}

function blankResult(check: SmokeCheck, group: CheckGroup, note: string): CheckResult {
  return {
    check,
    group,
    status: "not-judged",
    differences: [],
    exchanges: [],
    note,
    durationsMs: [],
    judgedCount: 0,
    differingCount: 0,
  };
}
