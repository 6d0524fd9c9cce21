import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { openOutput } from "../../job/command-output.ts";
import { openConnection } from "../../job/round/connect.ts";
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
    const order = { ...options, isAttended: true };
    return await reader.answered(() => submitInput(reader, order, connection, output, context));
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    throw unansweredError(error.questions, input, options, output);
  } finally {
    output.progress.stop();
    await connection.close();
  }
}
