import { cellText } from "../sheet/table.ts";
import { writeWorkbook } from "../sheet/xlsx-writer.ts";
import { FIX_COLUMNS, keptColumns } from "./fix-file-columns.ts";
import { fixableRows } from "./fixable.ts";
import type { RunReport } from "./report-model.ts";

/**
 * `fix.xlsx`: for a workbook, the rows that a person can fix, as they came, and what is wrong with each. Every
 * cell is text, so that ZIP codes, phones and long numbers stay what they are, and no formula is one.
 */
export function renderFixXlsx(story: RunReport): AsyncGenerator<Buffer> {
  const headers = [...keptColumns(story).map(({ name }) => name), ...FIX_COLUMNS.map(({ name }) => name)];
  const columns = headers.map((header) => ({ header }));
  return writeWorkbook("Fix", columns, fixRows(story));
}

async function* fixRows(story: RunReport): AsyncGenerator<string[]> {
  const kept = keptColumns(story);
  for await (const row of story.rows(fixableRows(story))) {
    yield [
      ...kept.map(({ index }) => cellText(row.cells[index])),
      ...FIX_COLUMNS.map(({ textOf }) => textOf(row)),
    ];
  }
}
