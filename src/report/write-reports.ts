import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { replaceFile } from "../files/durable-file.ts";
import { fixFileName } from "./next-steps.ts";
import { PageFacts } from "./page-facts.ts";
import { renderCsv } from "./render-csv.ts";
import { renderFixCsv } from "./render-fix-csv.ts";
import { renderFixJson } from "./render-fix-json.ts";
import { renderFixXlsx } from "./render-fix-xlsx.ts";
import { renderPage } from "./render-html.ts";
import { renderJson } from "./render-json.ts";
import { RowTally } from "./row-tally.ts";
import type { RunStory, StoryRow } from "./story.ts";

export interface WrittenReport {
  label: "Report" | "Fix";
  path: string;
  /** Set when the usual name could not be replaced (a spreadsheet program holds it open). */
  insteadOf?: string;
}

const COPIES_MAX = 9;

const FIX_RENDERERS = {
  "fix.csv": renderFixCsv,
  "fix.json": renderFixJson,
  "fix.xlsx": renderFixXlsx,
} as const;

export interface WrittenReports {
  files: WrittenReport[];
  /** What the rows say, as the operator may read it. */
  tally: RowTally;
}

/**
 * Writes `report.json`, `report.csv`, `report.html` and, where there is something to fix, the fix file, each
 * whole or not at all. A report that cannot be replaced is written beside it.
 *
 * The rows are read once for each file, and the journal once more for the page's charts.
 */
export async function writeReports(story: RunStory, dir: string): Promise<WrittenReports> {
  let facts = new PageFacts(story, false);
  let tally = new RowTally();
  const told: RunStory = {
    ...story,
    rows: () => {
      // A file that has to be written under another name is rendered anew.
      facts = new PageFacts(story, false);
      tally = new RowTally();
      return tap(story.rows(), (row) => {
        facts.addRow(row);
        tally.add(row);
      });
    },
  };
  const files = [await write(dir, "report.json", "Report", () => renderJson(told))];
  files.push(await write(dir, "report.csv", "Report", () => renderCsv(story)));
  await facts.readJournal(story);
  files.push(await write(dir, "report.html", "Report", () => renderPage(story, facts)));
  const fixName = fixFileName(story);
  const renderFix = FIX_RENDERERS[fixName];
  if (tally.fixableCount > 0) files.push(await write(dir, fixName, "Fix", () => renderFix(story)));
  else await rm(join(dir, fixName), { force: true });
  return { files, tally };
}

async function* tap(rows: AsyncIterable<StoryRow>, onRow: (row: StoryRow) => void): AsyncGenerator<StoryRow> {
  for await (const row of rows) {
    onRow(row);
    yield row;
  }
}

async function write(
  dir: string,
  name: string,
  label: WrittenReport["label"],
  content: () => AsyncIterable<string | Uint8Array>,
): Promise<WrittenReport> {
  const path = join(dir, name);
  for (let copy = 1; ; copy++) {
    const place = copyPath(path, copy);
    try {
      await replaceFile(place, content());
    } catch (error) {
      if (copy < COPIES_MAX && isHeldOpen(error)) continue;
      throw error instanceof CliError && error.code === "file-write" ? reportError(error, dir) : error;
    }
    if (copy === 1) await removeCopies(path);
    return { label, path: place, ...(copy > 1 && { insteadOf: path }) };
  }
}

/** Reports that were once written beside this one tell an older state of the run. */
async function removeCopies(path: string): Promise<void> {
  for (let copy = 2; copy <= COPIES_MAX; copy++) {
    await rm(copyPath(path, copy), { force: true }).catch(() => undefined);
  }
}

function copyPath(path: string, copy: number): string {
  return copy === 1 ? path : path.replace(/(\.[a-z]+)$/, `-${copy}$1`);
}

/** How a system says that another program holds a file open. */
function isHeldOpen(error: unknown): boolean {
  const cause = error instanceof CliError ? (error.cause as NodeJS.ErrnoException) : undefined;
  return ["EPERM", "EBUSY", "EACCES"].includes(cause?.code ?? "");
}

function reportError(error: CliError, dir: string): CliError {
  return new CliError(error.message, {
    code: "report-write",
    exitCode: error.exitCode,
    hint: `Nothing is lost: the journal holds every answer. Make room or mend the folder, then: leadctl resume ${dir}`,
    cause: error.cause,
  });
}
