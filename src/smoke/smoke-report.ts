import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import type { DurationSummary } from "../base/percentile.ts";
import type { ConnectionFacts } from "../send/connection-facts.ts";
import type { CheckStatus } from "./check.ts";
import type { Baseline, Change } from "./discovery/baseline.ts";
import type { Fact } from "./discovery/open-point.ts";
import type { CheckResult } from "./run-checks.ts";
import type { Ledger } from "./smoke-round.ts";

/** All that one run found out about an environment. */
export interface SmokeReport {
  baseUrl: string;
  partner: string;
  roundsWanted: number;
  roundsDone: number;
  /** Why the run ended early, as a sentence; null when it did not. */
  stopReason: string | null;
  results: readonly CheckResult[];
  ledger: Ledger;
  /** Of all requests of the checks. */
  latency: DurationSummary | null;
  connection: ConnectionFacts | null;
  /** Null when nobody asked for it. */
  discovery: DiscoveryReport | null;
  durationMs: number;
}

export interface DiscoveryReport {
  facts: readonly Fact[];
  obstacle: string | null;
  /** What it was compared with; null when with nothing. */
  comparison: { baseline: Baseline; changes: readonly Change[]; comparedCount: number } | null;
}

export type CheckCounts = Record<CheckStatus, number>;

export function countResults(results: readonly CheckResult[]): CheckCounts {
  const counts: CheckCounts = { holds: 0, differs: 0, unanswered: 0, "not-judged": 0 };
  for (const { status } of results) counts[status]++;
  return counts;
}

/** 4 where an answer is missing, 1 where something differs from the interface or from the baseline, else 0. */
export function exitCodeOf({ results, stopReason, discovery }: SmokeReport): ExitCode {
  const counts = countResults(results);
  if (stopReason !== null || counts.unanswered > 0) return EXIT.incomplete;
  const changes = discovery?.comparison?.changes.length ?? 0;
  return counts.differs + changes > 0 ? EXIT.notAllCreated : EXIT.ok;
}
