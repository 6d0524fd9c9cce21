import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText, durationText, rateText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { flow, wrap } from "../terminal/text-width.ts";

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
export function renderConfirmationSummary(confirmationSummary: ConfirmationSummary, style: Style): string {
  const { environment, leadCount, first } = confirmationSummary;
  const room = besideLabel(style);
  const place = `${safeText(environment)} is protected: what is created there is real, and stays.`;
  const lines = [
    ...labelled("Confirm", wrap(place, room), style),
    ...labelled("Sends", [amountText(leadCount, "lead")], style),
    ...(first ? labelled("First", flow([`row ${first.row}`, safeText(first.email)], room, "  "), style) : []),
    ...labelled("Takes", wrap(timeText(confirmationSummary), room), style),
  ];
  return `${lines.join("\n")}\n`;
}

/** At the limits, without anything going wrong. */
function timeText({ leadCount, concurrency, ratePerSecond }: ConfirmationSummary): string {
  const answersMs = Math.ceil(leadCount / concurrency) * ASSUMED_ANSWER_MS;
  const paceMs = ratePerSecond === undefined ? 0 : (leadCount / ratePerSecond) * 1000;
  if (ratePerSecond !== undefined && paceMs >= answersMs)
    return `about ${durationText(paceMs)}, at ${rateText(ratePerSecond)}`;
  return `about ${durationText(answersMs)}, ${concurrency} at once, if an answer takes ${durationText(ASSUMED_ANSWER_MS)}`;
}
