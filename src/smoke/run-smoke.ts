import type { Clock } from "../base/clock.ts";
import type { CheckGroup } from "./check.ts";
import { allChecks } from "./checks/all-checks.ts";
import { type Discovery, discover, QUESTIONS } from "./discovery/discover.ts";
import { latencyOf } from "./latency.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import type { ObservedHttpClient } from "./open-http-client.ts";
import { patientHttpClient } from "./patient-http-client.ts";
import { preflight } from "./preflight.ts";
import { type CheckResult, runChecks } from "./run-checks.ts";
import type { SmokeReport } from "./smoke-report.ts";
import { plannedQuotes, Round } from "./smoke-round.ts";
import type { StepContext } from "./step.ts";

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

/** The quotes that a run leaves behind. */
export function quotesOf(plan: SmokePlan): { surely: number; perhaps: number } {
  const context = contextOf(plan, 1);
  const steps = checksOf(plan).flatMap(({ checks }) => checks.flatMap((check) => check.steps));
  const asked = plan.isDiscovering ? QUESTIONS.flatMap((question) => question.steps) : [];
  const { surely } = plannedQuotes(steps, context);
  return { surely: surely * plan.roundCount, perhaps: plannedQuotes(asked, context).perhaps };
}

export function checkCount(plan: SmokePlan): number {
  return checksOf(plan).reduce((sum, { checks }) => sum + checks.length, 0);
}

/**
 * Holds an environment against the interface, one request at a time.
 *
 * @param ledger Filled as quotes are created, so that they are known whatever happens.
 * @throws CliError when the service cannot be reached or refuses the key; see {@link preflight}.
 */
export async function runSmoke(
  plan: SmokePlan,
  observed: ObservedHttpClient,
  options: { clock: Clock; signal: AbortSignal; watcher: SmokeWatcher; ledger?: Ledger },
): Promise<SmokeFindings> {
  const { clock, signal, watcher, ledger = emptyLedger() } = options;
  const startedAtMs = clock.now();
  const wire = patientHttpClient(observed, clock, signal);
  await preflight(wire, contextOf(plan, 0), ledger);
  watcher.onReached();
  const results = new Map<string, CheckResult>();
  let stopReason: string | null = null;
  let roundsDone = 0;
  let round = new Round(contextOf(plan, 1), wire, ledger);
  for (let roundNumber = 1; roundNumber <= plan.roundCount && stopReason === null; roundNumber++) {
    if (roundNumber > 1) round = new Round(contextOf(plan, roundNumber), wire, ledger);
    watcher.onRound(roundNumber);
    const outcome = await runChecks(checksOf(plan), round, results, signal, watcher.onResult);
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
    latency: latencyOf([...results.values()].flatMap(({ durationsMs }) => durationsMs)),
    connection: observed.facts(),
    discovery,
    durationMs: clock.now() - startedAtMs,
  };
}

function checksOf({ baseUrl }: SmokePlan): CheckGroup[] {
  return allChecks(baseUrl);
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
