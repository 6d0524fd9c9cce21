import { type DurationSummary, summarizeDurations } from "../base/percentile.ts";
import { exchangeDocument, rounded, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import { countResults, type SmokeReport } from "./smoke-report.ts";

const BODY_MAX = 16_384;

/** The one document of `--json`. */
export function smokeDocument(report: SmokeReport, scrub: Scrub): unknown {
  const { holds, differs, unanswered, "not-judged": notJudged } = countResults(report.results);
  return {
    smoke: {
      baseUrl: report.baseUrl,
      partner: report.partner,
      complete: report.stopReason === null,
      stopReason: report.stopReason,
      rounds: report.roundsDone,
      durationMs: rounded(report.durationMs),
    },
    summary: { total: report.results.length, holds, differs, unanswered, notJudged },
    checks: report.results.map((result) => checkDocument(result, scrub)),
    created: report.ledger.created,
    maybeCreated: report.ledger.maybeCreated,
    latencyMs: latencyDocument(report.latency),
    connection: report.connection,
    discovery: report.discovery && {
      obstacle: report.discovery.obstacle,
      facts: report.discovery.facts,
      compared: report.discovery.comparison?.comparedCount ?? null,
      changes: report.discovery.comparison?.changes ?? null,
    },
  };
}

function checkDocument(result: CheckResult, scrub: Scrub): unknown {
  const { check, group, status, note, differences, exchanges, judgedCount, differingCount } = result;
  return {
    id: check.id,
    group: group.id,
    section: check.section,
    title: check.title,
    status,
    note,
    differences: differences.map(scrub),
    rounds: { judged: judgedCount, differing: differingCount },
    latencyMs: latencyDocument(summarizeDurations(result.durationsMs)),
    exchanges: exchanges.map((exchange) => exchangeDocument(exchange, scrub, BODY_MAX)),
  };
}

function latencyDocument(latency: DurationSummary | null): DurationSummary | null {
  if (!latency) return null;
  const { count, p50, p95, p99, max } = latency;
  return { count, p50: rounded(p50), p95: rounded(p95), p99: rounded(p99), max: rounded(max) };
}
