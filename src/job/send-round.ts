import { basename, join } from "node:path";
import { timestamp } from "../base/clock.ts";
import type { Context } from "../base/context.ts";
import { hashFile } from "../base/durable-file.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import type { Correction } from "../run/current-plan.ts";
import { journalError } from "../run/journal-error.ts";
import type { RoundRecord, RunRecord } from "../run/journal-record.ts";
import type { JournalWriter } from "../run/journal-writer.ts";
import { openJournal } from "../run/open-journal.ts";
import { recoverRun } from "../run/recover-run.ts";
import { runId } from "../run/run-folder.ts";
import { applyCorrection, type FreshPlan, type RunHistory } from "../run/run-history.ts";
import { announce } from "./announce.ts";
import type { CommandOutput } from "./command-output.ts";
import type { Connection } from "./connect.ts";
import type { EventFields } from "./event-line.ts";
import { finishRun } from "./finish-run.ts";
import { renderHeader } from "./header.ts";
import { runRound } from "./run-round.ts";

export interface RoundPlan {
  command: RoundRecord["command"];
  /** The run's folder, locked by the caller, with a whole plan in it. */
  dir: string;
  /** What `recoverRun` gave the caller, if it asked already. */
  history?: RunHistory;
  /** Of the plan, where the caller has just written it. */
  fresh?: FreshPlan & { sha256: string };
  /** Corrected rows that this round brings along, written and synced. */
  correction?: Correction & { sha256: string };
  connection: Connection;
  /** Which of the ready rows go in this round. */
  isWanted(row: number, state: LeadState): boolean;
}

/** Sends one round of a run that lies in a folder, and reports. `submit`, `resume` and `replay` all end here. */
export async function sendRound(plan: RoundPlan, output: CommandOutput, context: Context): Promise<ExitCode> {
  const { connection, command } = plan;
  const { settings } = connection;
  const history = plan.history ?? (await recoverRun(plan.dir, context.clock.date(), plan.fresh));
  const { paths, state } = history;
  const planSha256 = plan.fresh?.sha256 ?? (await hashFile(paths.plan));
  requireSamePlan(history, planSha256);
  await requireSameCorrections(history);
  if (plan.correction) applyCorrection(history, plan.correction);
  for (const row of state.rows()) {
    const lead = state.get(row);
    if (lead.status !== "invalid" && plan.isWanted(row, lead)) state.markDue(row);
  }
  const header = headerData(history, plan);
  await announce(history, connection, renderHeader(header, output.style), output, context);
  output.event(startEvent(plan, header));
  const journal = await beginJournal(history, plan, planSha256, context);
  const { concurrency, attemptsMax } = settings;
  const record: RoundRecord = {
    type: "round",
    round: history.rounds.length + 1,
    command,
    at: timestamp(context.clock),
    concurrency,
    attemptsMax,
    ...(plan.correction && { plan: correctionRef(plan.correction) }),
  };
  history.rounds.push(record);
  const round = await closing(journal, () =>
    runRound(
      {
        leads: history.current,
        state,
        journal,
        record,
        service: connection.connect(),
        settings,
        progress: output.progress,
        rowsRead: history.plan.end.rowsRead,
      },
      context,
    ),
  );
  history.end = round.end;
  return finishRun(history, round, output);
}

/** Closes the journal after the round, so that the room it holds free is there for the reports. */
async function closing<T>(journal: JournalWriter, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await journal.close();
    // By now it is known what became of the answers that came in after the first failure.
    throw journal.failure ?? error;
  }
  await journal.close();
  return result;
}

async function beginJournal(
  history: RunHistory,
  { dir, connection }: RoundPlan,
  planSha256: string,
  context: Context,
): Promise<JournalWriter> {
  const at = timestamp(context.clock);
  const run: RunRecord = history.run ?? {
    type: "run",
    version: 1,
    id: runId(dir),
    ...connection.target,
    planSha256,
    at,
  };
  const journal = await openJournal(history, run, {
    // Not even --quiet may hide where login links lie.
    onRescueFile: (path) => {
      context.stderr.write(
        `Answers that did not fit into the journal go to ${path}: do not lose this file.\n`,
      );
    },
  });
  history.run = run;
  return journal;
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

function startEvent(
  { command, dir }: RoundPlan,
  { target, input, limits }: ReturnType<typeof headerData>,
): EventFields {
  const { name, rowsRead, readyCount: ready, invalidCount: invalid, dueCount: due } = input;
  const { concurrency, attemptsMax: attempts, ratePerSecond = null } = limits;
  return {
    event: "start",
    command,
    run: { id: runId(dir), dir },
    target: { baseUrl: target.baseUrl, partner: target.partner },
    input: { name, rowsRead, ready, invalid, due },
    limits: { concurrency, attempts, ratePerSecond },
  };
}

function headerData(history: RunHistory, plan: RoundPlan) {
  const { header, end } = history.plan;
  const { state } = history;
  const { summary } = state;
  const { target, environment, settings } = plan.connection;
  const { concurrency, rate, attemptsMax } = settings;
  return {
    target: { ...(environment && { environment: environment.name }), ...target },
    input: {
      name: header.name,
      rowsRead: end.rowsRead,
      readyCount: summary.total - summary.invalid,
      invalidCount: summary.invalid,
      dueCount: state.dueCount,
    },
    limits: { concurrency, attemptsMax, ...(rate !== undefined && { ratePerSecond: rate }) },
  };
}
