import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import type { InputReader, LeadSource } from "../../job/ask/read-input.ts";
import { type CommandOutput, openOutput } from "../../job/command-output.ts";
import { type Connection, openConnection } from "../../job/round/connect.ts";
import { submitInput } from "../../job/round/submit-input.ts";
import type { CommandValues } from "../../settings/options.ts";
import { OpenQuestions } from "../../sheet/mapping/open-questions.ts";
import { commandError } from "../command-errors.ts";
import { commandReader, unansweredError } from "./command-reader.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

/** `leadctl submit <input>`: reads and checks the whole input, then sends what is ready, then reports. */
export async function submit(
  input: string,
  options: CommandValues<"submit">,
  context: Context,
): Promise<ExitCode> {
  if (options.out === "") throw commandError("usage/out-name");
  const output = await openOutput("submit", options, context);
  const connection = await openConnection(options, startOwnSandbox, context);
  try {
    const reader = commandReader(input, options, output, context);
    return await planAndSend(reader, input, options, connection, output, context);
  } finally {
    output.progress.stop();
    await connection.close();
  }
}

/** As often as the input's questions need: what has been planned with some open is taken back. */
async function planAndSend(
  reader: LeadSource & Pick<InputReader, "settle">,
  input: string,
  options: CommandValues<"submit">,
  connection: Connection,
  output: CommandOutput,
  context: Context,
): Promise<ExitCode> {
  try {
    return await submitInput(reader, { ...options, isAttended: true }, connection, output, context);
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    output.progress.stop();
    if (!(await reader.settle(error))) throw unansweredError(error.questions, input, options, output);
    return planAndSend(reader, input, options, connection, output, context);
  }
}
