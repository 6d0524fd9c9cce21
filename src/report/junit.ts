import { xmlAttributes, xmlText } from "../base/xml.ts";

/** What a test runner makes of a case. */
export type CaseVerdict = "passed" | "failure" | "error" | "skipped";

export type CaseCounts = Readonly<Record<CaseVerdict, number>>;

/** One case of a suite. */
export interface TestCase {
  classname: string;
  name: string;
  durationMs: number;
  verdict: CaseVerdict;
  /** Kind of failure, error or skip; absent where it passed. */
  type?: string;
  message: string;
  /** All there is to say, in lines, for runners that show no message. */
  text?: string;
  /** Text that a runner shows whatever the verdict. */
  output?: string;
}

export const JUNIT_START = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What the attributes of a suite say, in their order. */
export interface Suite {
  id?: string;
  package?: string;
  name: string;
  counts: CaseCounts;
  durationMs: number;
  startedAt: string;
}

/**
 * The start of a suite.
 *
 * @param facts What is known of it; null: not known.
 */
export function suiteStart(
  { counts, durationMs, startedAt, ...named }: Suite,
  facts: Readonly<Record<string, string | number | null>>,
): string {
  const attributes = {
    ...named,
    hostname: "localhost",
    // Without a zone, as the schema wants it; it is UTC.
    timestamp: startedAt.slice(0, "2026-01-02T03:04:05".length),
    ...countAttributes(counts, durationMs),
  };
  const properties = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [`      <property${xmlAttributes({ name: `leadctl.${name}`, value })}/>\n`],
  );
  return `  <testsuite${xmlAttributes(attributes)}>\n    <properties>\n${properties.join("")}    </properties>\n`;
}

/** Numbers of cases, and how long they took together. */
export function countAttributes({ passed, failure, error, skipped }: CaseCounts, durationMs: number) {
  const tests = passed + failure + error + skipped;
  return { tests, failures: failure, errors: error, skipped, time: secondsText(durationMs) };
}

export function caseText({ classname, name, durationMs, verdict, ...said }: TestCase): string {
  const { type, message, text = "", output = "" } = said;
  const start = `    <testcase${xmlAttributes({ classname, name, time: secondsText(durationMs) })}`;
  const element = `<${verdict}${xmlAttributes({ ...(type !== undefined && { type }), message })}`;
  const outcome = text === "" ? `${element}/>` : `${element}>${xmlText(text)}</${verdict}>`;
  const beside = output === "" ? "" : `<system-out>${xmlText(output)}</system-out>`;
  const inside = (verdict === "passed" ? "" : outcome) + beside;
  return inside === "" ? `${start}/>\n` : `${start}>${inside}</testcase>\n`;
}

/** As times are written: whole seconds, and three digits more. */
function secondsText(durationMs: number): string {
  return (Math.max(0, durationMs) / 1_000).toFixed(3);
}
