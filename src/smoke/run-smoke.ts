import type { Clock } from "../base/clock.ts";
import { summarizeDurations } from "../base/percentile.ts";
import type { HttpClient } from "../send/client.ts";
import { type CheckGroup, carriesLead, type Step, type StepContext } from "./check.ts";
import { ACCEPTED } from "./checks/acceptances.ts";
import { AUTHENTICATION, METHODS } from "./checks/access.ts";
import { CONTENT_TYPES } from "./checks/content-types.ts";
import { DUPLICATES } from "./checks/duplicates.ts";
import { type Limits, limitChecks } from "./checks/limits.ts";
import { RACE } from "./checks/race.ts";
import { RULES_ALONE, RULES_TOGETHER } from "./checks/rules.ts";
import { SUCCESS } from "./checks/success.ts";
import { type CheckChoice, chosenChecks, requireNames } from "./choose-checks.ts";
import { discover, QUESTIONS } from "./discovery/discover.ts";
import { patientSender } from "./patient-send.ts";
import { looksMax, preflight, type SmokeFailure } from "./preflight.ts";
import {
  accept,
  blankResults,
  type CheckResult,
  judgeLimits,
  runChecks,
  unseenQuotes,
} from "./run-checks.ts";
import { smokeError } from "./smoke-errors.ts";
import type { Quota, SmokeReport } from "./smoke-report.ts";
import { emptyLedger, omissionOf, SmokeRound, sentSteps } from "./smoke-round.ts";

export interface SmokePlan {
  /** Without a trailing slash. */
  baseUrl: string;
  partner: string;
  /** The environment's name; null where it has none. */
  environment: string | null;
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
  choice: CheckChoice;
  limits: Limits;
  /** Why a check may differ, by its id. */
  accepted: ReadonlyMap<string, string>;
  /** How long to wait for a service that is not there yet. */
  waitMs: number;
}

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
 * Every promise of the interface that an environment can be checked against from outside, in the order in which
 * they are shown, and what is only checked where somebody asks for it.
 */
export const ALL_CHECKS: readonly CheckGroup[] = [
  AUTHENTICATION,
  METHODS,
  RULES_ALONE,
  RULES_TOGETHER,
  ACCEPTED,
  SUCCESS,
  DUPLICATES,
  CONTENT_TYPES,
  RACE,
];

/** The checks of a plan. */
function plannedChecks({ choice, limits }: Pick<SmokePlan, "choice" | "limits">): CheckGroup[] {
  return [...chosenChecks(ALL_CHECKS, choice), ...limitChecks(limits)];
}

/** @throws CliError with exit code 2 for a choice that names no check, or leaves none. */
export function requireChoice(
  choice: CheckChoice,
  accepted: Iterable<string>,
  context: Pick<SmokePlan, "mayCreate" | "existingUser">,
): void {
  requireNames("--only", choice.only ?? [], ALL_CHECKS, true);
  requireNames("--skip", choice.skip, ALL_CHECKS, true);
  requireNames("--accept", accepted, ALL_CHECKS, false);
  const checks = chosenChecks(ALL_CHECKS, choice).flatMap((group) => group.checks);
  const reasons = checks.map((check) => omissionOf(check, context));
  if (reasons.includes(null)) return;
  throw smokeError("nothing-to-check", { reason: reasons[0] });
}

/** Quotes beyond the planned ones after which a service counts as one that takes what it must refuse. */
const UNPLANNED_MAX = 12;
/** Of a round, for limits and 500s. */
const RETRIES_MAX = 40;

/** What a run leaves behind, and how much it sends, whatever the service does. */
export function quotaOf(plan: SmokePlan): Quota {
  const context = contextOf(plan, 1);
  const checked = sentSteps(
    plannedChecks(plan).flatMap(({ checks }) => checks.flatMap(({ steps }) => steps)),
    context,
  );
  const asked = plan.isDiscovering
    ? sentSteps(
        QUESTIONS.flatMap(({ steps }) => steps),
        context,
      )
    : new Set<Step>();
  const onlyAsked = [...asked].filter((step) => !checked.has(step));
  const count = (creates: Step["creates"]): number =>
    [...checked].filter((step) => step.creates === creates).length * plan.roundCount +
    onlyAsked.filter((step) => step.creates === creates).length;
  const leads = (steps: Iterable<Step>): number =>
    [...steps].reduce((sum, step) => sum + (step.again ? 2 : Number(carriesLead(step.request(context)))), 0);
  const [surely, perhaps] = [count(1), count("perhaps")];
  return {
    surely,
    perhaps,
    quotesMax: plan.mayCreate ? surely + perhaps + UNPLANNED_MAX : 1,
    leadsMax:
      looksMax(plan.waitMs) +
      leads(checked) * plan.roundCount +
      leads(onlyAsked) +
      RETRIES_MAX * plan.roundCount,
  };
}

