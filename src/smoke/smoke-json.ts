import type { ExitCode } from "../base/exit-codes.ts";
import { programVersion } from "../base/installation.ts";
import { type DurationSummary, summarizeDurations } from "../base/percentile.ts";
import { causesOf } from "./causes.ts";
import { type CurlOptions, curlText } from "./curl-text.ts";
import { exchangeDocument, rounded, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import { changeCount, countResults, exitCodeOf, type SmokeReport, verdictOf } from "./smoke-report.ts";
import type { SmokeDocument } from "./smoke-schema.ts";

/** Raised when a field changes its meaning or goes; new fields do not count. */
const DOCUMENT_VERSION = 1;
const BODY_MAX = 16_384;

/**
 * The one document of `--json`, without secrets.
 *
 * @param curl What a request is repeated with; null where nothing was sent.
 * @param exitCode Of the command, where it is another than the report's.
 */
export function smokeDocument(
  report: SmokeReport,
  scrub: Scrub,
  curl: CurlOptions | null,
  exitCode: ExitCode = exitCodeOf(report),
): SmokeDocument {
  const counts = countResults(report.results);
  const { surely: planned, ...quota } = report.quota;
  const { created, maybeCreated, leadsSent } = report.ledger;
  const facts = reportFacts(report);
  return {
    version: DOCUMENT_VERSION,
    verdict: verdictOf(exitCode),
    exitCode,
    error: report.failure && withoutExitCode(report.failure, scrub),
    smoke: {
      ...facts,
      durationMs: rounded(report.durationMs),
      complete: report.failure === null && report.stopReason === null,
      stopReason: report.stopReason,
      rounds: report.roundsDone,
    },
    summary: {
      total: report.results.length,
      passed: counts.passed,
      differs: counts.differs,
      accepted: counts.accepted,
      unneeded: counts.unneeded,
      unanswered: counts.unanswered,
      notJudged: counts["not-judged"],
      leftOut: counts["left-out"],
      changed: changeCount(report),
    },
    causes: causesOf(report.results).map(({ differences, checks }) => ({
      differences: differences.map(scrub),
      checks: [...checks],
    })),
    checks: report.results.map((result) => checkDocument(result, scrub, curl)),
    creates: { planned, ...quota, leadsSent },
    created: created.map((quote) => ({ ...quote })),
    maybeCreated: maybeCreated.map((lead) => ({ ...lead })),
    latencyMs: latencyDocument(report.latency),
    connection: connectionDocument(report.connection),
    discovery: discoveryDocument(report.discovery),
  };
}

/** Which run of which program at which environment it was: for every surface. */
export function reportFacts({ baseUrl, environment, partner, startedAt }: SmokeReport) {
  return {
    baseUrl,
    host: baseUrl === null ? null : new URL(baseUrl).host,
    environment,
    partner,
    startedAt: startedAt.toISOString(),
    leadctl: programVersion(),
    node: process.versions.node,
  };
}

function withoutExitCode({ code, message, hint }: NonNullable<SmokeReport["failure"]>, scrub: Scrub) {
  return { code, message: scrub(message), hint: scrub(hint) };
}

function checkDocument(
  result: CheckResult,
  scrub: Scrub,
  curl: CurlOptions | null,
): SmokeDocument["checks"][number] {
  const { check, group, status, note, differences, exchanges, judgedCount, differingCount } = result;
  const [first] = exchanges;
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
    curl: first && curl ? scrub(curlText(first, curl)) : null,
  };
}

function latencyDocument(latency: DurationSummary | null): SmokeDocument["latencyMs"] {
  if (!latency) return null;
  const { count, p50, p95, p99, max } = latency;
  return { count, p50: rounded(p50), p95: rounded(p95), p99: rounded(p99), max: rounded(max) };
}

function connectionDocument(connection: SmokeReport["connection"]): SmokeDocument["connection"] {
  if (!connection) return null;
  const { tls, ...facts } = connection;
  if (!tls) return { ...facts, tls: null };
  const { validTo, ...texts } = tls;
  return { ...facts, tls: { ...texts, validTo: validTo?.toISOString() ?? null } };
}

function discoveryDocument(discovery: SmokeReport["discovery"]): SmokeDocument["discovery"] {
  if (!discovery) return null;
  const { obstacle, isComplete, facts, comparison } = discovery;
  return {
    obstacle,
    complete: isComplete,
    facts: facts.map((fact) => ({ ...fact })),
    compared: comparison?.comparedCount ?? null,
    changes: comparison ? comparison.changes.map((change) => ({ ...change })) : null,
  };
}
