import { rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../files/durable-file.ts";
import { isFixable } from "./fixable.ts";
import { renderCsv } from "./render-csv.ts";
import { renderFixCsv } from "./render-fix-csv.ts";
import { renderFixJson } from "./render-fix-json.ts";
import { renderJson } from "./render-json.ts";
import type { RunStory, StoryRow } from "./story.ts";

export interface WrittenReport {
  label: "Report" | "Fix";
  path: string;
  /** Set when the usual name could not be replaced (a spreadsheet program holds it open). */
  insteadOf?: string;
}

const COPIES_MAX = 9;

/** What the rows say, gathered while the reports are written. */
export type RowListener = (row: StoryRow) => void;

/**
 * Writes `report.json`, `report.csv` and, where there is something to fix, the fix file, each whole or not
 * at all. A report that cannot be replaced is written beside it.
 *
 * @param onRow Called once for every row, in input order.
 */
export async function writeReports(
  story: RunStory,
  dir: string,
  onRow: RowListener,
): Promise<WrittenReport[]> {
  let fixableCount = 0;
  const told: RunStory = {
    ...story,
    rows: () =>
      tap(story.rows(), (row) => {
        if (isFixable(row)) fixableCount += 1;
        onRow(row);
      }),
  };
  const reports = [await write(dir, "report.json", "Report", () => renderJson(told))];
  reports.push(await write(dir, "report.csv", "Report", () => renderCsv(story)));
  const isJson = story.format === "json" || story.format === "jsonl";
  const fixName = isJson ? "fix.json" : "fix.csv";
  const renderFix = isJson ? renderFixJson : renderFixCsv;
  if (fixableCount > 0) reports.push(await write(dir, fixName, "Fix", () => renderFix(story)));
  else await rm(join(dir, fixName), { force: true });
  return reports;
}

async function* tap(rows: AsyncIterable<StoryRow>, onRow: RowListener): AsyncGenerator<StoryRow> {
  for await (const row of rows) {
    onRow(row);
    yield row;
  }
}

async function write(
  dir: string,
  name: string,
  label: WrittenReport["label"],
  content: () => AsyncIterable<string>,
): Promise<WrittenReport> {
  const path = join(dir, name);
  for (let copy = 1; ; copy++) {
    const place = copy === 1 ? path : path.replace(/(\.[a-z]+)$/, `-${copy}$1`);
    try {
      await replaceFile(place, content());
      return { label, path: place, ...(copy > 1 && { insteadOf: path }) };
    } catch (error) {
      if (copy === COPIES_MAX || !isHeldOpen(error)) throw error;
    }
  }
}

/** How a system says that another program holds a file open. */
function isHeldOpen(error: unknown): boolean {
  return ["EPERM", "EBUSY", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "");
}
