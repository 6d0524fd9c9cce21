import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/**
 * The end of a run whose input cannot be used as a whole: nothing has been sent.
 *
 * @param message What is wrong and where, naming the file.
 * @param hint What the person should do next.
 */
export function inputError(code: string, message: string, hint: string, cause?: unknown): CliError {
  return new CliError(message, { code, exitCode: EXIT.usage, hint, cause });
}
