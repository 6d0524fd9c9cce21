import type { Context } from "../../base/context.ts";
import { flow, wrap } from "../../base/text-width.ts";
import { maskedEmail } from "../../lead/email.ts";
import type { Run } from "../../run/run.ts";
import { besideLabel, labelled, sentenceLines } from "../../terminal/layout.ts";
import { amountText, countText, durationText, rateText } from "../../terminal/number-text.ts";
import { safeText } from "../../terminal/safe-text.ts";
import type { Style } from "../../terminal/style.ts";
import { isAttended, requireTypedName, unnamed } from "../ask/confirmation.ts";
import type { CommandOutput } from "../command-output.ts";
import { noteEvent } from "../progress/events.ts";
import type { Connection } from "./connect.ts";

/**
 * Says what a round is about to do with the rows that are due. Of a protected environment it says more, and has the
 * environment's name typed if it was not given along.
 *
 * @throws CliError with exit code 2 when nobody confirms it: nothing was sent, nothing is in the journal.
 */
export async function announce(
  run: Run,
  connection: Connection,
  header: RoundHeader,
  output: CommandOutput,
  context: Context,
): Promise<void> {
  const { environment, isConfirmed, warnings } = connection;
  for (const warning of warnings) {
    output.say(`${sentenceLines("Warning", warning.message, output.style).join("\n")}\n`);
    output.event(noteEvent([warning]));
  }
  const headerText = renderHeader(header, output.style);
  if (!environment?.isProtected) return output.say(headerText);
  const summary = await confirmationSummaryOf(run, connection, environment.name);
  const text = headerText + renderConfirmationSummary(summary, output.style);
  const what = `to send ${amountText(summary.leadCount, "lead")} there`;
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

async function confirmationSummaryOf(
  { plan, state }: Run,
  connection: Connection,
  environment: string,
): Promise<ConfirmationSummary> {
  const { concurrency, rate } = connection.settings;
  const summary = {
    environment,
    leadCount: state.dueCount,
    concurrency,
    ...(rate !== undefined && { ratePerSecond: rate }),
  };
  for await (const { row, ready, lead } of plan.rows((row) => state.isDue(row)))
    if (ready) return { ...summary, first: { row, email: maskedEmail(lead.contactInfo?.email ?? "") } };
  return summary;
}

/** What a round is about to do. */
export interface RoundHeader {
  /** Absent where nothing is sent. */
  target?: { environment?: string; baseUrl: string; partner: string };
  input: {
    name: string;
    rowsRead: number;
    readyCount: number;
    /** How many of the ready rows are doubtful. */
    doubtfulCount: number;
    invalidCount: number;
    /** Rows that this round sends. */
    dueCount: number;
  };
  /** Absent where nothing is sent. */
  limits?: { concurrency: number; ratePerSecond?: number; attemptsMax: number };
}

/** What is about to happen: `Target`, `Input` and `Limits`, ending with a line feed. */
export function renderHeader({ target, input, limits }: RoundHeader, style: Style): string {
  const between = ` ${style.signs.dot} `;
  const lines: string[] = [];
  if (target) {
    const place = [target.environment, target.baseUrl, `partner ${target.partner}`];
    const pieces = place.filter((piece) => piece !== undefined).map(safeText);
    lines.push(...labelled("Target", flow(pieces, besideLabel(style), "  "), style));
  }
  const counts = [amountText(input.rowsRead, "row"), `${countText(input.readyCount)} ready`];
  if (input.doubtfulCount > 0) counts.push(`${countText(input.doubtfulCount)} of them doubtful`);
  if (input.invalidCount > 0) counts.push(`${countText(input.invalidCount)} invalid`);
  if (input.dueCount !== input.readyCount) counts.push(`${countText(input.dueCount)} to send now`);
  const room = besideLabel(style);
  const inputLines = flow([safeText(input.name), counts.join(between)], room, "  ");
  const isOneLine = inputLines.length === 1;
  const narrowLines = [safeText(input.name), ...flow(counts, room, between)];
  lines.push(...labelled("Input", isOneLine ? inputLines : narrowLines, style));
  if (limits) {
    const rate = limits.ratePerSecond === undefined ? [] : [rateText(limits.ratePerSecond)];
    const pieces = [`${limits.concurrency} at once`, ...rate, amountText(limits.attemptsMax, "attempt")];
    lines.push(...labelled("Limits", flow(pieces, besideLabel(style), between), style));
  }
  return `${lines.join("\n")}\n`;
}

/** What is about to be done to a protected environment. */
export interface ConfirmationSummary {
  /** Its name. */
  environment: string;
  leadCount: number;
  /** Absent where no lead goes. */
  first?: {
    row: number;
    /** Masked. */
    email: string;
  };
  concurrency: number;
  /** Absent without a limit. */
  ratePerSecond?: number;
}

/** Nobody knows how long an answer takes before there was one. */
const ASSUMED_ANSWER_MS = 500;

/** What stands below the header of a round: how many leads, which one first, for how long; ends with a line feed. */
export function renderConfirmationSummary(summary: ConfirmationSummary, style: Style): string {
  const { environment, leadCount, first } = summary;
  const room = besideLabel(style);
  const place = `${safeText(environment)} is protected: what is created there is real, and stays.`;
  const lines = [
    ...labelled("Confirm", wrap(place, room), style),
    ...labelled("Sends", [amountText(leadCount, "lead")], style),
    ...(first ? labelled("First", flow([`row ${first.row}`, safeText(first.email)], room, "  "), style) : []),
    ...labelled("Takes", wrap(timeText(summary), room), style),
  ];
  return `${lines.join("\n")}\n`;
}

/** What decides how long a round takes. */
type Pace = Pick<ConfirmationSummary, "leadCount" | "concurrency" | "ratePerSecond">;

/** About how long so many leads take at the limits, without anything going wrong. */
export function expectedMs({ leadCount, concurrency, ratePerSecond }: Pace): number {
  const answersMs = Math.ceil(leadCount / concurrency) * ASSUMED_ANSWER_MS;
  return ratePerSecond === undefined ? answersMs : Math.max(answersMs, (leadCount / ratePerSecond) * 1000);
}

function timeText(summary: ConfirmationSummary): string {
  const { concurrency, ratePerSecond } = summary;
  const isPaced = expectedMs(summary) > expectedMs({ ...summary, ratePerSecond: Number.POSITIVE_INFINITY });
  const about = `about ${durationText(expectedMs(summary))}`;
  return isPaced && ratePerSecond !== undefined
    ? `${about}, at ${rateText(ratePerSecond)}`
    : `${about}, ${concurrency} at once, if an answer takes ${durationText(ASSUMED_ANSWER_MS)}`;
}
