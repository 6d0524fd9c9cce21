import type { ExitCode } from "../base/exit-codes.ts";
import { runExitCode } from "../outcome/guidance.ts";
import { buildReport } from "../report/build-report.ts";
import { reportGuidance } from "../report/report-guidance.ts";
import type { RunReport } from "../report/report-model.ts";
import type { RowTally } from "../report/row-tally.ts";
import { type RunSummaryData, renderRunSummary } from "../report/summary-text.ts";
import { type WrittenReport, writeReports } from "../report/write-reports.ts";
import type { RunHistory } from "../run/run-history.ts";
import { amountText } from "../terminal/number-text.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import { type CommandOutput, runDocument } from "./command-output.ts";
import type { EventFields } from "./event-line.ts";
import type { RoundEnd } from "./run-round.ts";

/** After a round: the reports, the summary, the document, and the exit code. */
export async function finishRun(
  history: RunHistory,
  round: RoundEnd,
  output: CommandOutput,
): Promise<ExitCode> {
  if (round.abortCode !== null) {
    output.progress.stop();
    const command = commandText(["resume", { folder: history.paths.dir }], output.shell);
    output.say(`Aborted. The journal is whole; the reports come with: ${command}\n`);
    return round.abortCode;
  }
  const story = buildReport(history);
  const { files, tally } = await writeReports(story, history.paths.dir);
  output.progress.stop();
  for (const { path, insteadOf } of files) {
    if (insteadOf)
      output.say(`${insteadOf} could not be replaced (is it open in another program?): wrote ${path}\n`);
  }
  output.say(renderRunSummary(summaryData(story, round, tally, files, output.shell), output.style));
  output.event(endEvent(story, round.stop, files));
  output.document(runDocument(story.run, story.summary));
  return runExitCode(story.summary, story.run.complete, round.stop);
}

/**
 * A round with nothing to send: the reports are written again, and that is said.
 *
 * @param why As in `Nothing is left to resume`.
 */
export async function finishUnsent(
  history: RunHistory,
  output: CommandOutput,
  why: string,
): Promise<ExitCode> {
  const story = buildReport(history);
  const { files, tally } = await writeReports(story, history.paths.dir);
  output.progress.stop();
  output.say(`${why}, and nothing was sent. The reports are written anew.\n`);
  output.say(renderRunSummary(summaryData(story, null, tally, files, output.shell), output.style));
  output.event(endEvent(story, null, files));
  output.document(runDocument(story.run, story.summary));
  return runExitCode(story.summary, story.run.complete, null);
}

function endEvent(
  { run, summary }: RunReport,
  stop: RoundEnd["stop"],
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

function summaryData(
  story: RunReport,
  round: Pick<RoundEnd, "stop" | "meter"> | null,
  tally: RowTally,
  reports: readonly WrittenReport[],
  shell: Shell,
): RunSummaryData {
  const { latencyMs, attemptsPerSecond, durationMs } = round?.meter ?? {
    attemptsPerSecond: undefined,
    durationMs: 0,
  };
  const stop = round?.stop;
  const page = reports.find(({ path }) => path.endsWith(".html"));
  const csv = reports.find(({ path }) => path.endsWith(".csv"));
  const fix = reports.find(({ label }) => label === "Fix");
  return {
    summary: story.summary,
    durationMs,
    ...(attemptsPerSecond !== undefined && { ratePerSecond: attemptsPerSecond }),
    ...(latencyMs && { latencyMs }),
    ...(stop && { stopReason: `${stop.message}. ${stop.hint}` }),
    reasons: tally.reasons.reasons(),
    warnings: tally.warnings.reasons(),
    notices: story.notices.map(({ message }) => message),
    files: [
      ...(page ? [{ label: "Report", path: page.path, note: "to look at; safe to share" }] : []),
      ...(csv
        ? [{ label: "Links", path: csv.path, note: "holds login links: treat it as confidential" }]
        : []),
      ...(fix ? [{ label: "Fix", path: fix.path, note: amountText(tally.fixableCount, "row") }] : []),
    ],
    next: reportGuidance(story).nextSteps.map(({ argv, note }) => ({
      command: commandText(argv, shell),
      note,
    })),
  };
}
