import type { Clock } from "../base/clock.ts";
import type { HttpClient } from "../send/client.ts";
import { discover } from "./discovery/discover.ts";
import { QUESTIONS } from "./discovery/questions.ts";
import { preflight, type SmokeFailure } from "./preflight.ts";
import {
  accept,
  blankResults,
  type CheckResult,
  judgeLimits,
  runChecks,
  unseenQuotes,
} from "./run-checks.ts";
import { contextOf, plannedChecks, quotaOf, RETRIES_MAX, type SmokePlan } from "./smoke-plan.ts";
import { latencyOf, type SmokeReport } from "./smoke-report.ts";
import { emptyLedger, SmokeRound, type SmokeTools } from "./smoke-round.ts";

/** What somebody who watches the run gets to see of it. */
export interface SmokeWatcher {
  /** The service is not there yet. */
  onWaiting?(failure: SmokeFailure, leftMs: number): void;
  /** The service is there and takes the key. */
  onReached?(): void;
  onRound?(roundNumber: number): void;
  onResult?(result: CheckResult): void;
  onDiscovery?(questionCount: number): void;
}

/**
 * What is known of a run that has not begun: every check that it would make is still open.
 *
 * @param known As much of its plan as there is.
 * @param plan The whole of it, once there is one: it says what the run may leave behind.
 */
export function blankReport(
  known: Pick<SmokePlan, "choice" | "limits" | "environment">,
  startedAt: Date,
  plan: SmokePlan | null = null,
): SmokeReport {
  return {
    plan,
    environment: known.environment,
    startedAt,
    isReached: false,
    roundsDone: 0,
    results: blankResults(plannedChecks(known)),
    failure: null,
    stopReason: null,
    abortedBy: null,
    ledger: plan ? emptyLedger(quotaOf(plan).quotesMax, RETRIES_MAX * plan.roundCount) : emptyLedger(),
    connection: null,
    discovery: null,
    durationMs: 0,
  };
}

/**
 * Checks an environment against the interface; the client is closed by whoever made it. Never rejects for what the
 * environment does.
 *
 * @param options.report To be filled; so it holds what is known at any moment. Default: a new one.
 * @returns The report. Where the environment cannot be reached or refuses the key, every check stays open, and
 *   `failure` says why.
 */
export async function smokeService(
  plan: SmokePlan,
  client: Pick<HttpClient, "send" | "facts">,
  options: {
    clock: Clock;
    signal: AbortSignal;
    random: () => number;
    watcher: SmokeWatcher;
    report?: SmokeReport;
  },
): Promise<SmokeReport> {
  const { clock, signal, watcher } = options;
  const { report = blankReport(plan, clock.date(), plan) } = options;
  const startedAtMs = clock.now();
  const tools = { ...options, send: client.send, ledger: report.ledger };
  const first = new SmokeRound(contextOf(plan, 1), tools);
  const failure = await preflight(first, plan, watcher.onWaiting);
  if (!signal.aborted) report.failure = failure;
  if (report.failure === null) await checkRounds(report, plan, first, tools, watcher);
  report.connection = client.facts();
  report.durationMs = clock.now() - startedAtMs;
  return report;
}

/** Fills the report. */
async function checkRounds(
  report: SmokeReport,
  plan: SmokePlan,
  first: SmokeRound,
  tools: SmokeTools,
  watcher: SmokeWatcher,
): Promise<void> {
  report.isReached = true;
  watcher.onReached?.();
  let round = first;
  for (let number = 1; number <= plan.roundCount && report.stopReason === null; number++) {
    if (number > 1) round = new SmokeRound(contextOf(plan, number), tools);
    watcher.onRound?.(number);
    await runChecks(report.results, round, (result) => {
      const reason = plan.accepted.get(result.check.id);
      if (reason !== undefined) accept(result, reason, number === plan.roundCount);
      watcher.onResult?.(result);
    });
    report.stopReason = round.stopReason;
    if (report.stopReason === null) report.roundsDone = number;
  }
  if (plan.isDiscovering && report.stopReason === null) {
    watcher.onDiscovery?.(QUESTIONS.length);
    report.discovery = await discover(round);
    report.stopReason = round.stopReason;
  }
  const { p95 = null } = latencyOf(report.results) ?? {};
  const figures = { retryCount: report.ledger.retries.length, p95Ms: p95 };
  const unseen = unseenQuotes(report.results, report.ledger, plan.mayCreate);
  report.results = [...report.results, ...unseen];
  for (const result of [...judgeLimits(report.results, figures), ...unseen]) watcher.onResult?.(result);
}
