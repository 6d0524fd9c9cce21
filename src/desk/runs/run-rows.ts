import { redactTokens } from "../../base/redact.ts";
import { linkSecrets } from "../../lead/login-link.ts";
import { buildReport } from "../../report/model/build-report.ts";
import type { RunReport } from "../../report/model/report-model.ts";
import { RowLister } from "../../report/page/list-rows.ts";
import type { RowList } from "../../report/page/row-list.ts";
import { NO_CELLS } from "../../run/plan/kept-cells.ts";
import type { FoundRun } from "../../run/run.ts";
import type { RunRow } from "../../run/run-row.ts";
import { KeptRuns } from "./kept-runs.ts";

/** What stands for a link in the rows: that there is one. */
const LINK = "link";

/** The rows of a run, to look through, without links and cells. */
async function listRows(report: RunReport): Promise<RowList> {
  const lister = new RowLister(false);
  for await (const batch of report.rows()) for (const row of batch) lister.add(withoutLink(row));
  return lister.list();
}

/** A row in which nothing is its login link: what the service said of it may repeat it. */
function withoutLink(whole: RunRow): RunRow {
  const { loginUrl, error, issues } = whole;
  const row = { ...whole, cells: NO_CELLS, loginUrl: loginUrl === null ? null : LINK };
  if (loginUrl === null) return row;
  const hide = (text: string): string => redactTokens(text, [loginUrl, ...linkSecrets(loginUrl)]);
  return {
    ...row,
    error: error === null ? null : hide(error),
    issues: issues.map((issue) => ({ ...issue, message: hide(issue.message) })),
  };
}

/** A run that can be read, as it was when it was read. */
export interface ReadRun {
  found: FoundRun;
  report: RunReport;
  /** Read when they are asked for first: a run's head is there sooner. */
  rows(): Promise<RowList>;
}

/** One that is looked at, and one to compare it with. */
const KEPT_MAX = 2;

/** The runs that were looked at last, as they were read. */
export function lookedAtRuns(): KeptRuns<ReadRun> {
  return new KeptRuns(readRun, KEPT_MAX);
}

/** @throws CliError with exit code 2 when there is no run, 6 when its record is damaged. */
function readRun(found: FoundRun): ReadRun {
  if (!found.run) throw found.problem;
  const report = buildReport(found.run);
  let rows: Promise<RowList> | undefined;
  return { found, report, rows: () => (rows ??= listRows(report)) };
}
