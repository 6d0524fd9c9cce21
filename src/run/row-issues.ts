import type { Issue } from "../lead/issue.ts";
import { JournalLookup } from "./journal/read-journal.ts";
import { KeptCells } from "./plan/kept-cells.ts";
import type { Plan } from "./plan/plan.ts";
import { type PlannedRow, placeOf } from "./plan/plan-record.ts";
import type { Run, RunRow } from "./run.ts";

/** What is wrong with a row as it stands: the service's issues where it has refused it, else those of the plan. */
export function rowIssues(
  { row, cells, issues, state, last }: Pick<RunRow, "row" | "cells" | "issues" | "state" | "last">,
  plan: Pick<Plan, "places" | "columns">,
): Issue[] {
  const answer = last?.answer;
  return answer?.kind === "issues" && state.status === "rejected"
    ? answer.issues.map((issue) => ({ ...issue, ...placeOf(issue.path, row, plan, () => cells.values) }))
    : issues;
}

/** The issues of single rows of a run, in any order; to be closed. */
export class IssueLookup {
  readonly #run: Run;
  readonly #results: JournalLookup | null;

  constructor(run: Run) {
    this.#run = run;
    this.#results = run.record ? new JournalLookup(run.paths.journal) : null;
  }

  /** @returns `undefined` where the service has refused the row and did not say for which of its fields. */
  find(planned: PlannedRow): Issue[] | undefined {
    const { plan, state: states } = this.#run;
    const state = states.get(planned.row);
    if (state.status !== "rejected") return planned.issues;
    const offset = states.lastResultAt(planned.row);
    const last = offset === undefined ? undefined : this.#results?.resultAt(offset);
    return last?.answer.kind === "issues"
      ? rowIssues({ ...planned, cells: KeptCells.of(planned.cells), state, last }, plan)
      : undefined;
  }

  close(): void {
    this.#results?.close();
  }
}
