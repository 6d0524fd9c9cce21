import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { RoundRecord } from "../../run/journal/journal-record.ts";
import type { Run } from "../../run/run.ts";
import type { RunStore } from "../../run/run-store.ts";
import type { CommandOutput } from "../command-output.ts";
import type { EventFields } from "../progress/events.ts";
import { announce, type RoundHeader } from "./announce.ts";
import type { Connection } from "./connect.ts";
import { reportRound } from "./report-round.ts";
import { sendDueLeads } from "./send-due-leads.ts";

/** What a round is to do. */
export interface RoundOrder {
  command: RoundRecord["command"];
  /** Which of the ready rows go. */
  isWanted(row: number, state: LeadState): boolean;
  /** Where other runs have login links of its rows. */
  elsewhere?: readonly { dir: string; rows: string }[];
}

/**
 * One round of a run, from what was chosen to the reports: `submit`, `resume` and `replay` call it with different
 * selections.
 *
 * @param store Of the run; corrected rows are in it already.
 */
export async function sendRound(
  store: RunStore,
  order: RoundOrder,
  connection: Connection,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  const { command, elsewhere } = order;
  const { run } = store;
  const { state } = run;
  for (const row of state.rows()) if (isToSend(order, row, state.get(row))) state.markDue(row);
  const header = roundHeader(run, connection);
  await announce(run, connection, header, output, context);
  output.event(startEvent(run, command, header));
  const { concurrency, attemptsMax } = connection.settings;
  const start = {
    command,
    concurrency,
    attemptsMax,
    target: connection.target,
    ...(elsewhere && { elsewhere }),
  };
  // Not even --quiet may hide where login links lie.
  const onRescueFile = (path: string): void =>
    void context.stderr.write(`Answers that the journal cannot take go to ${path}: do not lose this file.\n`);
  const sent = await store.writeRound(start, context.clock, onRescueFile, (journal) =>
    sendDueLeads(run, connection, journal, output.progress, context),
  );
  return reportRound(run, sent, output);
}

/** Whether a round sends a row. */
export function isToSend({ isWanted }: Pick<RoundOrder, "isWanted">, row: number, state: LeadState): boolean {
  return state.status !== "invalid" && !state.dismissed && isWanted(row, state);
}

function roundHeader({ plan, state }: Run, { target, environment, settings }: Connection) {
  const { summary } = state;
  const { concurrency, rate, attemptsMax } = settings;
  const readyCount = summary.total - summary.invalid;
  return {
    target: { ...(environment && { environment: environment.name }), ...target },
    input: {
      name: plan.header.name,
      rowsRead: plan.end.rowsRead,
      readyCount,
      // A later round is of some of them, or of others.
      doubtfulCount: state.dueCount === readyCount ? (plan.end.doubtful ?? 0) : 0,
      invalidCount: summary.invalid,
      dueCount: state.dueCount,
    },
    limits: { concurrency, attemptsMax, ...(rate !== undefined && { ratePerSecond: rate }) },
  } satisfies RoundHeader;
}

function startEvent(
  { id, dir }: Run,
  command: RoundOrder["command"],
  { target, input, limits }: ReturnType<typeof roundHeader>,
): EventFields {
  const { name, rowsRead, readyCount: ready, invalidCount: invalid, dueCount: due } = input;
  const { concurrency, attemptsMax: attempts, ratePerSecond = null } = limits;
  return {
    event: "start",
    command,
    run: { id, dir },
    target: { baseUrl: target.baseUrl, partner: target.partner },
    input: { name, rowsRead, ready, invalid, due },
    limits: { concurrency, attempts, ratePerSecond },
  };
}
