import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { openOutput, runDocument } from "../job/command-output.ts";
import { finishUnsent } from "../job/finish-run.ts";
import { STATUSES } from "../outcome/status.ts";
import { filterReport } from "../report/filter-report.ts";
import { formatOfName, REPORT_FORMATS, type ReportFormat, renderReport } from "../report/formats.ts";
import { mergeRuns } from "../report/merge-runs.ts";
import type { ReportFilter } from "../report/report-model.ts";
import { lockRun } from "../run/lock.ts";
import { readLockOwner } from "../run/read-lock-owner.ts";
import { type RunHistory, readRunHistory, requireRun } from "../run/run-history.ts";
import { parseChoice, usageError } from "../settings/option-values.ts";
import { parseRows } from "../settings/selection.ts";
import type { OutputFlags } from "../settings/settings.ts";
import { requireReplaceable, writeText, writeTextFile } from "./write-text.ts";

export interface ReportFlags extends OutputFlags {
  format?: string;
  output?: string;
  /** Separated by commas. */
  status?: string;
  rows?: string;
  reveal?: boolean;
}

/**
 * `leadctl report <run...>`: renders what a run's plan and journal say, as often as one likes. Without a format
 * the run's own reports are written anew. It changes nothing else and takes runs that are under way.
 */
export async function report(
  dirs: readonly string[],
  flags: ReportFlags,
  context: Context,
): Promise<ExitCode> {
  const format = formatOf(flags);
  const filter = parseFilter(flags);
  const [first = "", ...others] = dirs;
  if (format === undefined) return writeOwnReports(first, others, flags, context);
  const output = await openOutput({ ...flags, progress: flags.progress ?? "none" }, context);
  const target = flags.output === "-" ? undefined : flags.output;
  if (flags.json && target === undefined) {
    throw usageError(
      "Both the report and the document of --json would go to stdout",
      "Give the report a file of its own with --output.",
    );
  }
  const one = await readRun(first);
  const rest: RunHistory[] = [];
  for (const dir of others) rest.push(await readRun(dir));
  if (target !== undefined) await requireReplaceable(target, format);
  const story = filterReport(mergeRuns(one, rest), filter);
  const content = renderReport(format, story, flags.reveal === true);
  if (target === undefined) await writeText(context.stdout, content);
  else await writeTextFile(target, content);
  if (target !== undefined) output.say(`Wrote ${target}: ${story.summary.total} rows\n`);
  output.document(runDocument(story.run, story.summary));
  return EXIT.ok;
}

/** A format that is named, else the one that the file's name asks for. */
function formatOf({ format, output }: ReportFlags): ReportFormat | undefined {
  if (format !== undefined) return parseChoice(format, "--format", REPORT_FORMATS);
  if (output === undefined) return undefined;
  const known = formatOfName(output);
  if (known) return known;
  throw usageError(
    `The name ${output} does not say which format is meant`,
    `Add --format with one of ${REPORT_FORMATS.join(", ")}.`,
  );
}

function parseFilter({ status, rows }: ReportFlags): ReportFilter {
  const statuses = status?.split(",").map((text) => parseChoice(text.trim(), "--status", STATUSES));
  return {
    ...(statuses && { statuses: [...new Set(statuses)] }),
    ...(rows !== undefined && { rows: parseRows(rows) }),
  };
}

async function readRun(dir: string): Promise<RunHistory> {
  const isUnderWay = (await readLockOwner(dir)) !== undefined;
  return readRunHistory(dir, isUnderWay);
}

async function writeOwnReports(
  dir: string,
  others: readonly string[],
  flags: ReportFlags,
  context: Context,
): Promise<ExitCode> {
  const only = ["status", "rows", "reveal"] as const;
  const given = only.find((name) => flags[name] !== undefined);
  if (others.length > 0 || given) {
    throw usageError(
      others.length > 0 ? "Several runs make one report" : `--${given} is for a report of its own`,
      `Add --format with one of ${REPORT_FORMATS.join(", ")}, and where to with --output.`,
    );
  }
  const output = await openOutput(flags, context);
  await requireRun(dir);
  const lock = await lockRun(dir, context.clock.date(), false);
  try {
    await finishUnsent(await readRunHistory(dir), output, "Only reports were asked for");
    return EXIT.ok;
  } finally {
    output.progress.stop();
    await lock.release();
  }
}
