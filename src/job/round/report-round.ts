import { join } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { fixFileName } from "../../outcome/evidence.ts";
import { runExitCode } from "../../outcome/exit-code.ts";
import { conditionGuidance } from "../../outcome/guidance.ts";
import { toldText } from "../../outcome/happened-texts.ts";
import { buildReport, filterReport } from "../../report/model/build-report.ts";
import { doneText, reportGuidance, resultOf } from "../../report/model/headline.ts";
import { mergeRuns, requireOneTarget } from "../../report/model/merge-runs.ts";
import type { ReportFilter, RunReport } from "../../report/model/report-model.ts";
import { changeReasons } from "../../report/text/reading-text.ts";
import { renderSummary, type ShownStep, type SummaryData } from "../../report/text/summary-text.ts";
import { type WrittenReport, type WrittenReports, writeReports } from "../../report/write-reports.ts";
import { findRunByName } from "../../run/folder/known-runs.ts";
import { Run } from "../../run/run.ts";
import { RunStore } from "../../run/run-store.ts";
import { proseText, stepLines } from "../../terminal/layout.ts";
import { amountText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { type CommandWord, commandText } from "../../terminal/shell-command.ts";
import { type CommandOutput, runDocument } from "../command-output.ts";
import { jobError } from "../job-errors.ts";
import { type EventFields, noteEvent } from "../progress/events.ts";
import { dropSameCopy, keepEditedFix, settleFix } from "./keep-fix.ts";
import type { SentLeads } from "./send-due-leads.ts";

/** After a round: the reports, the summary, the document, and the exit code. */
export async function reportRound(run: Run, sent: SentLeads, output: CommandOutput): Promise<ExitCode> {
  if (sent.abortCode !== null) {
    output.progress.stop();
    const command = commandText(["resume", { folder: run.dir }, ...output.placeWords], output.shell);
    const does = "The journal is complete, but the reports are not written yet. Continue where it stopped";
    output.say(`Aborted.\n${stepLines("Next", does, command, output.style).join("\n")}\n`);
    return sent.abortCode;
  }
  return report(run, output, sent);
}

/**
 * A round with nothing to send: the reports are written again, and that is said.
 *
 * @param why As in `Nothing is left to resume`.
 */
export async function reportUnsent(run: Run, output: CommandOutput, why: string): Promise<ExitCode> {
  const text = `${why}, and nothing was sent. The reports were rewritten.`;
  output.event(noteEvent([{ finding: "nothing-sent", message: text }]));
  return report(run, output, null, text);
}

/** Warns about a run whose journal is behind its mark. */
export function olderJournalText({ dir }: Run): string {
  const { meaning, action } = conditionGuidance("older journal");
  return `${dir}: ${toldText([...meaning, ...action])}\n`;
}

/** @param first What is said before all else, as soon as the reports are there. */
async function report(
  run: Run,
  output: CommandOutput,
  sent: SentLeads | null,
  first?: string,
): Promise<ExitCode> {
  const model = buildReport(run);
  const fix = join(run.dir, fixFileName(model.format));
  const copy = await keepEditedFix(fix);
  const written = await writeReports(model, run.dir, { program: output.shell.program });
  const { files, older } = written;
  if (files.some(({ path }) => path === fix)) await settleFix(fix);
  output.progress.stop();
  const say = (text: string): void => output.say(proseText(text, output.style));
  if (first !== undefined) say(first);
  if (run.missing) say(olderJournalText(run).trimEnd());
  if (older.length > 0)
    say(
      `The earlier reports hold login links or results that the new ones lack. They are kept as ${older.join(", ")}`,
    );
  if (copy !== null && !(await dropSameCopy(copy, fix)))
    say(
      `${safeText(fix)} was rewritten. Its earlier content, which may hold corrections that were not sent, is in ${safeText(copy)}`,
    );
  for (const { path, insteadOf } of files) {
    if (insteadOf) say(`${insteadOf} could not be replaced (is it open in another program?): wrote ${path}`);
  }
  const stop = sent?.stop ?? null;
  output.say(`\n${renderSummary(summaryData(model, sent, written, output), output.style)}`);
  output.event(endEvent(model, stop, files));
  output.document(runDocument(model.run, model.summary));
  return runExitCode(model.summary, model.run.complete, stop);
}

function endEvent(
  { run, summary }: RunReport,
  stop: SentLeads["stop"],
  files: readonly WrittenReport[],
): EventFields {
  const { id, dir, complete, rowsRead } = run;
  return {
    event: "end",
    run: { id, dir, complete, rowsRead },
    summary,
    stop: stop && { code: stop.code, message: stop.message },
    files: files.map(({ label, path }) => ({ label, path })),
  };
}

/**
 * What a person is told of a run after a round.
 *
 * @param sent Null where nothing was sent.
 */
export function summaryData(
  model: RunReport,
  sent: Pick<SentLeads, "stop" | "timing"> | null,
  { files: reports, tally }: Pick<WrittenReports, "files" | "tally">,
  output: Pick<CommandOutput, "shell" | "style" | "isAll" | "placeWords">,
): SummaryData {
  const { summary, run } = model;
  const { shell, style, isAll } = output;
  const page = reports.find(({ path }) => path.endsWith(".html"));
  const isReport = ({ label }: WrittenReport) => label === "Report";
  const table =
    reports.find((file) => isReport(file) && file.path.endsWith(".xlsx")) ??
    reports.find((file) => isReport(file) && file.path.endsWith(".csv"));
  const fix = reports.find(({ label }) => label === "Fix");
  const links = { label: "Links", note: "holds login links: treat it as confidential" };
  const rows = { label: "Table", note: "every row with its status" };
  return {
    result: resultOf(model),
    steps: shownSteps(model, table?.path, output),
    summary,
    reasons: tally.reasons.reasons(),
    warnings: tally.warnings.reasonsByValue(),
    changes: changeReasons(model.changes, style),
    files: [
      ...(page ? [{ label: "Report", path: page.path, note: "to look at; safe to share" }] : []),
      ...(table ? [{ path: table.path, ...(summary.created > 0 ? links : rows) }] : []),
      ...(fix ? [{ label: "Fix", path: fix.path, note: amountText(tally.fixableCount, "row") }] : []),
    ],
    ...(!isAll &&
      run.dir !== null && { listAll: commandText(["report", { folder: run.dir }, "--all"], shell) }),
    ...(sent && !sent.stop && { timing: sent.timing }),
  };
}

/** Commands that go to the service again. */
const SENDING: ReadonlySet<CommandWord | undefined> = new Set(["resume", "replay"]);

/** The commands that make sense now; where there is none, why not. */
function shownSteps(
  model: RunReport,
  table: string | undefined,
  { shell, placeWords }: Pick<CommandOutput, "shell" | "placeWords">,
): ShownStep[] {
  const { nextSteps, action } = reportGuidance(model);
  if (nextSteps.length > 0)
    return nextSteps.map(({ does, argv }) => ({
      does,
      copy: commandText([...argv, ...(SENDING.has(argv[0]) ? placeWords : [])], shell),
    }));
  if (action.length > 0) return [{ does: toldText(action).replace(/\.$/, "") }];
  const hasLinks = model.summary.created > 0 && table !== undefined;
  return [{ does: doneText(model.summary, hasLinks), ...(hasLinks && { copy: table }) }];
}

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
    const store = await RunStore.open(dir, context.clock.date(), { isAsItIs: true });
    await reportUnsent(store.run, output, "Only reports were asked for").finally(() => store.close());
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "run-locked") throw error;
    // A report in another folder need not wait.
    const command = ["report", { folder: dir }, "--output", "report.html"];
    throw jobError("run-locked/report", { why: error.message }, { exitCode: error.exitCode, command });
  } finally {
    output.progress.stop();
  }
}
