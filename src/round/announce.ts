import { amountText } from "../count-text.ts";
import type { RunHistory } from "../journal/run-history.ts";
import type { LeadState } from "../outcome/lead-state.ts";
import { readReadyLeads } from "../plan/read-plan.ts";
import { maskedEmail } from "../report/masked-email.ts";
import type { CommandOutput } from "../rim/command-output.ts";
import type { Rim } from "../rim/rim.ts";
import { renderUndertaking, type Undertaking } from "../terminal/undertaking.ts";
import { isAttended, requireTypedName, unnamed } from "./confirmation.ts";
import type { Connection } from "./connect.ts";

/** What a round is about to do. */
export interface Intention {
  connection: Connection;
  /** Which of the ready rows go. */
  isWanted(row: number, state: LeadState): boolean;
}

/**
 * Says what a round is about to do. Of a protected environment it says more, and has the environment's name typed
 * if it was not given along.
 *
 * @param header Of the round.
 * @throws CliError with exit code 2 when nobody confirms it: nothing was sent, nothing is in the journal.
 */
export async function announce(
  history: RunHistory,
  plan: Intention,
  header: string,
  output: CommandOutput,
  rim: Rim,
): Promise<void> {
  const { environment, isConfirmed } = plan.connection;
  if (!environment?.isProtected) return output.say(header);
  const undertaking = await undertakingOf(history, plan, environment.name);
  const text = header + renderUndertaking(undertaking, output.style);
  const what = `to send ${amountText(undertaking.leadCount, "lead")} there`;
  if (isConfirmed) return output.say(text);
  if (!output.isForPeople || !isAttended(rim)) {
    output.say(text);
    throw unnamed(environment, what);
  }
  await output.aside(async () => {
    // Not even --quiet may hide what somebody is asked about.
    rim.stderr.write(rim.scrub(text));
    await requireTypedName(environment, what, rim);
  });
}

async function undertakingOf(
  { current, state }: RunHistory,
  { isWanted, connection }: Intention,
  environment: string,
): Promise<Undertaking> {
  const goes = (row: number): boolean => {
    const lead = state.get(row);
    return lead.status !== "invalid" && isWanted(row, lead);
  };
  let leadCount = 0;
  for (const row of state.rows()) if (goes(row)) leadCount += 1;
  const { concurrency, rate } = connection.settings.policy;
  const undertaking = {
    environment,
    leadCount,
    concurrency,
    ...(rate !== undefined && { ratePerSecond: rate }),
  };
  for await (const { row, body } of readReadyLeads(current, goes)) {
    const { contactInfo } = JSON.parse(body.toString()) as { contactInfo?: { email?: string } };
    return { ...undertaking, first: { row, email: maskedEmail(contactInfo?.email ?? "") } };
  }
  return undertaking;
}
