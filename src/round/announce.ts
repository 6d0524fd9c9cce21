import { amountText } from "../count-text.ts";
import type { RunHistory } from "../journal/run-history.ts";
import { readReadyLeads } from "../plan/read-plan.ts";
import { maskedEmail } from "../report/masked-email.ts";
import type { CommandOutput } from "../rim/command-output.ts";
import type { Rim } from "../rim/rim.ts";
import { renderUndertaking, type Undertaking } from "../terminal/undertaking.ts";
import { isAttended, requireTypedName, unnamed } from "./confirmation.ts";
import type { Connection } from "./connect.ts";

/**
 * Says what a round is about to do with the rows that are due. Of a protected environment it says more, and has the environment's name typed
 * if it was not given along.
 *
 * @param header Of the round.
 * @throws CliError with exit code 2 when nobody confirms it: nothing was sent, nothing is in the journal.
 */
export async function announce(
  history: RunHistory,
  connection: Connection,
  header: string,
  output: CommandOutput,
  rim: Rim,
): Promise<void> {
  const { environment, isConfirmed } = connection;
  if (!environment?.isProtected) return output.say(header);
  const undertaking = await undertakingOf(history, connection, environment.name);
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
  connection: Connection,
  environment: string,
): Promise<Undertaking> {
  const { concurrency, rate } = connection.settings.policy;
  const undertaking = {
    environment,
    leadCount: state.dueCount,
    concurrency,
    ...(rate !== undefined && { ratePerSecond: rate }),
  };
  for await (const { row, body } of readReadyLeads(current, (row) => state.isDue(row))) {
    const { contactInfo } = JSON.parse(body.toString()) as { contactInfo?: { email?: string } };
    return { ...undertaking, first: { row, email: maskedEmail(contactInfo?.email ?? "") } };
  }
  return undertaking;
}
