import { xmlText } from "../../base/xml.ts";
import { sharedCommandText } from "../../terminal/shell-command.ts";
import { type CaseVerdict, caseText, JUNIT_START, suiteStart, type TestCase } from "../junit.ts";
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
  yield `${JUNIT_START}<testsuites>\n${runStart(report)}`;
  for await (const batch of report.rows()) {
    yield batch.map((row) => caseText(rowCase(row, report))).join("");
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

function runStart({ run, summary, groups }: RenderedReport): string {
  const { id, input: name, rowsRead, target, startedAt, endedAt } = run;
  const counts = { failure: 0, error: 0, skipped: 0, passed: 0 };
  for (const { state, count } of groups()) counts[verdictOf({ state }, run.isCheck === true)] += count;
  const durationMs = endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  return suiteStart(
    { id: "0", package: "leadctl", name, counts, durationMs, startedAt },
    {
      run: id,
      rowsRead,
      baseUrl: target?.baseUrl ?? null,
      partner: target?.partner ?? null,
      ...Object.fromEntries(Object.entries(summary).map(([status, count]) => [`summary.${status}`, count])),
    },
  );
}

function rowCase(row: RenderedRow, { run }: RenderedReport): TestCase {
  const { status } = row.state;
  const verdict = verdictOf(row, run.isCheck === true);
  const message = rowText(row) || status;
  return {
    classname: run.input,
    name: `row ${row.row}`,
    durationMs: row.last?.durationMs ?? 0,
    verdict,
    message,
    ...(verdict !== "skipped" && { type: status, text: bodyText(row, message) }),
  };
}

function verdictOf(
  { state: { status, dismissed } }: Pick<RenderedRow, "state">,
  isCheck: boolean,
): CaseVerdict {
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
