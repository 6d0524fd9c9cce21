import type { RunRow } from "../../run/run-row.ts";
import type { RowFilter, RunReport } from "../model/report-model.ts";

/** A report whose text is made a batch of rows at a time, so that one reading of the rows can feed several. */
export interface RowsReport {
  /** What stands before the rows. */
  begin(): string;
  rows(batch: readonly RunRow[]): string;
  /** What stands after them. */
  end(): string;
}

/** The whole text of one report. */
export async function* renderRows(
  report: RunReport,
  renderer: RowsReport,
  isWanted?: RowFilter,
): AsyncGenerator<string> {
  yield renderer.begin();
  for await (const batch of report.rows(isWanted)) yield renderer.rows(batch);
  yield renderer.end();
}