/** What tells a run from every other one, and a key that nobody has. */
export function runNames(at: Date, random: () => number): Pick<SmokePlan, "runTag" | "wrongKey"> {
  const seconds = Math.floor(at.getTime() / 1000);
  const drawn = Math.floor(random() * 36 ** 4);
  const runTag = `${seconds.toString(36)}${drawn.toString(36).padStart(4, "0")}`;
  return { runTag, wrongKey: `leadctl-smoke-${runTag}` };
}

export function checkCount(plan: SmokePlan): number {
  return plannedChecks(plan).reduce((sum, { checks }) => sum + checks.length, 0);
}

const NO_LIMITS: Limits = { retriesMax: null, p95MsMax: null };

/** What is known of a run that has not begun: every check that it would make is still open. */
export function blankReport(
  plan: Pick<SmokePlan, "choice"> &
    Partial<Pick<SmokePlan, "baseUrl" | "partner" | "environment" | "roundCount" | "limits">>,
  startedAt: Date,
): SmokeReport {
  const { baseUrl = null, partner = null, environment = null, roundCount = 1, limits = NO_LIMITS } = plan;
  return {
    baseUrl,
    partner,
    environment,
    startedAt,
    roundsWanted: roundCount,
    roundsDone: 0,
    failure: null,
    stopReason: null,
    results: blankResults(plannedChecks({ choice: plan.choice, limits })),
    quota: { surely: 0, perhaps: 0, quotesMax: 0, leadsMax: 0 },
    ledger: emptyLedger(),
    retries: [],
    latency: null,
    connection: null,
    discovery: null,
    durationMs: 0,
  };
}

/** The same of a run of which all is settled, with what it may leave behind. */
export function newReport(plan: SmokePlan, startedAt: Date): SmokeReport {
  const quota = quotaOf(plan);
  return { ...blankReport(plan, startedAt), quota, ledger: emptyLedger(quota.quotesMax) };
}

/**
 * Checks an environment against the interface, one request at a time.
 *
 * @param report Filled as the run goes on, so that what was created is known whatever happens. Where the service cannot be
 *   reached or refuses the key, every check stays open, and `failure` says why.
 */
export async function runSmoke(
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
  const { clock, signal, watcher, report = newReport(plan, clock.date()) } = options;
  const { ledger } = report;
  const startedAtMs = clock.now();
  const sender = patientSender(client.send, { ...options, retriesMax: RETRIES_MAX * plan.roundCount });
  report.retries = sender.retries;
  const roundOf = (number: number) => new SmokeRound(contextOf(plan, number), sender, ledger, signal);
  const first = roundOf(1);
  const { waitMs } = plan;
  const onWaiting = (failure: SmokeFailure, leftMs: number): void => watcher.onWaiting?.(failure, leftMs);
  const failure = await preflight(first, { clock, signal, waitMs, onWaiting });
  if (!signal.aborted) report.failure = failure;
  if (report.failure === null) await checkRounds(report, plan, first, roundOf, watcher);
  report.connection = client.facts();
  report.durationMs = clock.now() - startedAtMs;
  return report;
}

/** Fills the report. */
async function checkRounds(
  report: SmokeReport,
  plan: SmokePlan,
  first: SmokeRound,
  roundOf: (roundNumber: number) => SmokeRound,
  watcher: SmokeWatcher,
): Promise<void> {
  watcher.onReached?.();
  let round = first;
  for (let number = 1; number <= plan.roundCount && report.stopReason === null; number++) {
    if (number > 1) round = roundOf(number);
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
  report.latency = summarizeDurations(report.results.flatMap(({ durationsMs }) => durationsMs));
  const figures = { retryCount: report.retries.length, p95Ms: report.latency?.p95 ?? null };
  const unseen = unseenQuotes(report.results, report.ledger, plan.mayCreate);
  if (unseen) report.results = [...report.results, unseen];
  for (const result of [...judgeLimits(report.results, figures), ...(unseen ? [unseen] : [])])
    watcher.onResult?.(result);
}

function contextOf(plan: SmokePlan, roundNumber: number): StepContext {
  const { baseUrl, partner, runTag, roundCount } = plan;
  const roundTag = roundCount > 1 ? `-r${roundNumber}` : "";
  return {
    baseUrl,
    createPath: new URL(`${baseUrl}/api/${partner}/lead/create`).pathname,
    partner,
    authorization: plan.authorization,
    wrongKey: plan.wrongKey,
    mayCreate: plan.mayCreate,
    existingUser: plan.existingUser,
    email: (label) => plan.email(`${runTag}${roundTag}-${label}`),
  };
}
