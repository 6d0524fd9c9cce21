import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { flow, wrap } from "../../base/text-width.ts";
import type { LeadState } from "../../outcome/lead-state.ts";
import type { LinksElsewhere, RoundRecord } from "../../run/journal/journal-record.ts";
import type { Run } from "../../run/run.ts";
import type { RunStore } from "../../run/run-store.ts";
import { besideLabel, labelled, sentenceLines } from "../../terminal/layout.ts";
import { amountText, countText, rateText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { isAttended, requireTypedName, unnamed } from "../ask/confirmation.ts";
import { type CommandOutput, tellRescueFile } from "../command-output.ts";
import type { CommandEvent } from "../progress/event-schema.ts";
import { noteEvent } from "../progress/events.ts";
import type { Connection } from "./connect.ts";
import { reportRound } from "./report-round.ts";
import { sendDueLeads } from "./send-due-leads.ts";

/** What a round is to do. */
export interface RoundOrder {
  command: RoundRecord["command"];
  /** Which of the ready rows go. */
  isWanted(row: number, state: LeadState): boolean;
  /** Where other runs have login links of its rows. */
  elsewhere?: LinksElsewhere;
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
  const { id, dir, plan, state } = run;
  for (const row of state.rows()) if (isToSend(order, row, state.get(row))) state.markDue(row);
  const { target, settings } = connection;
  const { concurrency, attemptsMax, rate: ratePerSecond = null } = settings;
  const { total, invalid } = state.summary;
  const { rowsRead } = plan.end;
  const start: StartedRound = {
    command,
    run: { id, dir },
    target: { baseUrl: target.baseUrl, partner: target.partner },
    input: { name: plan.header.name, rowsRead, ready: total - invalid, invalid, due: state.dueCount },
    limits: { concurrency, attempts: attemptsMax, ratePerSecond },
  };
  await announce(run, start, connection, output, context);
  output.event({ event: "start", ...start });
  const round = { command, concurrency, attemptsMax, target, ...(elsewhere && { elsewhere }) };
  const sent = await store.writeRound(round, context.clock, tellRescueFile(context), (journal) =>
    sendDueLeads(run, connection, journal, output.progress, context),
  );
  return reportRound(run, sent, output);
}

/** Whether a round sends a row. */
export function isToSend({ isWanted }: Pick<RoundOrder, "isWanted">, row: number, state: LeadState): boolean {
  return state.status !== "invalid" && !state.dismissed && isWanted(row, state);
}

/** What a round is about to do. */
export type StartedRound = Pick<
  Extract<CommandEvent, { event: "start" }>,
  "command" | "run" | "target" | "input" | "limits"
>;

/**
 * Says what a round is about to do with the rows that are due. If the environment is protected, it says more, and asks the
 * user to type the environment's name, unless it was given.
 *
 * @throws CliError with exit code 2 when nobody confirms it: nothing was sent, nothing is in the journal.
 */
export async function announce(
  run: Run,
  start: StartedRound,
  { environment, isConfirmed, warnings }: Connection,
  output: CommandOutput,
  context: Context,
): Promise<void> {
  const { style } = output;
  for (const warning of warnings) {
    output.say(`${sentenceLines("Warning", warning.message, style).join("\n")}\n`);
    output.event(noteEvent([warning]));
  }
  // A later round is of some of the ready rows, or of others.
  const doubtful = start.input.due === start.input.ready ? (run.plan.end.doubtful ?? 0) : 0;
  const header = renderHeader(start, environment?.name, doubtful, style);
  if (!environment?.isProtected) return output.say(header);
  const text = header + renderConfirmation(environment.name, start.input.due, style);
  const what = `to send ${amountText(start.input.due, "lead")} there`;
  if (isConfirmed) return output.say(text);
  if (!output.isForPeople || !isAttended(context)) {
    output.say(text);
    throw unnamed(environment, what);
  }
  await output.aside(async () => {
    // Not even --quiet may hide what somebody is asked about.
    context.stderr.write(context.scrub(text));
    await requireTypedName(environment, what, context);
  });
}

/** What is about to happen: `Target`, `Input` and `Limits`, ending with a line feed. */
export function renderHeader(
  { target, input, limits }: Pick<StartedRound, "target" | "input" | "limits">,
  environment: string | undefined,
  doubtful: number,
  style: Style,
): string {
  const between = ` ${style.signs.dot} `;
  const room = besideLabel(style);
  const place = [environment, target.baseUrl, `partner ${target.partner}`];
  const places = place.filter((piece) => piece !== undefined).map(safeText);
  const counts = [amountText(input.rowsRead, "row")];
  const selected = input.ready + input.invalid;
  if (selected < input.rowsRead) counts.push(`${countText(selected)} selected`);
  counts.push(`${countText(input.ready)} ready`);
  if (doubtful > 0) counts.push(`${countText(doubtful)} of them may be refused`);
  if (input.invalid > 0) counts.push(`${countText(input.invalid)} invalid`);
  if (input.due !== input.ready) counts.push(`${countText(input.due)} to send now`);
  const name = safeText(input.name);
  const inputLines = flow([name, counts.join(between)], room, "  ");
  const rate = limits.ratePerSecond === null ? [] : [rateText(limits.ratePerSecond)];
  const pieces = [`${limits.concurrency} at once`, ...rate, amountText(limits.attempts, "attempt")];
  const lines = [
    ...labelled("Target", flow(places, room, "  "), style),
    ...labelled(
      "Input",
      inputLines.length === 1 ? inputLines : [name, ...flow(counts, room, between)],
      style,
    ),
    ...labelled("Limits", flow(pieces, room, between), style),
  ];
  return `${lines.join("\n")}\n`;
}

/** What stands below it for a protected environment. */
function renderConfirmation(environment: string, due: number, style: Style): string {
  const place = `${safeText(environment)} is protected: what is created there is real, and stays.`;
  const lines = [
    ...labelled("Confirm", wrap(place, besideLabel(style)), style),
    ...labelled("Sends", [amountText(due, "lead")], style),
  ];
  return `${lines.join("\n")}\n`;
}
