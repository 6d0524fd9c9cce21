import { rangesText } from "./filter-story.ts";
import type { ReportLead, ReportRun } from "./report-schema.ts";
import { type RowsReport, renderRows } from "./rows-report.ts";
import type { RunStory, StoryFilter, StoryRow } from "./story.ts";

/** `report.json`: the run, its totals, and every lead in input order, one a line. It holds login links. */
export function renderJson(story: RunStory): AsyncGenerator<string> {
  return renderRows(story, jsonReport(story));
}

export function jsonReport(story: RunStory): RowsReport {
  let separator = "\n";
  return {
    begin: () =>
      `{"run":${JSON.stringify(runOf(story))},\n"summary":${JSON.stringify(story.summary)},\n"leads":[`,
    rows: (batch) => {
      const text = separator + batch.map((row) => JSON.stringify(leadOf(row))).join(",\n");
      separator = ",\n";
      return text;
    },
    end: () => "\n]}\n",
  };
}

function runOf({ run }: RunStory): ReportRun {
  return {
    id: run.id,
    dir: run.dir,
    complete: run.complete,
    rowsRead: run.rowsRead,
    input: run.input,
    baseUrl: run.target?.baseUrl ?? null,
    partner: run.target?.partner ?? null,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    stopReason: run.stopReason,
    ...(run.shards && { shards: [...run.shards] }),
    ...(run.filter && { filter: filterOf(run.filter) }),
  };
}

function filterOf({ statuses, rows }: StoryFilter) {
  return { ...(statuses && { statuses: [...statuses] }), ...(rows && { rows: rangesText(rows) }) };
}

function leadOf(row: StoryRow): ReportLead {
  return {
    row: row.row,
    status: row.status,
    affiliateId: row.affiliateId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    quoteId: row.quoteId,
    loginUrl: row.loginUrl,
    httpStatus: row.httpStatus,
    attempts: row.attempts,
    issues: row.issues,
    error: row.error,
    maybeCreated: row.maybeCreated,
  };
}
