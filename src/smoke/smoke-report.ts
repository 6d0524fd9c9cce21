import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { DurationSummary } from "../base/percentile.ts";
import type { ConnectionFacts } from "../send/connection-facts.ts";
import { CHECK_STATUSES, type CheckStatus } from "./check.ts";
import type { Comparison } from "./discovery/baseline.ts";
import { type Fact, UNANSWERED } from "./discovery/open-point.ts";
import type { SmokeFailure } from "./preflight.ts";
import type { CheckResult } from "./run-checks.ts";
import type { Ledger } from "./smoke-round.ts";

/** All that one run found out about an environment; also of a run that never began. */
export interface SmokeReport {
  /** Null where nobody came to know it. */
  baseUrl: string | null;
  partner: string | null;
  /** The environment's name; null where it has none. */
  environment: string | null;
  startedAt: Date;
  roundsWanted: number;
  roundsDone: number;
  /** Why it did not begin, or could not be told whole; null where neither is the case. */
  failure: SmokeFailure | null;
  /** Why the run ended early, as a sentence; null when it did not. */
  stopReason: string | null;
  results: readonly CheckResult[];
  /** What was announced. */
  quota: Quota;
  ledger: Ledger;
  /** Of all requests of the checks. */
  latency: DurationSummary | null;
  connection: ConnectionFacts | null;
  /** Null when nobody asked for it. */
  discovery: DiscoveryReport | null;
  durationMs: number;
}

/** What a run leaves behind at most. */
export interface Quota {
  /** Quotes that it makes where the interface is kept. */
  surely: number;
  /** Those that it may make besides, where the interface is silent. */
  perhaps: number;
  /** With so many, known and suspected, it stops. */
  quotesMax: number;
  /** Leads that it sends, whatever they are answered: no service can make more quotes of them. */
  leadsMax: number;
}

export const NO_QUOTA: Quota = { surely: 0, perhaps: 0, quotesMax: 0, leadsMax: 0 };

export interface DiscoveryReport {
  facts: readonly Fact[];
  obstacle: string | null;
  /** What it was compared with; null when with nothing. */
  comparison: Comparison | null;
  /** Whether every question that is asked here has an answer, so that it may be kept. */
  isComplete: boolean;
}

/** What was discovered, where it is compared with nothing. */
export function withoutComparison({
  discovery,
}: {
  discovery: Pick<DiscoveryReport, "facts" | "obstacle"> | null;
}): DiscoveryReport | null {
  if (!discovery) return null;
  const isComplete = discovery.obstacle === null && discovery.facts.every(({ note }) => note !== UNANSWERED);
  return { ...discovery, comparison: null, isComplete };
}

export type CheckCounts = Record<CheckStatus, number>;

export function countResults(results: readonly CheckResult[]): CheckCounts {
  const counts = Object.fromEntries(CHECK_STATUSES.map((status) => [status, 0])) as CheckCounts;
  for (const { status } of results) counts[status]++;
  return counts;
}

/** How many answers have changed since the baseline. */
export function changeCount({ discovery }: Pick<SmokeReport, "discovery">): number {
  return discovery?.comparison?.changes.length ?? 0;
}

/** In this order: why there is no answer, what differs, what could not be judged. */
export function exitCodeOf(report: SmokeReport): ExitCode {
  const { failure, stopReason, discovery } = report;
  if (failure) return failure.exitCode;
  const counts = countResults(report.results);
  const isUnasked = discovery?.facts.some(({ observed, note }) => observed === null && note === UNANSWERED);
  if (stopReason !== null || counts.unanswered > 0 || isUnasked) return EXIT.incomplete;
  if (counts.differs + counts.unneeded + changeCount(report) > 0) return EXIT.notAllCreated;
  const isNothingCompared = discovery?.comparison?.comparedCount === 0;
  const isOpen =
    counts["not-judged"] > 0 || counts.passed + counts.accepted === 0 || discovery?.obstacle != null;
  return isNothingCompared || isOpen ? EXIT.incomplete : EXIT.ok;
}

export const VERDICTS = ["pass", "fail", "incomplete"] as const;

/** What a pipeline decides by: the exit code in a word. */
export type Verdict = (typeof VERDICTS)[number];

export function verdictOf(exitCode: ExitCode): Verdict {
  if (exitCode === EXIT.ok) return "pass";
  return exitCode === EXIT.notAllCreated ? "fail" : "incomplete";
}
