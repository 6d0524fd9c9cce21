import { basename } from "node:path";
import { RunState } from "../journal/run-state.ts";
import { emptySummary } from "../outcome/status.ts";
import { CurrentPlan } from "../plan/current-plan.ts";
import type { PlanFacts } from "../plan/plan-record.ts";
import { readPlanHeads, readRowsOfFile } from "../plan/read-plan.ts";
import type { RunStory, StoryRow } from "./story.ts";
import { outcomesOf, tellRow } from "./tell-story.ts";

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
): Promise<RunStory> {
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
    outcomes: () => outcomesOf(state),
    rows: async function* (isWanted): AsyncGenerator<StoryRow> {
      for await (const planned of readRowsOfFile(planPath, isWanted)) {
        // Nothing happened to it, so that there is nothing to tell.
        yield { ...tellRow(planned, { state, current }, undefined), error: null };
      }
    },
    scanJournal: async () => undefined,
  };
}
