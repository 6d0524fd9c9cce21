import { BitSet } from "../../base/growable.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import { countRow, emptySummary } from "../../outcome/status.ts";
import { isInRanges } from "../../settings/selection.ts";
import type { ReportFilter, RowOutcome, RunReport } from "./report-model.ts";

/** The same run, told of some of its rows only: every count is of these. */
export function filterReport(report: RunReport, filter: ReportFilter): RunReport {
  const { statuses, rows: ranges } = filter;
  if (statuses === undefined && ranges === undefined) return report;
  const chosen = new BitSet();
  const summary = emptySummary();
  function* outcomes(): Generator<RowOutcome> {
    for (const outcome of report.outcomes()) {
      const isStatus = statuses === undefined || statuses.includes(outcome.state.status);
      if (isStatus && isInRanges(outcome.row, ranges)) yield outcome;
    }
  }
  const counts = new Map<LeadState, number>();
  for (const { row, state } of outcomes()) {
    countRow(summary, state);
    counts.set(state, (counts.get(state) ?? 0) + 1);
    chosen.add(row);
  }
  return {
    ...report,
    run: { ...report.run, filter },
    summary,
    groups: () => [...counts].map(([state, count]) => ({ state, count })),
    outcomes,
    rows: (isWanted = () => true) => report.rows((row) => chosen.has(row) && isWanted(row)),
  };
}
