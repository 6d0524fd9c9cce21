import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { copyFile, FileInUse, removeFile, rename } from "../base/files.ts";
import { Replacement, syncPlaced } from "../base/replacement.ts";
import { capital } from "../base/sentence.ts";
import { fixableCount, fixFileName, type RunEvidence, reportFileName } from "../outcome/evidence.ts";
import { readReportHead } from "../run/folder/run-folder.ts";
import { amountText } from "../terminal/number-text.ts";
import { csvReport } from "./files/render-csv.ts";
import { renderFixCsv, renderFixJson, renderFixXlsx } from "./files/render-fix.ts";
import { jsonReport } from "./files/render-json.ts";
import { renderXlsx } from "./files/render-xlsx.ts";
import { RowTally } from "./model/reason-tally.ts";
import type { RunReport } from "./model/report-model.ts";
import type { LinkedFile } from "./page/page.tsx";
import { reportPage } from "./page/render-html.tsx";
import { reportError } from "./report-errors.ts";

export interface WrittenReport {
  label: "Report" | "Fix" | "Reading";
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
  /** Names under which earlier ones are kept that knew more. */
  older: string[];
  /** What the rows say, as the operator may read it. */
  tally: RowTally;
}

export interface ReportExtras {
  /** As commands name it, in files that are read where it was called. */
  program?: string;
  /** Only for a check: `reading.xlsx`. */
  reading?: AsyncIterable<Uint8Array>;
}

/**
 * Writes `report.json`, `report.csv`, `report.html`, of a workbook `report.xlsx`, and, where there is something to fix, the
 * fix file: none takes its name before all of them are whole and on the disk. A report that cannot be replaced is written beside it.
 *
 * The rows are read through once; those to be fixed are read once more for the fix
 * file, and all for a workbook.
 */
export async function writeReports(
  report: RunReport,
  dir: string,
  { program = "leadctl", reading }: ReportExtras = {},
): Promise<WrittenReports> {
  const tally = new RowTally();
  const fixName = fixFileName(report.format);
  const known: Knowledge = { links: 0, results: 0 };
  const hasFix = (): boolean => tally.fixableCount > 0;
  const { files, older } = await placed(dir, known, async (reports) => {
    const page = reportPage(report, false);
    const parts = [
      { part: jsonReport(report), file: await reports.begin("report.json") },
      { part: csvReport(report), file: await reports.begin("report.csv") },
    ];
    for (const { part, file } of parts) await file.write(part.start);
    for await (const batch of report.rows()) {
      for (const row of batch) {
        tally.add(row);
        if (row.loginUrl !== null) known.links += 1;
        const { status } = row.state;
        if (row.attempts > 0 || (status !== "pending" && status !== "invalid")) known.results += 1;
        page.addRow(row);
      }
      for (const { part, file } of parts) await file.write(part.rows(batch));
    }
    for (const { part, file } of parts) await file.write(part.end);
    const place = { files: linkedFiles(report, tally, reading !== undefined), program };
    await reports.write("report.html", page.render(written(report), place));
    if (hasWorkbook(report)) await reports.write("report.xlsx", renderXlsx(report));
    if (reading) await reports.write(READING_NAME, reading);
    if (hasFix()) await reports.write(fixName, FIX_RENDERERS[fixName](report, tally.absentFields, program));
  }).catch((error) => {
    const isContinued = !report.run.isCheck && error instanceof CliError && error.code === "file-write";
    if (!isContinued) throw error;
    const { message: why, exitCode, cause } = error;
    throw reportError("report-write", { why }, { exitCode, command: ["resume", { folder: dir }], cause });
  });
  if (!hasFix()) await removeFile(join(dir, fixName));
  return { files, older, tally };
}

const READING_NAME = "reading.xlsx";

/** Writes `reading.xlsx` alone, of a check that has open questions: nothing that may be taken for ready is written. */
export async function writeReading(
  dir: string,
  reading: AsyncIterable<Uint8Array>,
): Promise<WrittenReport[]> {
  const { files } = await placed(dir, null, (reports) => reports.write(READING_NAME, reading));
  return files;
}

type Content = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** Begins files, and writes whole ones. */
interface ReportFiles {
  begin(name: string): Promise<Replacement>;
  write(name: string, content: Content): Promise<void>;
}

/**
 * Writes files, and gives them their names once all are whole and on the disk.
 *
 * @param known What the reports know when all are written; null where they take no report's place.
 */
