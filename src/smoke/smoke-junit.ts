import { xmlAttributes, xmlText } from "../base/xml.ts";
import { exchangeLines } from "./smoke-report.ts";
import type { CheckDocument, SmokeDocument } from "./smoke-schema.ts";

const BODY_MAX = 4_096;

interface TestCase {
  suite: string;
  name: string;
  timeMs: number;
  /** The statuses after which its requests were sent again. */
  retries: readonly number[];
  outcome: { kind: "failure" | "error" | "skipped"; message: string; text: string } | null;
}

/**
 * JUnit XML: a suite a group. What differs is a failure; what was not judged, though it was asked for, an error; what
 * was left out is skipped. A report that is no pass never looks like one.
 */
export function smokeJunit(document: SmokeDocument): string {
  const cases = [...runCases(document), ...document.checks.map(checkCase), ...discoveryCases(document)];
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  const time = seconds(document.smoke.durationMs);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name: "leadctl smoke", ...totals(cases), time })}>`,
    ...suites.flatMap((name) =>
      suiteLines(
        name,
        document,
        cases.filter(({ suite }) => suite === name),
      ),
    ),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function testCase(
  suite: string,
  name: string,
  kind: "failure" | "error" | "skipped" | null,
  message: string,
  text = "",
): TestCase {
  return { suite, name, timeMs: 0, retries: [], outcome: kind && { kind, message, text } };
}

/** Why the run as a whole is not to be relied on. */
function runCases({ error, smoke: { stopReason } }: SmokeDocument): TestCase[] {
  const message = error?.message ?? stopReason;
  if (message === null) return [];
  const text = error ? `${message}\n${error.hint}` : message;
  return [testCase("run", "run: it went to its end", "error", message, text)];
}

const KINDS = {
  passed: null,
  differs: "failure",
  unneeded: "failure",
  unanswered: "error",
  "not-judged": "error",
  accepted: "skipped",
  "left-out": "skipped",
} as const;

function checkCase(check: CheckDocument): TestCase {
  const { id, group, title, section, status, differences, exchanges, note, durationMs, retries, curl } =
    check;
  const sentences = differences.join(" ");
  const isShown = sentences !== "" && KINDS[status] !== "skipped";
  const lines = [
    ...(section === "" ? [] : [`Interface, section ${section}`]),
    ...differences,
    ...exchanges.flatMap((exchange) => ["", ...exchangeLines(exchange, BODY_MAX)]),
    ...(curl === null ? [] : ["", curl]),
  ];
  const message =
    status === "accepted" ? `accepted: ${note}. ${sentences}` : isShown ? sentences : (note ?? "");
  const text = isShown ? lines.join("\n") : "";
  const found = testCase(group, `${id}: ${title}`, KINDS[status], message, text);
  return { ...found, timeMs: durationMs, retries };
}

/** Without a baseline nothing is judged but whether there are answers. */
function discoveryCases({ discovery }: SmokeDocument): TestCase[] {
  if (!discovery) return [];
  const { baseline, compared, facts, obstacle } = discovery;
  const suite = baseline ? "baseline" : "discovery";
  if (obstacle !== null) return [testCase(suite, "asked: what the interface leaves open", "error", obstacle)];
  const cases = facts.map(({ id, question, observed, note, asked, before }): TestCase => {
    const name = `${id}: ${question}`;
    if (observed === null) return testCase(suite, name, asked ? "error" : "skipped", note ?? "");
    if (before === null) return testCase(suite, name, "skipped", "the baseline does not have it");
    const isChanged = before !== observed;
    return testCase(suite, name, isChanged ? "failure" : null, `was: ${before}; now: ${observed}`);
  });
  if (!baseline) return cases.filter(({ outcome }) => outcome?.kind === "error");
  const nothing = testCase(suite, "compared: with the baseline", "error", "Nothing could be compared.");
  return compared === 0 ? [nothing, ...cases] : cases;
}

function suiteLines(name: string, document: SmokeDocument, cases: readonly TestCase[]): string[] {
  const { verdict, exitCode, summary, smoke } = document;
  const { baseUrl, host, environment, partner, startedAt, leadctl: version, node } = smoke;
  const facts = { baseUrl, host, environment, partner, startedAt, node, version, verdict, exitCode };
  const attributes = {
    name,
    ...totals(cases),
    time: seconds(cases.reduce((sum, { timeMs }) => sum + timeMs, 0)),
    // The schema wants no zone; it is UTC.
    timestamp: startedAt.slice(0, "2026-01-02T03:04:05".length),
    hostname: "localhost",
  };
  const properties = Object.entries({ ...facts, retries: summary.retries }).flatMap(([key, value]) =>
    value === null ? [] : [`      <property${xmlAttributes({ name: `leadctl.${key}`, value })}/>`],
  );
  return [
    `  <testsuite${xmlAttributes(attributes)}>`,
    "    <properties>",
    ...properties,
    "    </properties>",
    ...cases.flatMap(caseLines),
    "  </testsuite>",
  ];
}

function caseLines({ suite, name, timeMs, retries, outcome }: TestCase): string[] {
  const start = `    <testcase${xmlAttributes({ classname: `smoke.${suite}`, name, time: seconds(timeMs) })}`;
  const inside: string[] = [];
  if (outcome) {
    const { kind, message, text } = outcome;
    const element = `<${kind}${xmlAttributes({ message })}`;
    inside.push(text === "" ? `${element}/>` : `${element}>${xmlText(text)}</${kind}>`);
  }
  if (retries.length > 0) inside.push(`<system-out>Sent again after ${retries.join(", ")}</system-out>`);
  if (inside.length === 0) return [`${start}/>`];
  return [`${start}>`, ...inside.map((line) => `      ${line}`), "    </testcase>"];
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
