import type { CheckGroup, CheckStatus, SmokeCheck, StepExchange } from "./check.ts";
import { isWhole } from "./expectations.ts";
import { omission, type SmokeRound } from "./smoke-round.ts";

/** What became of one check over all rounds. */
export interface CheckResult {
  check: SmokeCheck;
  group: CheckGroup;
  status: CheckStatus;
  /** Of the first round in which it did not pass. */
  differences: readonly string[];
  /** The exchanges behind the differences. */
  exchanges: readonly StepExchange[];
  /** Why nothing is said; null where something is. */
  note: string | null;
  /** Of the requests that it was the first to need. */
  durationsMs: number[];
  /** Rounds in which it was judged, and in which it differed. */
  judgedCount: number;
  differingCount: number;
}

/** Requests in a row without an answer after which the environment counts as gone. */
const UNANSWERED_MAX = 3;

export interface RoundOutcome {
  /** Why it ended early; null when it did not. */
  stopReason: string | null;
}

/**
 * Checks an environment for one round, one request at a time, and adds to the results.
 *
 * @param results By id of check, in order; those of earlier rounds are kept.
 * @param onResult Called as each check is over.
 */
export async function runChecks(
  groups: readonly CheckGroup[],
  round: SmokeRound,
  results: Map<string, CheckResult>,
  signal: AbortSignal,
  onResult: (result: CheckResult) => void,
): Promise<RoundOutcome> {
  let stopReason: string | null = null;
  for (const group of groups) {
    for (const check of group.checks) {
      if (signal.aborted) stopReason ??= "It was stopped by hand.";
      else if (round.unansweredInRow >= UNANSWERED_MAX) stopReason ??= "The service has stopped answering.";
      const result = results.get(check.id) ?? blankResult(check, group);
      results.set(check.id, result);
      if (stopReason === null) await runCheck(result, round);
      else if (result.judgedCount === 0 && result.note === null) result.note = "not reached";
      onResult(result);
    }
  }
  return { stopReason };
}

async function runCheck(result: CheckResult, round: SmokeRound): Promise<void> {
  const { check } = result;
  const reason = check.steps.map((step) => omission(step, round.context)).find((note) => note !== null);
  if (reason !== undefined) {
    result.note = reason;
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

function judge(result: CheckResult, exchanges: readonly StepExchange[]): void {
  const { check } = result;
  const lost = exchanges.filter(({ answer }) => !isWhole(answer));
  if (lost.length > 0) {
    if (result.status !== "differs") {
      settle(
        result,
        "unanswered",
        lost.map(({ answer }) => lossText(answer)),
        lost,
      );
    }
    return;
  }
  const obstacle = check.obstacle?.(exchanges) ?? null;
  if (obstacle !== null) {
    if (result.judgedCount === 0) result.note = obstacle;
    return;
  }
  result.judgedCount++;
  const differences = [...new Set(check.judge(exchanges).map(shortened))];
  if (differences.length === 0) {
    if (result.status === "not-judged") settle(result, "holds", [], []);
    return;
  }
  result.differingCount++;
  if (result.status !== "differs") settle(result, "differs", differences, culprits(check, exchanges));
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
): void {
  Object.assign(result, { status, differences, exchanges, note: null });
}

function lossText(answer: StepExchange["answer"]): string {
  const cause = answer.error ? `${answer.error.message} (${answer.error.code})` : "the answer was cut off";
  return answer.httpStatus === null
    ? `No answer: ${cause}.`
    : `No whole answer (status ${answer.httpStatus}): ${cause}.`;
}

function blankResult(check: SmokeCheck, group: CheckGroup): CheckResult {
  return {
    check,
    group,
    status: "not-judged",
    differences: [],
    exchanges: [],
    note: null,
    durationsMs: [],
    judgedCount: 0,
    differingCount: 0,
  };
}
