import type { ResolvedRecord } from "../../run/journal/journal-record.ts";
import type { RunRow } from "../../run/run-row.ts";
import { rowsText } from "../../settings/selection.ts";
import { jsonText, schemaHead } from "../../terminal/safe-text.ts";
import { stopReason } from "../model/headline.ts";
import type { RunReport } from "../model/report-model.ts";
import type { ReportLead, ReportRun } from "../model/report-schemas.ts";
import { type RowsReport, renderRows } from "./render-csv.ts";

/** `report.json`: the run, its totals, and every lead in input order, one a line. It holds login links. */
export function renderJson(report: RunReport): AsyncGenerator<string> {
  return renderRows(report, jsonReport(report));
}

export function jsonReport(report: RunReport): RowsReport {
  let separator = "\n";
  return {
    start: `{${jsonText(schemaHead("report-json")).slice(1, -1)},"run":${jsonText(runOf(report))},\n"summary":${jsonText(report.summary)},\n"leads":[`,
    rows: (batch) => {
      // As one text it takes half the time. Nothing else in it begins as a lead does: quotes in texts are escaped.
      const leads = jsonText(batch.map(leadOf)).slice(1, -1);
      const text = separator + leads.replaceAll('},{"row":', '},\n{"row":');
      separator = ",\n";
      return text;
    },
    end: "\n]}\n",
  };
}

function runOf({ run }: RunReport): ReportRun {
  const { id, dir, complete, rowsRead, input, target, startedAt, endedAt, shards, filter } = run;
  return {
    id,
    dir,
    complete,
    rowsRead,
    input,
    baseUrl: target?.baseUrl ?? null,
    partner: target?.partner ?? null,
    startedAt,
    endedAt,
    stopReason: stopReason(run),
    ...(shards && { shards: [...shards] }),
    ...(filter && {
      filter: {
        ...(filter.statuses && { statuses: [...filter.statuses] }),
        ...(filter.rows && { rows: rowsText(filter.rows) }),
      },
    }),
  };
}

/** Without a rest of what is taken apart, which costs as much as all else here. */
function leadOf(row: RunRow): ReportLead {
  const { state, applicant, last } = row;
  return {
    row: row.row,
    status: state.status,
    affiliateId: applicant.affiliateId,
    email: applicant.email,
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    quoteId: row.quoteId,
    loginUrl: row.loginUrl,
    httpStatus: last?.httpStatus ?? null,
    attempts: row.attempts,
    issues: row.issues,
    error: row.error,
    maybeCreated: state.maybeCreated,
    dismissed: state.dismissed === true,
    resolved: resolvedOf(row.said),
  };
}

/** What a person said of it. */
function resolvedOf(said: ResolvedRecord | undefined): ReportLead["resolved"] {
  if (!said?.word) return null;
  const { word, quoteId, loginUrl, note, at, by } = said;
  return { word, quoteId: quoteId ?? null, loginUrl: loginUrl ?? null, note: note ?? null, at, by };
}
