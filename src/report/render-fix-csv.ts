import { isFixable } from "./fixable.ts";
import { rowText } from "./issue-text.ts";
import { renderSheet } from "./sheet.ts";
import type { RunStory } from "./story.ts";

/** `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is. */
export function renderFixCsv(story: RunStory): AsyncIterable<string> {
  return renderSheet(story, {
    delimiter: story.delimiter ?? ",",
    isWanted: isFixable,
    added: [
      { name: "leadctl_row", textOf: ({ row }) => String(row) },
      { name: "leadctl_status", textOf: ({ status }) => status },
      { name: "leadctl_issues", textOf: rowText },
    ],
  });
}
