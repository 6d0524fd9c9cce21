import { rowText } from "./issue-text.ts";
import { renderSheet } from "./sheet.ts";
import type { RunStory } from "./story.ts";

/** `report.csv`: every row as it came, and what became of it. It holds login links. */
export function renderCsv(story: RunStory): AsyncIterable<string> {
  return renderSheet(story, {
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
