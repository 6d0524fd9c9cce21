import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";

/** The run's record cannot be written or trusted: nothing more is sent. Always exit code 6. */
export function journalError(code: string, message: string, hint: string, cause?: unknown): CliError {
  return new CliError(message, { code, exitCode: EXIT.journal, hint, cause });
}
