import { basename, join } from "node:path";
import type { ExitCode } from "../exit-codes.ts";
import { hashFile } from "../files/hash-file.ts";
import { journalError } from "../journal/journal-error.ts";
import { createJournal, reopenJournal } from "../journal/open-journal.ts";
import type { RoundRecord } from "../journal/record.ts";
import { runId } from "../journal/run-folder.ts";
import { applyCorrection, type RunHistory, readRunHistory } from "../journal/run-history.ts";
import type { JournalWriter } from "../journal/writer.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import type { Correction } from "../plan/current-plan.ts";
import { renderHeader } from "../terminal/header.ts";
import type { CommandOutput } from "./command-output.ts";
import type { Connection } from "./connect.ts";
import { finishRun } from "./finish-run.ts";
import type { Rim } from "./rim.ts";
import { runRound } from "./run-round.ts";
import type { SendSettings } from "./settings.ts";

export interface RoundPlan {
  command: RoundRecord["command"];
  /** The run's folder, locked by the caller, with a whole plan in it. */
  dir: string;
  /** Of the plan, where the caller has just written it. */
  planSha256?: string;
  /** Corrected rows that this round brings along, written and synced. */
  correction?: Correction & { sha256: string };
  connection: Connection;
  settings: SendSettings;
  /** Which of the ready rows go in this round. */
  isWanted(row: number, state: LeadState): boolean;
}

/** Sends one round of a run that lies in a folder, and reports. `submit`, `resume` and `replay` all end here. */
export async function sendRound(plan: RoundPlan, output: CommandOutput, rim: Rim): Promise<ExitCode> {
  const { connection, settings, command } = plan;
  const history = await readRunHistory(plan.dir);
  const { paths, state } = history;
  const planSha256 = plan.planSha256 ?? (await hashFile(paths.plan));
  requireSamePlan(history, planSha256);
  await requireSameCorrections(history);
  if (plan.correction) applyCorrection(history, plan.correction);
  output.say(renderHeader(headerData(history, plan), output.style));
  const journal = await openJournal(history, plan, planSha256, output, rim);
  try {
    const { concurrency, attemptsMax } = settings.policy;
    const at = rim.clock.date().toISOString();
    const record: RoundRecord = {
      type: "round",
      round: history.rounds.length + 1,
      command,
      at,
      concurrency,
      attemptsMax,
      ...(plan.correction && { plan: correctionRef(plan.correction) }),
    };
    history.rounds.push(record);
    const round = await runRound(
      {
        leads: history.current,
        state,
        journal,
        record,
        isWanted: (row) => plan.isWanted(row, state.get(row)),
        service: connection.connect(settings),
        settings,
        progress: output.progress,
        rowsRead: history.plan.end.rowsRead,
      },
      rim,
    );
    history.end = round.end;
    return await finishRun(history, round, output);
  } finally {
    await journal.close();
  }
}

async function openJournal(
  history: RunHistory,
  plan: RoundPlan,
  planSha256: string,
  output: CommandOutput,
  rim: Rim,
): Promise<JournalWriter> {
  const at = rim.clock.date();
  const options = {
    onRescueFile: (path: string) =>
      output.progress.note(
        `Answers that did not fit into the journal are in ${path}: move it into the run's folder before resuming.`,
      ),
  };
  if (history.run) return reopenJournal(history, at, options);
  const { target } = plan.connection;
  history.run = { type: "run", version: 1, id: runId(plan.dir), ...target, planSha256, at: at.toISOString() };
  return createJournal(history.paths, history.run, options);
}

function requireSamePlan(history: RunHistory, planSha256: string): void {
  if (!history.run || history.run.planSha256 === planSha256) return;
  throw journalError(
    "plan-changed",
    `${history.paths.plan} is not the plan that this run began with`,
    "Restore the file from a backup: rows would be sent under the wrong number.",
  );
}

async function requireSameCorrections({ rounds, paths }: RunHistory): Promise<void> {
  for (const { plan } of rounds) {
    if (!plan || (await hashFile(join(paths.dir, plan.file))) === plan.sha256) continue;
    throw journalError(
      "plan-changed",
      `${join(paths.dir, plan.file)} does not hold the corrected rows that were sent`,
      "Restore the file from a backup: other leads would be sent than the reports tell.",
    );
  }
}

function correctionRef({ path, sha256 }: Correction & { sha256: string }) {
  return { file: basename(path), sha256 };
}

function headerData(history: RunHistory, plan: RoundPlan) {
  const { header, end } = history.plan;
  const { concurrency, rate, attemptsMax } = plan.settings.policy;
  return {
    target: plan.connection.target,
    input: {
      name: header.name,
      rowsRead: end.rowsRead,
      readyCount: end.ready,
      invalidCount: end.total - end.ready,
    },
    limits: { concurrency, attemptsMax, ...(rate !== undefined && { ratePerSecond: rate }) },
  };
}
