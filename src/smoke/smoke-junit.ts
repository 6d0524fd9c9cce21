import { addTo } from "../base/growable.ts";
import { xmlAttributes, xmlText } from "../base/xml.ts";
import { exchangeLines } from "./smoke-report.ts";
import type { CheckDocument, SmokeDocument } from "./smoke-schema.ts";

const BODY_MAX = 4_096;

interface TestCase {
  suite: string;
  name: string;
  /** Null: passed. */
  kind: "failure" | "error" | "skipped" | null;
  message: string;
  text?: string;
  durationMs?: number;
  /** The statuses after which its requests were sent again. */
  retries?: readonly number[];
}

/**
 * JUnit XML: a suite a group. What differs is a failure; what was not judged, though it was asked for, an error; what
 * was left out is skipped. A report that is not a pass never looks like one.
 */
export function smokeJunit(document: SmokeDocument): string {
  const cases = [...runCases(document), ...document.checks.map(checkCase), ...discoveryCases(document)];
  const suites = new Map<string, TestCase[]>();
  for (const each of cases) addTo(suites, each.suite, each);
  const root = { name: "leadctl smoke", ...totals(cases), time: seconds(document.smoke.durationMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${xmlAttributes(root)}>
${[...suites].map(([name, own]) => suiteText(name, document, own)).join("")}</testsuites>
`;
}

/** Why the run as a whole is not to be relied on. */
function runCases({ error, smoke: { stopReason } }: SmokeDocument): TestCase[] {
  const message = error?.message ?? stopReason;
  if (message === null) return [];
  const text = error ? `${message}\n${error.hint}` : message;
  return [{ suite: "run", name: "run: it went to its end", kind: "error", message, text }];
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
  const { id, group: suite, title, section, status, differences, note, durationMs, retries, curl } = check;
  const kind = KINDS[status];
  const titled = { suite, name: `${id}: ${title}`, kind, durationMs, retries };
  const sentences = differences.join(" ");
  if (status === "accepted") return { ...titled, message: `accepted: ${note}. ${sentences}` };
  if (sentences === "" || kind === "skipped") return { ...titled, message: note ?? "" };
  const lines = [
    ...(section === "" ? [] : [`Interface, section ${section}`]),
    ...differences,
    ...check.exchanges.flatMap((exchange) => ["", ...exchangeLines(exchange, BODY_MAX)]),
    ...(curl === null ? [] : ["", curl]),
  ];
  return { ...titled, message: sentences, text: lines.join("\n") };
}

/** Without a baseline nothing is judged but whether there are answers. */
function discoveryCases({ discovery }: SmokeDocument): TestCase[] {
  if (!discovery) return [];
  const { baseline, compared, facts, obstacle } = discovery;
  const suite = baseline ? "baseline" : "discovery";
  if (obstacle !== null)
    return [{ suite, name: "asked: what the interface leaves open", kind: "error", message: obstacle }];
  const cases = facts.map(({ id, question, observed, note, asked, before }): TestCase => {
    const named = { suite, name: `${id}: ${question}` };
    if (observed === null) return { ...named, kind: asked ? "error" : "skipped", message: note ?? "" };
    if (before === null) return { ...named, kind: "skipped", message: "the baseline does not have it" };
    const kind = before === observed ? null : "failure";
    return { ...named, kind, message: `was: ${before}; now: ${observed}` };
  });
  if (!baseline) return cases.filter(({ kind }) => kind === "error");
  const message = "Nothing could be compared.";
  const nothing: TestCase = { suite, name: "compared: with the baseline", kind: "error", message };
  return compared === 0 ? [nothing, ...cases] : cases;
}

function suiteText(name: string, document: SmokeDocument, cases: readonly TestCase[]): string {
  const { verdict, exitCode, summary, smoke } = document;
  const { baseUrl, host, environment, partner, startedAt, leadctl: version, node } = smoke;
  const { retries } = summary;
  const facts = { baseUrl, host, environment, partner, startedAt, node, version, verdict, exitCode, retries };
  const attributes = {
    name,
    ...totals(cases),
    time: seconds(cases.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)),
    // The schema wants no zone; it is UTC.
    timestamp: startedAt.slice(0, "2026-01-02T03:04:05".length),
    hostname: "localhost",
  };
  const properties = Object.entries(facts).flatMap(([key, value]) =>
    value === null ? [] : [`      <property${xmlAttributes({ name: `leadctl.${key}`, value })}/>\n`],
  );
  return `  <testsuite${xmlAttributes(attributes)}>
    <properties>
${properties.join("")}    </properties>
${cases.map(caseText).join("")}  </testsuite>
`;
}

function caseText({ suite, name, kind, message, text = "", durationMs = 0, retries = [] }: TestCase): string {
  const start = `    <testcase${xmlAttributes({ classname: `smoke.${suite}`, name, time: seconds(durationMs) })}`;
  const element = `      <${kind}${xmlAttributes({ message })}`;
  const outcome = text === "" ? `${element}/>\n` : `${element}>${xmlText(text)}</${kind}>\n`;
  const again = `      <system-out>Sent again after ${retries.join(", ")}</system-out>\n`;
  const inside = (kind === null ? "" : outcome) + (retries.length === 0 ? "" : again);
  return inside === "" ? `${start}/>\n` : `${start}>\n${inside}    </testcase>\n`;
}

function totals(cases: readonly TestCase[]): Record<string, number> {
  const count = (wanted: TestCase["kind"]): number => cases.filter(({ kind }) => kind === wanted).length;
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
