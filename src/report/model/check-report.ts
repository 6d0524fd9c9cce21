import { basename } from "node:path";
import { isDoubtfulLead } from "../../lead/validate.ts";
import { emptySummary } from "../../outcome/status.ts";
import type { Plan } from "../../run/plan/plan.ts";
import { decodeShownRow, leadOf, type RowLine } from "../../run/plan/plan-record.ts";
import { inputOf, outcomesOf, reportRow } from "./build-report.ts";
import type { ReportRow, RunReport } from "./report-model.ts";

/**
 * Folds a check into what reports tell: rows that are ready count as pending, and nothing was sent.
 *
 * @param plan The rows as they were judged; to be there as long as the report is read.
 * @param dir Where the reports go.
 */
export function checkReport(plan: Plan, dir: string): RunReport {
  const { header, end } = plan;
  const state = plan.unsent();
  const nothingYet = { attempts: 0, last: undefined, pieces: null, said: undefined };
  // Nothing happened to it, so that there is nothing to tell.
  const checkedRow = (line: RowLine): ReportRow => {
    const whole = { ...decodeShownRow(line), state: state.get(line.row), ...nothingYet };
    const { observed: _nothing, ...row } = reportRow(whole, plan);
    return {
      ...row,
      error: null,
      ...(line.ready && isDoubtfulLead(leadOf(line)) && { isDoubtful: true }),
    };
  };
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
      stopReason: null,
      stopHint: null,
      stopCodes: [],
      isCheck: true,
    },
    summary: {
      ...emptySummary(),
      total: end.total,
      invalid: end.total - end.ready,
      pending: end.ready,
      doubtful: end.doubtful ?? 0,
    },
    ...inputOf(plan),
    evidence: () => [],
    outcomes: () => outcomesOf(state),
    rows: async function* (isWanted) {
      for await (const lines of plan.lines(isWanted)) yield lines.map(checkedRow);
    },
    sentRequests: async () => new Map(),
  };
}
