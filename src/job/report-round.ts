import type { ExitCode } from "../base/exit-codes.ts";
import { runConditionText, runExitCode } from "../outcome/guidance.ts";
import { buildReport } from "../report/build-report.ts";
import type { RowTally } from "../report/reason-tally.ts";
import { reportGuidance } from "../report/report-guidance.ts";
import type { RunReport } from "../report/report-model.ts";
import { type RunSummaryData, renderRunSummary } from "../report/summary-text.ts";
import { type WrittenReport, writeReports } from "../report/write-reports.ts";
import type { Run } from "../run/run.ts";
import { amountText } from "../terminal/number-text.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import { type CommandOutput, runDocument } from "./command-output.ts";
import type { EventFields } from "./events.ts";
import type { SentLeads } from "./send-due-leads.ts";

/** After a round: the reports, the summary, the document, and the exit code. */
export async function reportRound(run: Run, sent: SentLeads, output: CommandOutput): Promise<ExitCode> {
  if (sent.abortCode !== null) {
    output.progress.stop();
    const command = commandText(["resume", { folder: run.dir }], output.shell);
    output.say(`Aborted. The journal is whole; the reports come with: ${command}\n`);
    return sent.abortCode;
  }
  return report(run, sent, null, output);
}

/**
 * A round with nothing to send: the reports are written again, and that is said.
 *
 * @param why As in `Nothing is left to resume`.
 */
export async function reportUnsent(run: Run, output: CommandOutput, why: string): Promise<ExitCode> {
  return report(run, null, why, output);
}

/** Of a run whose journal is behind its mark. */
export function olderJournalText({ dir }: Run): string {
  return `${dir}: ${runConditionText("older journal")}\n`;
}

async function report(
  run: Run,
  sent: SentLeads | null,
  whyUnsent: string | null,
  output: CommandOutput,
): Promise<ExitCode> {
  const model = buildReport(run);
  const { files, older, tally } = await writeReports(model, run.dir, output.shell.program);
  output.progress.stop();
  if (whyUnsent !== null) output.say(`${whyUnsent}, and nothing was sent. The reports are written anew.\n`);
  if (run.missing) output.say(olderJournalText(run));
  if (older.length > 0)
    output.say(
      `The earlier reports knew more than the journal does now. They are kept beside the new ones: ${older.join(", ")}\n`,
    );
  for (const { path, insteadOf } of files) {
    if (insteadOf)
      output.say(`${insteadOf} could not be replaced (is it open in another program?): wrote ${path}\n`);
  }
  const stop = sent?.stop ?? null;
  output.say(renderRunSummary(summaryData(model, sent, tally, files, output.shell), output.style));
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

function summaryData(
  model: RunReport,
  sent: SentLeads | null,
  tally: RowTally,
  reports: readonly WrittenReport[],
  shell: Shell,
): RunSummaryData {
  const { latencyMs, attemptsPerSecond, durationMs } = sent?.meter ?? {
    attemptsPerSecond: undefined,
    durationMs: 0,
  };
  const stop = sent?.stop;
  const page = reports.find(({ path }) => path.endsWith(".html"));
  const isReport = ({ label }: WrittenReport) => label === "Report";
  const sheet =
    reports.find((file) => isReport(file) && file.path.endsWith(".xlsx")) ??
    reports.find((file) => isReport(file) && file.path.endsWith(".csv"));
  const fix = reports.find(({ label }) => label === "Fix");
  return {
    summary: model.summary,
    durationMs,
    ...(attemptsPerSecond !== undefined && { ratePerSecond: attemptsPerSecond }),
    ...(latencyMs && { latencyMs }),
    ...(stop && { stopReason: `${stop.message}. ${stop.hint}` }),
    reasons: tally.reasons.reasons(),
    warnings: tally.warnings.reasons(),
    files: [
      ...(page ? [{ label: "Report", path: page.path, note: "to look at; safe to share" }] : []),
      ...(sheet
        ? [{ label: "Links", path: sheet.path, note: "holds login links: treat it as confidential" }]
        : []),
      ...(fix ? [{ label: "Fix", path: fix.path, note: amountText(tally.fixableCount, "row") }] : []),
    ],
    next: reportGuidance(model).nextSteps.map(({ argv, note }) => ({
      command: commandText(argv, shell),
      note,
    })),
  };
}
