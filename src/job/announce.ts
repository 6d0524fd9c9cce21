import type { Context } from "../base/context.ts";
import { maskedEmail } from "../report/masked-email.ts";
import { readReadyLeads } from "../run/read-plan.ts";
import type { RunHistory } from "../run/run-history.ts";
import { amountText } from "../terminal/number-text.ts";
import type { CommandOutput } from "./command-output.ts";
import { isAttended, requireTypedName, unnamed } from "./confirmation.ts";
import { type ConfirmationSummary, renderConfirmationSummary } from "./confirmation-summary.ts";
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
  context: Context,
): Promise<void> {
  const { environment, isConfirmed } = connection;
  if (!environment?.isProtected) return output.say(header);
  const confirmationSummary = await undertakingOf(history, connection, environment.name);
  const text = header + renderConfirmationSummary(confirmationSummary, output.style);
  const what = `to send ${amountText(confirmationSummary.leadCount, "lead")} there`;
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

async function undertakingOf(
  { current, state }: RunHistory,
  connection: Connection,
  environment: string,
): Promise<ConfirmationSummary> {
  const { concurrency, rate } = connection.settings;
  const confirmationSummary = {
    environment,
    leadCount: state.dueCount,
    concurrency,
    ...(rate !== undefined && { ratePerSecond: rate }),
  };
  for await (const { row, body } of readReadyLeads(current, (row) => state.isDue(row))) {
    const { contactInfo } = JSON.parse(body.toString()) as { contactInfo?: { email?: string } };
    return { ...confirmationSummary, first: { row, email: maskedEmail(contactInfo?.email ?? "") } };
  }
  return confirmationSummary;
}
