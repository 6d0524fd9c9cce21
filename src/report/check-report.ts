import { basename } from "node:path";
import { emptySummary } from "../outcome/status.ts";
import { CurrentPlan } from "../run/current-plan.ts";
import type { PlanFacts } from "../run/plan-record.ts";
import { readPlanHeads, readRowsOfFile } from "../run/read-plan.ts";
import { RunState } from "../run/run-state.ts";
import { outcomesOf, tellRow } from "./build-report.ts";
import type { ReportRow, RunReport } from "./report-model.ts";

/**
 * Tells a check as reports do: rows that are ready count as pending, and nothing was sent.
 *
 * @param planPath The rows as they were judged; to be there as long as the story is told.
 * @param dir Where the reports go.
 */
export async function tellCheck(
  planPath: string,
  { header, end }: PlanFacts,
  dir: string,
): Promise<RunReport> {
  const state = new RunState();
  await readPlanHeads(planPath, (row, ready) => state.plan(row, ready));
  const current = new CurrentPlan(planPath, { header, end });
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
      isCheck: true,
    },
    summary: { ...emptySummary(), total: end.total, invalid: end.total - end.ready, pending: end.ready },
    format: header.format,
    ...(header.delimiter !== undefined && { delimiter: header.delimiter }),
    columns: end.columns,
    notices: end.notices,
    evidence: () => [],
    outcomes: () => outcomesOf(state),
    rows: async function* (isWanted): AsyncGenerator<ReportRow> {
      for await (const planned of readRowsOfFile(planPath, isWanted)) {
        // Nothing happened to it, so that there is nothing to tell.
        yield { ...tellRow(planned, { state, current }, undefined), error: null };
      }
    },
    scanJournal: async () => undefined,
  };
}
