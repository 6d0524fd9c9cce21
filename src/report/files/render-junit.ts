import { xmlAttributes, xmlText } from "../../base/xml.ts";
import { STATUSES } from "../../outcome/status.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import type { RenderedReport, RenderedRow } from "../model/report-model.ts";
import { rowText } from "../model/row-text.ts";
import { STATUS_LOOKS } from "../text/status-mark.ts";

/**
 * The run as a test suite, a row a case, for CI: valid against the schemas of Ant's JUnit task and of Jenkins.
 * Rows that are ready in a check count as passed.
 *
 * @param isWhole Whether it holds all that is known; else it says how to get that.
 */
export async function* renderJunit(report: RenderedReport, isWhole: boolean): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suiteStart(report)}\n`;
  for await (const batch of report.rows()) {
    yield batch.map((row) => caseText(row, report)).join("");
  }
  const more =
    isWhole || report.run.isCheck ? "" : `With the service's own words: ${revealingCommand(report)}`;
  yield `    <system-out>${xmlText(more)}</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n`;
}

function revealingCommand({ run }: RenderedReport): string {
  const folders = run.shards ?? [{ dir: run.dir ?? run.id }];
  const words = folders.map(({ dir }) => ({ folder: dir }));
  return sharedCommandText(["report", ...words, "--format", "junit", "--reveal"]);
}

function suiteStart(report: RenderedReport): string {
  const { run, summary } = report;
  const counts = { failure: 0, error: 0, skipped: 0, passed: 0 };
  for (const status of STATUSES) {
    const { verdict } = STATUS_LOOKS[status];
    const isReady = run.isCheck && verdict === "skipped";
    counts[isReady ? "passed" : verdict] += summary[status];
  }
  // Only what was refused can be taken out.
  counts.failure -= summary.dismissed;
  counts.skipped += summary.dismissed;
  const durationMs = run.endedAt === null ? 0 : Date.parse(run.endedAt) - Date.parse(run.startedAt);
  const attributes = {
    id: "0",
    package: "leadctl",
    name: run.input,
    hostname: "localhost",
    // The schema wants no zone; it is UTC.
    timestamp: run.startedAt.slice(0, "2026-01-02T03:04:05".length),
    tests: summary.total,
    failures: counts.failure,
    errors: counts.error,
    skipped: counts.skipped,
    time: seconds(durationMs),
  };
  const properties = {
    "leadctl.run": run.id,
    "leadctl.rowsRead": run.rowsRead,
    ...(run.target && { "leadctl.baseUrl": run.target.baseUrl, "leadctl.partner": run.target.partner }),
    ...Object.fromEntries(
      Object.entries(summary).map(([status, count]) => [`leadctl.summary.${status}`, count]),
    ),
  };
  const lines = Object.entries(properties).map(
    ([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`,
  );
  return `  <testsuite${xmlAttributes(attributes)}>\n    <properties>\n${lines.join("")}    </properties>`;
}

function caseText(row: RenderedRow, { run }: RenderedReport): string {
  const attributes = {
    classname: run.input,
    name: `row ${row.row}`,
    time: seconds(row.last?.durationMs ?? 0),
  };
  const start = `    <testcase${xmlAttributes(attributes)}`;
  const verdict = verdictOf(row, run.isCheck === true);
  if (verdict === "passed") return `${start}/>\n`;
  const text = rowText(row) || row.state.status;
  if (verdict === "skipped") return `${start}><skipped${xmlAttributes({ message: text })}/></testcase>\n`;
  const details = xmlAttributes({ type: row.state.status, message: text });
  return `${start}><${verdict}${details}>${xmlText(bodyText(row, text))}</${verdict}></testcase>\n`;
}

function verdictOf({ state: { status, dismissed } }: RenderedRow, isCheck: boolean) {
  if (dismissed) return "skipped";
  return isCheck && status === "pending" ? "passed" : STATUS_LOOKS[status].verdict;
}

/** A line for each thing that is wrong, for runners that show the body only. */
function bodyText(row: RenderedRow, text: string): string {
  const facts = [`Row ${row.row} is ${row.state.status}.`, text];
  for (const { code, path } of row.issues) facts.push(`Issue: ${[code, path.join(".")].join(" ").trim()}`);
  const { httpStatus = null } = row.last ?? {};
  if (httpStatus !== null) facts.push(`Last answer: ${httpStatus}. Attempts: ${row.attempts}.`);
  return facts.join("\n");
}

function seconds(durationMs: number): string {
  return (Math.max(0, durationMs) / 1_000).toFixed(3);
}
