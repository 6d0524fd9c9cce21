import { gatherEvidence } from "../../run/gather-evidence.ts";
import type { RunState } from "../../run/journal/run-state.ts";
import type { Plan } from "../../run/plan/plan.ts";
import type { Run } from "../../run/run.ts";
import type { RowOutcome, RunReport } from "./report-model.ts";

/** Folds a run's plan and journal into what the reports tell. */
export function buildReport(run: Run): RunReport {
  const { record, plan, state, end } = run;
  const { header } = plan;
  return {
    run: {
      id: run.id,
      dir: run.dir,
      complete: run.isComplete,
      rowsRead: plan.end.rowsRead,
      input: header.name,
      target: record && { baseUrl: record.baseUrl, partner: record.partner },
      startedAt: run.startedAt,
      endedAt: end?.at ?? null,
      stopReason: end?.stop?.message ?? null,
      stopHint: end?.stop?.hint ?? null,
      stopCodes: end?.stop ? [end.stop.code] : [],
    },
    summary: state.summary,
    ...inputOf(plan),
    evidence: () => [gatherEvidence({ dir: run.dir, owner: run.owner, run, problem: null })],
    groups: () => state.groups,
    outcomes: () => outcomesOf(state),
    rows: (isWanted) => run.rows(isWanted),
    sentRequests: (rows) => run.sentRequests(rows),
  };
}

/** What a plan says of its input. */
export function inputOf({ header: { format, delimiter }, end, columns, places }: Plan) {
  const { notices, changes = [] } = end;
  return { format, ...(delimiter !== undefined && { delimiter }), columns, places, notices, changes };
}

/** What the state says of every row. */
export function* outcomesOf(state: RunState): Generator<RowOutcome> {
  for (const row of state.rows()) yield { row, state: state.get(row) };
}
