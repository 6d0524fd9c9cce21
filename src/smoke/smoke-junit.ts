import { addTo } from "../base/growable.ts";
import { xmlAttributes } from "../base/xml.ts";
import {
  type CaseCounts,
  caseText,
  countAttributes,
  JUNIT_START,
  suiteStart,
  type TestCase,
} from "../report/junit.ts";
import { CHECK_STATUSES } from "./check.ts";
import { exchangeLines } from "./smoke-report.ts";
import type { CheckDocument, SmokeDocument } from "./smoke-schema.ts";

const BODY_MAX = 4_096;

type SmokeCase = Omit<TestCase, "classname" | "durationMs"> & { suite: string; durationMs?: number };

/**
 * JUnit XML: a suite for each group. A check that differs is a failure, one that was asked for and not judged is an error,
 * and one that was left out is skipped. A report that is not a pass never looks like one.
 */
export function smokeJunit(document: SmokeDocument): string {
  const cases = [...runCases(document), ...document.checks.map(checkCase), ...discoveryCases(document)];
  const suites = new Map<string, SmokeCase[]>();
  for (const each of cases) addTo(suites, each.suite, each);
  const counts = countAttributes(countsOf(cases), document.smoke.durationMs);
  const root = xmlAttributes({ name: "leadctl smoke", ...counts });
  const texts = [...suites].map(([name, own]) => suiteText(name, document, own));
  return `${JUNIT_START}<testsuites${root}>\n${texts.join("")}</testsuites>\n`;
}

/** Why the run as a whole is not to be relied on. */
function runCases({ error, smoke: { stopReason } }: SmokeDocument): SmokeCase[] {
  const message = error?.message ?? stopReason;
  if (message === null) return [];
  const text = error ? `${message}\n${error.hint}` : message;
  return [{ suite: "run", name: "run: it went to its end", verdict: "error", message, text }];
}

function checkCase(check: CheckDocument): SmokeCase {
  const { id, group: suite, title, section, status, differences, note, durationMs, retries, curl } = check;
  const verdict = CHECK_STATUSES[status].junit;
  const output = retries.length === 0 ? "" : `Sent again after ${retries.join(", ")}`;
  const titled = { suite, name: `${id}: ${title}`, verdict, durationMs, output };
  const sentences = differences.join(" ");
  if (status === "accepted") return { ...titled, message: `accepted: ${note}. ${sentences}` };
  if (sentences === "" || verdict === "skipped") return { ...titled, message: note ?? "" };
  const lines = [
    ...(section === "" ? [] : [`Interface, section ${section}`]),
    ...differences,
    ...check.exchanges.flatMap((exchange) => ["", ...exchangeLines(exchange, BODY_MAX)]),
    ...(curl === null ? [] : ["", curl]),
  ];
  return { ...titled, message: sentences, text: lines.join("\n") };
}

/** Without a baseline nothing is judged but whether there are answers. */
function discoveryCases({ discovery }: SmokeDocument): SmokeCase[] {
  if (!discovery) return [];
  const { baseline, compared, facts, obstacle } = discovery;
  const suite = baseline ? "baseline" : "discovery";
  const failed = (name: string, message: string): SmokeCase => ({ suite, name, verdict: "error", message });
  if (obstacle !== null) return [failed("asked: what the interface leaves open", obstacle)];
  const cases = facts.map(({ id, question, observed, note, asked, before }): SmokeCase => {
    const named = { suite, name: `${id}: ${question}` };
    if (observed === null) return { ...named, verdict: asked ? "error" : "skipped", message: note ?? "" };
    if (before === null) return { ...named, verdict: "skipped", message: "the baseline does not have it" };
    const verdict = before === observed ? "passed" : "failure";
    return { ...named, verdict, message: `was: ${before}; now: ${observed}` };
  });
  if (!baseline) return cases.filter(({ verdict }) => verdict === "error");
  return compared === 0
    ? [failed("compared: with the baseline", "Nothing could be compared."), ...cases]
    : cases;
}

function suiteText(
  name: string,
  { verdict, exitCode, summary: { retries }, smoke }: SmokeDocument,
  cases: readonly SmokeCase[],
): string {
  const { baseUrl, host, environment, partner, startedAt, leadctl: version, node } = smoke;
  const facts = { baseUrl, host, environment, partner, startedAt, node, version, verdict, exitCode, retries };
  const durationMs = cases.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const texts = cases.map(({ suite, durationMs = 0, ...each }) =>
    caseText({ ...each, classname: `smoke.${suite}`, durationMs }),
  );
  const suite = { name, counts: countsOf(cases), durationMs, startedAt };
  return `${suiteStart(suite, facts)}${texts.join("")}  </testsuite>\n`;
}

function countsOf(cases: readonly SmokeCase[]): CaseCounts {
  const counts = { passed: 0, failure: 0, error: 0, skipped: 0 };
  for (const { verdict } of cases) counts[verdict] += 1;
  return counts;
}
