import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { buildReport } from "../../report/model/build-report.ts";
import { filterReport } from "../../report/model/filter-report.ts";
import { mergeRuns } from "../../report/model/merge-runs.ts";
import type { ReportFilter, RunReport } from "../../report/model/report-model.ts";
import { requireOneTarget } from "../../report/model/require-shards.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import { Run } from "../../run/run.ts";
import { whileLocked } from "../../run/run-store.ts";
import type { CommandOutput } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { olderJournalText, reportUnsent } from "./report-round.ts";

/**
 * What the plans and journals of runs say, as one report. It changes nothing, and takes runs that are under way.
 *
 * @param dirs At least one; several are the shards of an input.
 * @throws CliError with exit code 2 when one is not a run, or they do not belong together; 6 when one is damaged.
 */
export async function readReport(
  dirs: readonly string[],
  filter: ReportFilter,
  output: Pick<CommandOutput, "say">,
): Promise<RunReport> {
  const [one, ...others] = await readRuns(dirs, output);
  return filterReport(mergeRuns(one, others), filter);
}

/**
 * The same of runs of one service, whatever their inputs, each by itself: what its owner is asked about.
 *
 * @throws CliError with exit code 2 where they went to several.
 */
export async function readReports(
  dirs: readonly string[],
  filter: ReportFilter,
  output: Pick<CommandOutput, "say">,
): Promise<[RunReport, ...RunReport[]]> {
  const [one, ...others] = await readRuns(dirs, output);
  requireOneTarget([one, ...others]);
  const report = (run: Run): RunReport => filterReport(buildReport(run), filter);
  return [report(one), ...others.map(report)];
}

async function readRuns(
  [first = "", ...others]: readonly string[],
  { say }: Pick<CommandOutput, "say">,
): Promise<[Run, ...Run[]]> {
  const runs: [Run, ...Run[]] = [await readVerified(first)];
  for (const dir of others) runs.push(await readVerified(dir));
  for (const run of runs) if (run.missing) say(olderJournalText(run));
  return runs;
}

function readVerified(dir: string): Promise<Run> {
  return Run.read(findRunByName(dir), { isVerified: true });
}

/**
 * Writes the run's own reports and its fix file anew, and changes nothing else.
 *
 * @throws CliError with exit code 6 when another process works on the run.
 */
export async function writeOwnReports(
  name: string,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const dir = findRunByName(name);
  try {
    await whileLocked(dir, context.clock.date(), (run) =>
      reportUnsent(run, output, "Only reports were asked for"),
    );
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "run-locked") throw error;
    // Who only looks need not wait.
    const command = ["report", { folder: dir }, "--output", "report.html"];
    throw jobError("run-locked/report", { why: error.message }, { exitCode: error.exitCode, command });
  } finally {
    output.progress.stop();
  }
}
