import { BitSet } from "../base/growable.ts";
import type { ReportRow, RowFilter, RunReport } from "./report-model.ts";

/** A row that a person can correct and send again. A rejected lead that may exist all the same is none. */
export function isFixable({ status, maybeCreated }: Pick<ReportRow, "status" | "maybeCreated">): boolean {
  return status === "invalid" || (status === "rejected" && !maybeCreated);
}

/** Which rows of a run stand in its fix file. */
export function fixableRows(story: RunReport): RowFilter {
  const rows = new BitSet();
  for (const outcome of story.outcomes()) if (isFixable(outcome)) rows.add(outcome.row);
  return (row) => rows.has(row);
}
