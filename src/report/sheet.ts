import { stringify } from "csv-stringify/sync";
import { defuse } from "../input/spreadsheet-text.ts";
import type { CellValue } from "../input/table.ts";
import { type AddedColumn, keptColumns } from "./fix-columns.ts";
import { rowBatches } from "./row-batches.ts";
import type { RunStory, StoryRow } from "./story.ts";

const BYTE_ORDER_MARK = "\uFEFF";

export interface SheetOptions {
  delimiter: string;
  added: readonly AddedColumn[];
  isWanted?: (row: StoryRow) => boolean;
}

/**
 * The input's own columns, then ours, as delimited text that spreadsheet programs open without harm:
 * UTF-8 with BOM, CRLF, formulas defused. Every cell is quoted, which also keeps a first header `ID` from
 * being taken for another format (SYLK), and a cell from being split where another delimiter is usual.
 * Columns of ours that the input already has, since it is a report sent again, are replaced.
 */
export async function* renderSheet(story: RunStory, options: SheetOptions): AsyncGenerator<string> {
  const kept = keptColumns(story);
  const header = [...kept.map(({ name }) => name), ...options.added.map(({ name }) => name)];
  yield BYTE_ORDER_MARK + lines([header.map(defuse)], options.delimiter);

  for await (const batch of rowBatches(story, options.isWanted)) {
    const records = batch.map((row) => [
      ...kept.map(({ index }) => sheetText(row.cells[index])),
      ...options.added.map(({ textOf }) => defuse(textOf(row))),
    ]);
    yield lines(records, options.delimiter);
  }
}

function lines(records: readonly (readonly string[])[], delimiter: string): string {
  return stringify([...records], {
    delimiter,
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
  });
}

/** Typed values are no formulas, whatever sign they begin with; text is defused. */
function sheetText(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return defuse(cell.json);
  return typeof cell === "string" ? defuse(cell) : String(cell);
}
