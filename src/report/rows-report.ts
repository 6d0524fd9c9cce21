import type { CellValue } from "../sheet/table.ts";
import type { ReportRow, RowFilter, RunReport } from "./report-model.ts";

/** A report whose text is made a batch of rows at a time, so that one reading of the rows can feed several. */
export interface RowsReport {
  /** What stands before the rows. */
  begin(): string;
  rows(batch: readonly ReportRow[]): string;
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
  for await (const batch of rowBatches(report, isWanted)) yield renderer.rows(batch);
  yield renderer.end();
}

const BATCH_TEXT_LENGTH = 64 * 1024;
/** What a row's line holds beside its cells, about. */
const LINE_OVERHEAD_LENGTH = 300;

/** The rows of a run, gathered until they make a piece of text worth writing: memory stays that of one batch. */
export async function* rowBatches(report: RunReport, isWanted?: RowFilter): AsyncGenerator<ReportRow[]> {
  let batch: ReportRow[] = [];
  let length = 0;
  for await (const row of report.rows(isWanted)) {
    batch.push(row);
    length += LINE_OVERHEAD_LENGTH + row.cells.reduce<number>((sum, cell) => sum + cellLength(cell), 0);
    if (length < BATCH_TEXT_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

function cellLength(cell: CellValue): number {
  if (typeof cell === "string") return cell.length;
  return typeof cell === "object" && cell !== null ? cell.json.length : 5;
}
