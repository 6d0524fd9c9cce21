import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { filterReport } from "../../report/model/filter-report.ts";
import { mergeRuns } from "../../report/model/merge-runs.ts";
import type { ReportFilter, RunReport } from "../../report/model/report-model.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import { Run } from "../../run/run.ts";
import { RunStore } from "../../run/run-store.ts";
import type { CommandOutput } from "../command-output.ts";
import { olderJournalText, reportUnsent } from "./report-round.ts";

/**
 * What the plans and journals of runs say, as one report. It changes nothing, and takes runs that are under way.
 *
 * @param dirs At least one; several are the shards of an input.
 * @throws CliError with exit code 2 when one is no run, or they do not belong together; 6 when one is damaged.
 */
export async function readReport(
  [first = "", ...others]: readonly string[],
  filter: ReportFilter,
  { say }: Pick<CommandOutput, "say">,
): Promise<RunReport> {
  const one = await Run.readVerified(findRunByName(first));
  const rest: Run[] = [];
  for (const dir of others) rest.push(await Run.readVerified(findRunByName(dir)));
  for (const run of [one, ...rest]) if (run.missing) say(olderJournalText(run));
  return filterReport(mergeRuns(one, rest), filter);
}

/**
 * Writes the run's own reports and its fix file anew, and changes nothing else.
 *
 * @throws CliError with exit code 6 when another process works on the run.
 */
export async function writeOwnReports(
  dir: string,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const store = await RunStore.openForReports(findRunByName(dir), context.clock.date());
  try {
    await reportUnsent(store.run, output, "Only reports were asked for");
    return EXIT.ok;
  } finally {
    output.progress.stop();
    await store.close();
  }
}
