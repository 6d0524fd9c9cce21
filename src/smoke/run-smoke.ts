import type { Clock } from "../base/clock.ts";
import { summarizeDurations } from "../base/percentile.ts";
import type { HttpClient } from "../send/client.ts";
import { retryAfterMs } from "../send/retry-delay.ts";
import type { CheckGroup, StepContext } from "./check.ts";
import { ACCEPTED } from "./checks/acceptances.ts";
import { AUTHENTICATION, METHODS } from "./checks/access.ts";
import { CONTENT_TYPES } from "./checks/content-types.ts";
import { DUPLICATES } from "./checks/duplicates.ts";
import { RULES_ALONE, RULES_TOGETHER } from "./checks/rules.ts";
import { successChecks } from "./checks/success.ts";
import { type Discovery, discover, QUESTIONS } from "./discovery/discover.ts";
import { preflight } from "./preflight.ts";
import { type CheckResult, runChecks } from "./run-checks.ts";
import type { SmokeReport } from "./smoke-report.ts";
import { emptyLedger, type Ledger, plannedQuotes, type Send, SmokeRound } from "./smoke-round.ts";

export interface SmokePlan {
  /** Without a trailing slash. */
  baseUrl: string;
  partner: string;
  /** The value of the Authorization header with the real key. */
  authorization: string;
  wrongKey: string;
  mayCreate: boolean;
  existingUser: string | null;
  /** Makes an e-mail address of a tag. */
  email(tag: string): string;
  /** Unlike that of any other run: quotes stay, and an address is taken only once. */
  runTag: string;
  roundCount: number;
  /** Whether to ask what the interface leaves open, too. */
  isDiscovering: boolean;
}

/** What somebody who watches the run gets to see of it. */
export interface SmokeWatcher {
  /** The service is there and takes the key. */
  onReached(): void;
  onRound(roundNumber: number): void;
  onResult(result: CheckResult): void;
  onDiscovery(questionCount: number): void;
}

/** Everything but what is added by a comparison. */
export type SmokeFindings = Omit<SmokeReport, "discovery"> & { discovery: Discovery | null };

/**
 * Every promise of the interface that an environment can be checked against from outside, in the order in which
 * they are shown.
 *
 * @param baseUrl Without a trailing slash.
 */
export function allChecks(baseUrl: string): CheckGroup[] {
  return [
    AUTHENTICATION,
    METHODS,
    RULES_ALONE,
    RULES_TOGETHER,
    ACCEPTED,
    successChecks(baseUrl),
    DUPLICATES,
    CONTENT_TYPES,
  ];
}

/** The quotes that a run leaves behind. */
export function quotesOf(plan: SmokePlan): { surely: number; perhaps: number } {
  const context = contextOf(plan, 1);
  const steps = allChecks(plan.baseUrl).flatMap(({ checks }) => checks.flatMap((check) => check.steps));
  const asked = plan.isDiscovering ? QUESTIONS.flatMap((question) => question.steps) : [];
  const { surely } = plannedQuotes(steps, context);
  return { surely: surely * plan.roundCount, perhaps: plannedQuotes(asked, context).perhaps };
}

export function checkCount(plan: SmokePlan): number {
  return allChecks(plan.baseUrl).reduce((sum, { checks }) => sum + checks.length, 0);
}

/**
 * Checks an environment against the interface, one request at a time.
 *
 * @param ledger Filled as quotes are created, so that they are known whatever happens.
 * @throws CliError when the service cannot be reached or refuses the key; see {@link preflight}.
 */
export async function runSmoke(
  plan: SmokePlan,
  client: Pick<HttpClient, "send" | "facts">,
  options: { clock: Clock; signal: AbortSignal; watcher: SmokeWatcher; ledger?: Ledger },
): Promise<SmokeFindings> {
  const { clock, signal, watcher, ledger = emptyLedger() } = options;
  const startedAtMs = clock.now();
  const send = patientSend(client.send, clock, signal);
  await preflight(send, contextOf(plan, 0), ledger);
  watcher.onReached();
  const results = new Map<string, CheckResult>();
  let stopReason: string | null = null;
  let roundsDone = 0;
  let round = new SmokeRound(contextOf(plan, 1), send, ledger);
  for (let roundNumber = 1; roundNumber <= plan.roundCount && stopReason === null; roundNumber++) {
    if (roundNumber > 1) round = new SmokeRound(contextOf(plan, roundNumber), send, ledger);
    watcher.onRound(roundNumber);
    const outcome = await runChecks(allChecks(plan.baseUrl), round, results, signal, watcher.onResult);
    stopReason = outcome.stopReason;
    if (stopReason === null) roundsDone = roundNumber;
  }
  if (plan.isDiscovering && stopReason === null) watcher.onDiscovery(QUESTIONS.length);
  const discovery = plan.isDiscovering && stopReason === null ? await discover(round, signal) : null;
  if (signal.aborted) stopReason ??= "It was stopped by hand.";
  return {
    baseUrl: plan.baseUrl,
    partner: plan.partner,
    roundsWanted: plan.roundCount,
    roundsDone,
    stopReason,
    results: [...results.values()],
    ledger,
    latency: summarizeDurations([...results.values()].flatMap(({ durationsMs }) => durationsMs)),
    connection: client.facts(),
    discovery,
    durationMs: clock.now() - startedAtMs,
  };
}

function contextOf(plan: SmokePlan, roundNumber: number): StepContext {
  const { baseUrl, partner, runTag, roundCount } = plan;
  const roundTag = roundCount > 1 ? `-r${roundNumber}` : "";
  return {
    createPath: new URL(`${baseUrl}/api/${partner}/lead/create`).pathname,
    partner,
    authorization: plan.authorization,
    wrongKey: plan.wrongKey,
    mayCreate: plan.mayCreate,
    existingUser: plan.existingUser,
    email: (label) => plan.email(`${runTag}${roundTag}-${label}`),
  };
}

const WAITS_MAX = 3;
const WAIT_MS_DEFAULT = 1_000;
const WAIT_MS_MAX = 30_000;

/**
 * Rate limits are not shown, so a 429 decides nothing: the request is sent again, a few times, later. Where the service
 * asks for more patience than a test has, its answer stands.
 */
export function patientSend(send: Send, clock: Clock, signal: AbortSignal): Send {
  return async (request) => {
    let answer = await send(request);
    for (let waits = 0; answer.httpStatus === 429 && waits < WAITS_MAX && !signal.aborted; waits++) {
      const waitMs = retryAfterMs(answer.retryAfter, clock.date()) ?? WAIT_MS_DEFAULT;
      if (waitMs > WAIT_MS_MAX) break;
      await clock.sleep(waitMs, signal);
      answer = await send(request);
    }
    return answer;
  };
}
