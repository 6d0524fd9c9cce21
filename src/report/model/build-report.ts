import { basename } from "node:path";
import { BitSet } from "../../base/growable.ts";
import { isDoubtfulLead } from "../../lead/validate.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { countRow, emptySummary } from "../../outcome/status.ts";
import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import { decodeRow, type PlannedRow } from "../../run/plan/plan-record.ts";
import type { Plan } from "../../run/plan/read-plan.ts";
import type { Run } from "../../run/run.ts";
import { type RunRow, runRow } from "../../run/run-row.ts";
import { isInRanges } from "../../settings/selection.ts";
import type { ReportFilter, RowFilter, RowOutcome, RunReport } from "./report-model.ts";

/** Folds a run's plan and journal into what the reports tell. */
export function buildReport(run: Run): RunReport {
  const { id, dir, record, plan, state, end } = run;
  return {
    run: {
      id,
      dir,
      complete: run.isComplete,
      rowsRead: plan.end.rowsRead,
      input: plan.header.name,
      target: record && { baseUrl: record.baseUrl, partner: record.partner },
      startedAt: run.startedAt,
      endedAt: end?.at ?? null,
      stops: end?.stop ? [end.stop] : [],
    },
    ...countsOf(state),
    ...inputOf(plan),
    evidence: () => [gatherEvidence({ dir, owner: run.owner, run, problem: null })],
    rows: (isWanted) => run.rows(isWanted),
    sentRequests: (rows) => run.sentRequests(rows),
  };
}

/** What the state says of the rows. */
function countsOf(state: RunState): Pick<RunReport, "summary" | "groups" | "outcomes"> {
  return {
    summary: state.summary,
    groups: () => state.groups,
    outcomes: function* () {
      for (const row of state.rows()) yield { row, state: state.get(row) };
    },
  };
}

/** What a plan says of its input. */
function inputOf({ header: { format, delimiter }, end, columns, places }: Plan) {
  const { notices, changes = [] } = end;
  return { format, ...(delimiter !== undefined && { delimiter }), columns, places, notices, changes };
}

/**
 * Folds a check into what reports tell: rows that are ready count as pending, and nothing was sent.
 *
 * @param plan The rows as they were judged; to be there as long as the report is read.
 * @param dir Where the reports go.
 */
export function checkReport(plan: Plan, dir: string): RunReport {
  const { header, end } = plan;
  const state = plan.unsent();
  const nothingYet = { attempts: 0, last: null, pieces: null, isUnderWay: false };
  const checkedRow = (planned: PlannedRow): RunRow => ({
    ...runRow(planned, { state: state.get(planned.row), ...nothingYet }, plan),
    // Nothing happened to it, so that there is nothing to tell.
    error: null,
    ...(planned.ready && isDoubtfulLead(planned.lead) && { isDoubtful: true }),
  });
  const counts = countsOf(state);
  return {
    run: {
      id: basename(dir),
      dir,
      complete: true,
      rowsRead: end.rowsRead,
      input: header.name,
      target: null,
      startedAt: header.createdAt,
      endedAt: null,
      stops: [],
      isCheck: true,
    },
    ...counts,
    summary: { ...counts.summary, doubtful: end.doubtful ?? 0 },
    ...inputOf(plan),
    evidence: () => [],
    rows: async function* (isWanted) {
      for await (const lines of plan.lines(isWanted)) yield lines.map(decodeRow).map(checkedRow);
    },
    sentRequests: async () => new Map(),
  };
}

/** The same run, told of some of its rows only: every count is of these. */
export function filterReport(report: RunReport, filter: ReportFilter): RunReport {
  const { statuses, rows: ranges } = filter;
  if (statuses === undefined && ranges === undefined) return report;
  function* outcomes(): Generator<RowOutcome> {
    for (const outcome of report.outcomes()) {
      const isStatus = statuses === undefined || statuses.includes(outcome.state.status);
      if (isStatus && isInRanges(outcome.row, ranges)) yield outcome;
    }
  }
  const chosen = new BitSet();
  const counts = new Map<LeadState, number>();
  for (const { row, state } of outcomes()) {
    counts.set(state, (counts.get(state) ?? 0) + 1);
    chosen.add(row);
  }
  const groups = [...counts].map(([state, count]) => ({ state, count }));
  const summary = emptySummary();
  for (const { state, count } of groups) countRow(summary, state, count);
  return {
    ...report,
    run: { ...report.run, filter },
    summary,
    groups: () => groups,
    outcomes,
    rows: (isWanted = () => true) => report.rows((row) => chosen.has(row) && isWanted(row)),
  };
}

/** The rows of a report whose state is such a one. */
export function rowsWhere({ outcomes }: RunReport, isSuch: (state: LeadState) => boolean): RowFilter {
  const rows = new BitSet();
  for (const { row, state } of outcomes()) if (isSuch(state)) rows.add(row);
  return (row) => rows.has(row);
}