async function placed(
  dir: string,
  known: Knowledge | null,
  write: (reports: ReportFiles) => Promise<void>,
): Promise<Pick<WrittenReports, "files" | "older">> {
  const begun: { name: string; file: Replacement }[] = [];
  const begin = async (name: string): Promise<Replacement> => {
    const file = await Replacement.begin(join(dir, name));
    begun.push({ name, file });
    return file;
  };
  try {
    await write({
      begin,
      write: async (name, content) => {
        const file = await begin(name);
        for await (const piece of content) await file.write(piece);
      },
    });
    const finishing = begun.map(({ file }) => file.finish());
    // When one fails, none goes on behind its caller's back.
    await Promise.allSettled(finishing);
    await Promise.all(finishing);
    const older = known ? await keepOlderReports(dir, known) : [];
    const files: WrittenReport[] = [];
    for (const { name, file } of begun) files.push(await place(file, dir, name));
    await syncPlaced(dir);
    return { files, older };
  } catch (error) {
    for (const { file } of begun) await file.discard();
    throw error;
  }
}

/** A person who gave a workbook gets one back. For a check, the workbook of its reading tells more. */
function hasWorkbook({ format, run }: RunReport): boolean {
  return reportFileName(format) === "report.xlsx" && !run.isCheck;
}

/** What the page leads to. The journal, which is nothing to look at, is not among it. */
function linkedFiles(report: RunReport, { fixableCount }: RowTally, hasReading: boolean): LinkedFile[] {
  const fix = { name: fixFileName(report.format), note: `${amountText(fixableCount, "row")} to correct` };
  const note = report.summary.created > 0 ? "with login links" : "every row";
  const names = hasWorkbook(report) ? ["report.xlsx", "report.csv"] : ["report.csv"];
  return [
    ...(fixableCount > 0 ? [fix] : []),
    ...(hasReading ? [{ name: READING_NAME, note: "every row as it would be sent" }] : []),
    ...names.map((name) => ({ name, note })),
  ];
}

/** The run as it is once the files that are being written have their names. */
function written(report: RunReport): RunReport {
  const { format } = report;
  const after = (evidence: RunEvidence): RunEvidence => ({
    ...evidence,
    files: {
      fix: fixableCount(evidence.counts) > 0 ? fixFileName(format) : null,
      report: reportFileName(format),
    },
  });
  const evidence = report.evidence().map(after);
  return { ...report, evidence: () => evidence };
}

async function place(file: Replacement, dir: string, name: string): Promise<WrittenReport> {
  const path = join(dir, name);
  const label = capital(name.replace(/\..*/, "")) as WrittenReport["label"];
  for (let copy = 1; ; copy++) {
    const taken = copyPath(path, copy);
    try {
      await file.placeAs(taken);
    } catch (error) {
      if (copy < COPIES_MAX && isHeldOpen(error)) continue;
      throw error;
    }
    // Reports that were once written beside this one tell an older state of the run.
    if (copy === 1)
      for (let other = 2; other <= COPIES_MAX; other++)
        await removeFile(copyPath(path, other)).catch(() => undefined);
    return { label, path: taken, ...(copy > 1 && { insteadOf: path }) };
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

/** How much a report knows. */
interface Knowledge {
  /** Login links. */
  links: number;
  /** Rows of which something came back, or that were tried. */
  results: number;
}

/**
 * Keeps a run's own reports that know more than the ones that are to take their place, as after an older journal was put
 * back: they may be all that is left of some login links.
 *
 * @returns The names under which they are kept.
 */
async function keepOlderReports(dir: string, now: Knowledge): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && /^report\.\w+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const then = readReportHead(join(dir, "report.json"))?.summary;
  // Nobody knows what a report holds whose JSON is gone.
  if (!then && names.length === 0) return [];
  if (then && then.created <= now.links && then.total - then.pending - then.invalid <= now.results) return [];
  let number = 1;
  while (names.some((name) => existsSync(join(dir, olderName(name, number))))) number += 1;
  const kept: string[] = [];
  for (const name of names) {
    const [path, older] = [join(dir, name), join(dir, olderName(name, number))];
    await rename(path, older).catch((error) => {
      if (!(error instanceof FileInUse)) throw error;
      return copyFile(path, older);
    });
    kept.push(olderName(name, number));
  }
  return kept;
}

function olderName(name: string, number: number): string {
  return name.replace(/(\.\w+)$/, `-older-${number}$1`);
}
