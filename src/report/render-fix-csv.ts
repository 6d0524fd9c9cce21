import { FIX_COLUMNS } from "./fix-columns.ts";
import { fixableRows } from "./fixable.ts";
import { renderRows } from "./rows-report.ts";
import { sheetReport } from "./sheet.ts";
import type { RunStory } from "./story.ts";

/** `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is. */
export function renderFixCsv(story: RunStory): AsyncIterable<string> {
  const report = sheetReport(story, { delimiter: story.delimiter ?? ",", added: FIX_COLUMNS });
  return renderRows(story, report, fixableRows(story));
}
