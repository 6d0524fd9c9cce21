import { amountText, durationText } from "../terminal/number-text.ts";
import {
  type CheckGroup,
  type CheckStatus,
  checkGroup,
  omissionOf,
  type SmokeCheck,
  type StepContext,
  type StepExchange,
} from "./check.ts";
import { isSuccess, isWhole } from "./expectations.ts";
import type { Limits } from "./smoke-plan.ts";
import type { Ledger, SmokeRun } from "./smoke-run.ts";

/** What became of one check. */
export interface CheckResult {
  check: SmokeCheck;
  group: CheckGroup;
  status: CheckStatus;
  differences: readonly string[];
  /** The exchanges behind the differences. */
  exchanges: readonly StepExchange[];
  /** Why nothing is said, or why it may differ; null where neither is the case. */
  note: string | null;
  /** Durations of the requests that this check was the first to need. */
  durationsMs: number[];
  /** The statuses after which one of them was sent again. */
  retries: number[];
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
    })),
  );
}

/**
 * Checks an environment, one request at a time, and fills the results. Where the run is stopped, nothing more is
 * sent, but the answers that have come are still judged.
 *
 * @param results In order.
 * @param onResult Called as each check is over.
 */
export async function runChecks(
  results: readonly CheckResult[],
  run: SmokeRun,
  onResult: (result: CheckResult) => void,
): Promise<void> {
  for (const result of results) {
    await runCheck(result, run);
    if (run.stopReason === null || result.status === "differs") onResult(result);
  }
}

async function runCheck(result: CheckResult, run: SmokeRun): Promise<void> {
  const { steps } = result.check;
  const reason = omissionOf(result.check, run.context);
  if (reason !== null) {
    if (run.stopReason === null) settle(result, "left-out", { note: reason });
    return;
  }
  const exchanges = await run.exchanges(steps);
  for (const { answer, earlier } of exchanges.filter((one) => run.isFirstUse(one.step))) {
    result.durationsMs.push(answer.durationMs);
    result.retries.push(...earlier.map(({ httpStatus }) => httpStatus ?? 0));
  }
  if (exchanges.length > 0) judge(result, exchanges, exchanges.length === steps.length, run.context);
}

/** @param isAll Whether every step of the check was sent. */
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
  const differences = [...new Set([...taken.map(takenText), ...seen].map(shortened))];
  // What differs is told, whatever else was lost.
  if (differences.length > 0) {
    const behind = [...taken, ...(seen.length > 0 ? culprits(check, whole, context) : [])];
    settle(result, "differs", { differences, exchanges: behind });
  } else if (lost.length > 0) {
    const losses = lost.map(({ answer }) => lossText(answer));
    settle(result, "unanswered", { differences: losses, exchanges: lost });
  } else if (isAll && obstacle !== null) settle(result, "not-judged", { exchanges, note: obstacle });
  else if (isAll) settle(result, "passed");
}

function takenText({ answer }: StepExchange): string {
  return `Status: expected a refusal, came ${answer.httpStatus}; the rest of the answer did not come.`;
}

/** A check of what was seen on the way: it needs no request of its own, and is judged when nothing more is sent. */
function lateResult(
  group: Pick<CheckGroup, "id" | "title" | "section">,
  { id, title }: Pick<SmokeCheck, "id" | "title">,
  differences: readonly string[],
  exchanges: readonly StepExchange[] = [],
): CheckResult[] {
  const late = checkGroup({ ...group, checks: [{ id, title, steps: [], judge: () => [] }] });
  const results = blankResults([late]);
  const status = differences.length > 0 ? "differs" : "passed";
  for (const result of results) settle(result, status, { differences, exchanges });
  return results;
}

const LIMITS = { id: "limits", title: "Your limits", section: "" };

/** A check for each limit that somebody has set, so that every surface tells of it as of any other. */
export function limitResults(
  { retriesMax, p95MsMax }: Limits,
  { retries }: Ledger,
  p95Ms: number,
): CheckResult[] {
  const most = `Requests are sent again at most ${amountText(retriesMax ?? 0, "time")}`;
  const soon = `95 of 100 answers come within ${durationText(p95MsMax ?? 0)}`;
  const isOften = retriesMax !== null && retries.length > retriesMax;
  const isSlow = p95MsMax !== null && p95Ms > p95MsMax;
  const often = isOften ? [`Retries: at most ${retriesMax} wanted, came ${retries.length}.`] : [];
  const slow = isSlow ? [`p95: at most ${p95MsMax} ms wanted, came ${p95Ms.toFixed(1)} ms.`] : [];
  return [
    ...(retriesMax === null ? [] : lateResult(LIMITS, { id: "retries", title: most }, often)),
    ...(p95MsMax === null ? [] : lateResult(LIMITS, { id: "p95", title: soon }, slow)),
  ];
}

/** What nobody asks for: it is told of where it was seen, and no other check tells of it. */
const REFUSED = { id: "refused", title: "What has to be refused", section: "4.2, 5, 7" };
const NO_QUOTE = { id: "no-quote", title: "No quote is made of what has to be refused" };

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
  return lateResult(REFUSED, NO_QUOTE, [`A quote was made of: ${names.join(", ")}.`], exchanges);
}

/**
 * What somebody has said may differ: it is shown and does not count, until it differs no more.
 *
 * @param reason As it was given.
 */
export function accept(result: CheckResult, reason: string): void {
  if (result.status === "differs") Object.assign(result, { status: "accepted", note: reason });
  else if (result.status === "passed") {
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
  const cause = answer.error ? `${answer.error.message} (${answer.error.code})` : "the answer was cut off";
  return answer.httpStatus === null
    ? `No answer: ${cause}.`
    : `No whole answer (status ${answer.httpStatus}): ${cause}.`;
}
