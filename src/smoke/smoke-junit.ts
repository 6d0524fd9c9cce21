import { xmlAttributes, xmlText } from "../base/xml.ts";
import { exchangeLines, type Scrub } from "./exchange-text.ts";
import type { CheckResult } from "./run-checks.ts";
import type { DiscoveryReport, SmokeReport } from "./smoke-report.ts";

const BODY_MAX = 4_096;

interface TestCase {
  suite: string;
  name: string;
  timeMs: number;
  outcome: { kind: "failure" | "error" | "skipped"; message: string; text: string } | null;
}

/** JUnit XML: a suite a group. What differs is a failure, what had no answer an error, what was left out skipped. */
export function smokeJunit(report: SmokeReport, scrub: Scrub): string {
  const cases = [
    ...report.results.map((result) => checkCase(result, scrub)),
    ...baselineCases(report.discovery),
  ];
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) =>
    suiteLines(
      suite,
      cases.filter((testCase) => testCase.suite === suite),
    ),
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: "leadctl smoke", ...totals(cases), time: seconds(report.durationMs) })}>`,
    ...suites.flat(),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function checkCase(result: CheckResult, scrub: Scrub): TestCase {
  const { check, group, status, differences, exchanges, note, durationsMs } = result;
  const timeMs = durationsMs.reduce((sum, ms) => sum + ms, 0);
  const testCase = { suite: group.id, name: `${check.id}: ${check.title}`, timeMs };
  if (status === "holds") return { ...testCase, outcome: null };
  if (status === "not-judged") {
    return { ...testCase, outcome: { kind: "skipped", message: note ?? "not judged", text: "" } };
  }
  const sentences = differences.map(scrub);
  const text = [
    `Interface, section ${check.section}`,
    ...sentences,
    ...exchanges.flatMap((exchange) => ["", ...exchangeLines(exchange, scrub, BODY_MAX)]),
  ].join("\n");
  const kind = status === "differs" ? "failure" : "error";
  return { ...testCase, outcome: { kind, message: sentences.join(" "), text } };
}

function baselineCases(discovery: DiscoveryReport | null): TestCase[] {
  const { comparison } = discovery ?? {};
  if (!discovery || !comparison) return [];
  const changes = new Map(comparison.changes.map((change) => [change.id, change]));
  return discovery.facts.map(({ id, question, observed }) => {
    const change = changes.get(id);
    const message = change ? `was: ${change.before}; now: ${change.now}` : "not asked";
    const kind = change ? "failure" : "skipped";
    const outcome = change || observed === null ? ({ kind, message, text: "" } as const) : null;
    return { suite: "baseline", name: `${id}: ${question}`, timeMs: 0, outcome };
  });
}

function suiteLines(suite: string, cases: readonly TestCase[]): string[] {
  const timeMs = cases.reduce((sum, testCase) => sum + testCase.timeMs, 0);
  return [
    `  <testsuite${xmlAttributes({ name: suite, ...totals(cases), time: seconds(timeMs) })}>`,
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
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
