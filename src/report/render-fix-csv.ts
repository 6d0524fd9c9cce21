import { FIX_COLUMNS } from "./fix-columns.ts";
import { isFixable } from "./fixable.ts";
import { renderSheet } from "./sheet.ts";
import type { RunStory } from "./story.ts";

/** `fix.csv`: the rows that a person can fix, as they came, and what is wrong with each. It can be sent again as it is. */
export function renderFixCsv(story: RunStory): AsyncIterable<string> {
  return renderSheet(story, {
    delimiter: story.delimiter ?? ",",
    isWanted: isFixable,
    added: FIX_COLUMNS,
  });
}
