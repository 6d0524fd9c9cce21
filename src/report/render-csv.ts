import { rowText } from "./issue-text.ts";
import { type RowsReport, renderRows } from "./rows-report.ts";
import { sheetReport } from "./sheet.ts";
import type { RunStory } from "./story.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(story: RunStory): AsyncIterable<string> {
  return renderRows(story, csvReport(story));
}

export function csvReport(story: RunStory): RowsReport {
  return sheetReport(story, {
    delimiter: ",",
    added: [
      { name: "leadctl_row", textOf: ({ row }) => String(row) },
      { name: "leadctl_status", textOf: ({ status }) => status },
      { name: "leadctl_quote_id", textOf: ({ quoteId }) => quoteId ?? "" },
      { name: "leadctl_login_url", textOf: ({ loginUrl }) => loginUrl ?? "" },
      { name: "leadctl_issues", textOf: rowText },
    ],
  });
}
