import type { Clock } from "../base/clock.ts";
import { summarizeDurations } from "../base/percentile.ts";
import type { HttpClient } from "../send/client.ts";
import { discover } from "./discovery/discover.ts";
import { QUESTIONS } from "./discovery/questions.ts";
import { preflight, type SmokeFailure } from "./preflight.ts";
import {
  accept,
  blankResults,
  type CheckResult,
  limitResults,
  runChecks,
  unseenQuotes,
} from "./run-checks.ts";
import { contextOf, plannedChecks, quotaOf, RETRIES_MAX, type SmokePlan } from "./smoke-plan.ts";
import type { SmokeReport } from "./smoke-report.ts";
import { emptyLedger, SmokeRun } from "./smoke-run.ts";

/** What somebody who watches the run gets to see of it. */
export interface SmokeWatcher {
  /** The service is not there yet. */
  onWaiting?(failure: SmokeFailure, leftMs: number): void;
  onResult?(result: CheckResult): void;
  onDiscovery?(questionCount: number): void;
}

/**
 * What is known of a run that has not begun: every check that it would make is still open.
 *
 * @param known As much of its plan as there is.
 */
export function blankReport(known: Pick<SmokePlan, "choice" | "environment">, startedAt: Date): SmokeReport {
  const results = blankResults(plannedChecks(known));
  return {
    ...{ plan: null, environment: known.environment, startedAt, isReached: false, results },
    ...{ failure: null, stopReason: null, abortedBy: null, ledger: emptyLedger() },
    ...{ latency: null, discovery: null, durationMs: 0 },
  };
}

/** All of the run is settled, with the limits of what it may leave behind. */
export function beginReport(report: SmokeReport, plan: SmokePlan): SmokeReport {
  const ledger = emptyLedger(quotaOf(plan).quotesMax, RETRIES_MAX);
  return Object.assign(report, blankReport(plan, report.startedAt), { plan, ledger });
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
  client: Pick<HttpClient, "send">,
  options: {
    clock: Clock;
    signal: AbortSignal;
    random: () => number;
    watcher: SmokeWatcher;
    report?: SmokeReport;
  },
): Promise<SmokeReport> {
  const { clock, signal, watcher } = options;
  const { report = beginReport(blankReport(plan, clock.date()), plan) } = options;
  const startedAtMs = clock.now();
  const tools = { ...options, send: client.send, ledger: report.ledger };
  const run = new SmokeRun(contextOf(plan), tools);
  const failure = await preflight(run, { clock, signal, waitMs: plan.waitMs, place: plan, watcher });
  if (!signal.aborted) report.failure = failure;
  if (report.failure === null) await checkAll(report, plan, run, watcher);
  report.durationMs = clock.now() - startedAtMs;
  return report;
}

/** Fills the report. */
async function checkAll(
  report: SmokeReport,
  plan: SmokePlan,
  run: SmokeRun,
  watcher: SmokeWatcher,
): Promise<void> {
  report.isReached = true;
  await runChecks(report.results, run, (result) => {
    const reason = plan.accepted.get(result.check.id);
    if (reason !== undefined) accept(result, reason);
    watcher.onResult?.(result);
  });
  report.stopReason = run.stopReason;
  if (plan.isDiscovering && report.stopReason === null) {
    watcher.onDiscovery?.(QUESTIONS.length);
    report.discovery = await discover(run);
    report.stopReason = run.stopReason;
  }
  report.latency = summarizeDurations(report.results.flatMap(({ durationsMs }) => durationsMs));
  const { results, ledger, latency } = report;
  const late = [
    ...limitResults(plan.limits, ledger, latency?.p95 ?? 0),
    ...unseenQuotes(results, ledger, plan.mayCreate),
  ];
  report.results = [...results, ...late];
  for (const result of late) watcher.onResult?.(result);
}
