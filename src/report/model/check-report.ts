import { basename } from "node:path";
import { isDoubtfulLead } from "../../lead/validate.ts";
import { emptySummary } from "../../outcome/status.ts";
import type { Plan } from "../../run/plan/plan.ts";
import { decodeShownRow, leadOf, type RowLine } from "../../run/plan/plan-record.ts";
import { type RunRow, runRow } from "../../run/run-row.ts";
import { inputOf, outcomesOf } from "./build-report.ts";
import type { RunReport } from "./report-model.ts";

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
  const checkedRow = (line: RowLine): RunRow => {
    const facts = { state: state.get(line.row), ...nothingYet };
    return {
      ...runRow(decodeShownRow(line), facts, plan),
      // Nothing happened to it, so that there is nothing to tell.
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
    groups: () => state.groups,
    outcomes: () => outcomesOf(state),
    rows: async function* (isWanted) {
      for await (const lines of plan.lines(isWanted)) yield lines.map(checkedRow);
    },
    sentRequests: async () => new Map(),
  };
}
