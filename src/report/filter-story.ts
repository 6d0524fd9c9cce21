import { emptySummary } from "../outcome/status.ts";
import { RowSet } from "../plan/row-set.ts";
import { isInRanges } from "../plan/selection.ts";
import type { RowFilter, RunStory, StoryFilter, StoryRow } from "./story.ts";

/** The same run, told of some of its rows only: every count is of these. Reads the rows once to count them. */
export async function filterStory(story: RunStory, filter: StoryFilter): Promise<RunStory> {
  const { statuses, rows: ranges } = filter;
  if (statuses === undefined && ranges === undefined) return story;
  const isTold = ({ row, status }: StoryRow): boolean =>
    (statuses === undefined || statuses.includes(status)) && isInRanges(row, ranges);
  async function* told(isWanted?: RowFilter): AsyncGenerator<StoryRow> {
    for await (const row of story.rows(isWanted)) if (isTold(row)) yield row;
  }
  const summary = emptySummary();
  const rows = new RowSet();
  for await (const { row, status } of told()) {
    summary.total += 1;
    summary[status] += 1;
    rows.add(row);
  }
  return {
    ...story,
    run: { ...story.run, filter },
    summary,
    rows: told,
    scanJournal: (onRecord) =>
      story.scanJournal((record) => {
        if (!("row" in record) || rows.has(record.row)) onRecord(record);
      }),
  };
}

/** A list of rows as a person writes it: `5,7-10`. */
export function rangesText(ranges: readonly { from: number; to: number }[]): string {
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
