import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { Replacement } from "../files/replacement.ts";
import { fixFileName } from "./next-steps.ts";
import { PageFacts } from "./page-facts.ts";
import { csvReport } from "./render-csv.ts";
import { renderFixCsv } from "./render-fix-csv.ts";
import { renderFixJson } from "./render-fix-json.ts";
import { renderFixXlsx } from "./render-fix-xlsx.ts";
import { renderPage } from "./render-html.ts";
import { jsonReport } from "./render-json.ts";
import { rowBatches } from "./row-batches.ts";
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
 * The rows are read once for the first two, once more for those rows that the page shows, and once for the fix
 * file; the journal is read through once for the page's charts.
 */
export async function writeReports(story: RunStory, dir: string): Promise<WrittenReports> {
  const facts = new PageFacts(story, false);
  const tally = new RowTally();
  const files = await writeRows(story, dir, (row) => {
    facts.addRow(row);
    tally.add(row);
  });
  await facts.readJournal(story);
  files.push(...(await writeFile(dir, "report.html", "Report", renderPage(story, facts))));
  const fixName = fixFileName(story);
  const renderFix = FIX_RENDERERS[fixName];
  if (tally.fixableCount > 0) files.push(...(await writeFile(dir, fixName, "Fix", renderFix(story))));
  else await rm(join(dir, fixName), { force: true });
  return { files, tally };
}

/** Writes the two reports that hold every row, side by side. */
async function writeRows(
  story: RunStory,
  dir: string,
  onRow: (row: StoryRow) => void,
): Promise<WrittenReport[]> {
  const reports = { "report.json": jsonReport(story), "report.csv": csvReport(story) };
  return writeFiles(dir, Object.keys(reports), "Report", async (files) => {
    const parts = Object.values(reports).map((report, index) => ({ report, file: files[index] }));
    for (const { report, file } of parts) await file?.write(report.begin());
    for await (const batch of rowBatches(story)) {
      for (const row of batch) onRow(row);
      for (const { report, file } of parts) await file?.write(report.rows(batch));
    }
    for (const { report, file } of parts) await file?.write(report.end());
  });
}

async function writeFile(
  dir: string,
  name: string,
  label: WrittenReport["label"],
  content: AsyncIterable<string | Uint8Array>,
): Promise<WrittenReport[]> {
  return writeFiles(dir, [name], label, async ([file]) => {
    for await (const piece of content) await file?.write(piece);
  });
}

/** Each file takes its name only when all of them are whole. */
async function writeFiles(
  dir: string,
  names: readonly string[],
  label: WrittenReport["label"],
  fill: (files: readonly Replacement[]) => Promise<void>,
): Promise<WrittenReport[]> {
  const files: Replacement[] = [];
  try {
    for (const name of names) files.push(await Replacement.begin(join(dir, name)));
    await fill(files);
    for (const file of files) await file.finish();
    const written: WrittenReport[] = [];
    for (const [index, file] of files.entries()) {
      written.push(await place(file, join(dir, names[index] ?? ""), label));
    }
    return written;
  } catch (error) {
    for (const file of files) await file.discard();
    throw error instanceof CliError && error.code === "file-write" ? reportError(error, dir) : error;
  }
}

async function place(file: Replacement, path: string, label: WrittenReport["label"]): Promise<WrittenReport> {
  for (let copy = 1; ; copy++) {
    const name = copyPath(path, copy);
    try {
      await file.place(name);
    } catch (error) {
      if (copy < COPIES_MAX && isHeldOpen(error)) continue;
      throw error;
    }
    if (copy === 1) await removeCopies(path);
    return { label, path: name, ...(copy > 1 && { insteadOf: path }) };
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
