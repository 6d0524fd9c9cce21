import { FIX_COLUMNS } from "./fix-file-columns.ts";
import { fixableRows } from "./fixable.ts";
import type { RunReport } from "./report-model.ts";
import { sheetReport } from "./report-sheet.ts";
import { renderRows } from "./rows-report.ts";

/** `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is. */
export function renderFixCsv(story: RunReport): AsyncIterable<string> {
  const report = sheetReport(story, { delimiter: story.delimiter ?? ",", added: FIX_COLUMNS });
  return renderRows(story, report, fixableRows(story));
}
