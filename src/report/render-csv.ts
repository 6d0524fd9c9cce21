import type { RunReport } from "./report-model.ts";
import { sheetReport } from "./report-sheet.ts";
import { rowText } from "./row-text.ts";
import { type RowsReport, renderRows } from "./rows-report.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(story: RunReport): AsyncIterable<string> {
  return renderRows(story, csvReport(story));
}

export function csvReport(story: RunReport): RowsReport {
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
