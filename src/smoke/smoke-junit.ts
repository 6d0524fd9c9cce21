import type { ExitCode } from "../base/exit-codes.ts";
import { xmlAttributes, xmlText } from "../base/xml.ts";
import { type CurlOptions, curlText } from "./curl-text.ts";
import { UNANSWERED } from "./discovery/open-point.ts";
import { exchangeLines, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import { reportFacts } from "./smoke-json.ts";
import { exitCodeOf, type SmokeReport, verdictOf } from "./smoke-report.ts";

const BODY_MAX = 4_096;

interface TestCase {
  suite: string;
  name: string;
  timeMs: number;
  outcome: { kind: "failure" | "error" | "skipped"; message: string; text: string } | null;
}

/**
 * JUnit XML: a suite a group. What differs is a failure; what was not judged, though it was asked for, an error; what
 * was left out is skipped. A report that is no pass never looks like one.
 *
 * @param exitCode Of the command, where it is another than the report's.
 */
export function smokeJunit(
  report: SmokeReport,
  scrub: Scrub,
  curl: CurlOptions | null,
  exitCode: ExitCode = exitCodeOf(report),
): string {
  const cases = [
    ...runCases(report, scrub),
    ...report.results.map((result) => checkCase(result, scrub, curl)),
    ...discoveryCases(report, scrub),
  ];
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  const { leadctl: version, ...facts } = reportFacts(report);
  const properties = propertyLines({ ...facts, version, verdict: verdictOf(exitCode), exitCode });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: "leadctl smoke", ...totals(cases), time: seconds(report.durationMs) })}>`,
    ...suites.flatMap((suite) =>
      suiteLines(
        suite,
        report,
        cases.filter((testCase) => testCase.suite === suite),
        properties,
      ),
    ),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Why the run as a whole is not to be relied on. */
function runCases({ failure, stopReason }: SmokeReport, scrub: Scrub): TestCase[] {
  if (failure === null && stopReason === null) return [];
  const message = scrub(failure?.message ?? stopReason ?? "");
  const text = failure ? `${message}\n${scrub(failure.hint)}` : message;
  return [
    { suite: "run", name: "run: it went to its end", timeMs: 0, outcome: { kind: "error", message, text } },
  ];
}

const KINDS = {
  differs: "failure",
  unneeded: "failure",
  unanswered: "error",
  "not-judged": "error",
  accepted: "skipped",
  "left-out": "skipped",
} as const;

function checkCase(result: CheckResult, scrub: Scrub, curl: CurlOptions | null): TestCase {
  const { check, group, status, differences, exchanges, note, durationsMs } = result;
  const timeMs = durationsMs.reduce((sum, ms) => sum + ms, 0);
  const testCase = { suite: group.id, name: `${check.id}: ${check.title}`, timeMs };
  if (status === "passed") return { ...testCase, outcome: null };
  const kind = KINDS[status];
  const sentences = differences.map(scrub);
  if (sentences.length === 0 || kind === "skipped") {
    const message =
      status === "accepted" ? `accepted: ${note}. ${sentences.join(" ")}` : (note ?? "not judged");
    return { ...testCase, outcome: { kind, message, text: "" } };
  }
  const [first] = exchanges;
  const text = [
    `Interface, section ${check.section}`,
    ...sentences,
    ...exchanges.flatMap((exchange) => ["", ...exchangeLines(exchange, scrub, BODY_MAX)]),
    ...(first && curl ? ["", scrub(curlText(first, curl))] : []),
  ].join("\n");
  return { ...testCase, outcome: { kind, message: sentences.join(" "), text } };
}

/** Without a baseline nothing is judged but whether there are answers. */
function discoveryCases({ discovery }: SmokeReport, scrub: Scrub): TestCase[] {
  if (!discovery) return [];
  const { comparison, facts, obstacle } = discovery;
  const suite = comparison ? "baseline" : "discovery";
  const error = (message: string, name: string): TestCase => ({
    suite,
    name,
    timeMs: 0,
    outcome: { kind: "error", message, text: "" },
  });
  if (obstacle !== null) return [error(obstacle, "asked: what the interface leaves open")];
  const before = new Set(comparison?.baseline.facts.map(({ id }) => id));
  const changes = new Map(comparison?.changes.map((change) => [change.id, change]));
  const cases = facts.map(({ id, question, observed, note }): TestCase => {
    const name = `${id}: ${question}`;
    const change = changes.get(id);
    if (note === UNANSWERED) return error(note, name);
    if (change) {
      const message = scrub(`was: ${change.before}; now: ${change.now}`);
      return { suite, name, timeMs: 0, outcome: { kind: "failure", message, text: "" } };
    }
    const message = observed === null ? (note ?? "not asked") : "the baseline does not have it";
    const isCompared = observed !== null && before.has(id);
    return { suite, name, timeMs: 0, outcome: isCompared ? null : { kind: "skipped", message, text: "" } };
  });
  if (!comparison) return cases.filter(({ outcome }) => outcome?.kind === "error");
  const isNothing = comparison.comparedCount === 0;
  return isNothing ? [error("Nothing could be compared.", "compared: with the baseline"), ...cases] : cases;
}

function suiteLines(
  suite: string,
  { startedAt }: SmokeReport,
  cases: readonly TestCase[],
  properties: readonly string[],
): string[] {
  const timeMs = cases.reduce((sum, testCase) => sum + testCase.timeMs, 0);
  const attributes = {
    name: suite,
    ...totals(cases),
    time: seconds(timeMs),
    // The schema wants no zone; it is UTC.
    timestamp: startedAt.toISOString().slice(0, "2026-01-02T03:04:05".length),
    hostname: "localhost",
  };
  return [
    `  <testsuite${xmlAttributes(attributes)}>`,
    ...properties,
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
}

function propertyLines(facts: Readonly<Record<string, string | number | null>>): string[] {
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [`      <property${xmlAttributes({ name: `leadctl.${name}`, value })}/>`],
  );
  return ["    <properties>", ...lines, "    </properties>"];
}

function caseLines({ suite, name, timeMs, outcome }: TestCase): string[] {
  const attributes = { classname: `smoke.${suite}`, name, time: seconds(timeMs) };
  const start = `    <testcase${xmlAttributes(attributes)}`;
  if (!outcome) return [`${start}/>`];
  const { kind, message, text } = outcome;
  const inside = `<${kind}${xmlAttributes({ message })}`;
  return [
    `${start}>`,
    text === "" ? `      ${inside}/>` : `      ${inside}>${xmlText(text)}</${kind}>`,
    "    </testcase>",
  ];
}

function totals(cases: readonly TestCase[]): Record<string, number> {
  const count = (kind: string): number => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
