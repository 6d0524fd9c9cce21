import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT } from "../base/exit-codes.ts";
import { FileInUse } from "../base/files.ts";
import { commandText, type Shell, shellFor } from "../terminal/shell-command.ts";
import { jobError } from "./job-errors.ts";
import type { EventFields } from "./progress/events.ts";

/** What a person is told of an error, its hint whole. */
export function failureOf(error: unknown, context: Context): CliError {
  const expected = error instanceof CliError ? error : (diskFailure(error) ?? bug(error));
  return withCommand(expected, shellFor(context));
}

/** The same failure, its command behind its hint as it can be pasted. */
function withCommand(failure: CliError, shell: Shell): CliError {
  const { command, hint, whole } = failure;
  if (command === undefined) return failure;
  const text = commandText(command, shell);
  return failure.with({ command: undefined, hint: `${hint} ${text}`, whole: [...whole, text] });
}

/** What programs are told of a failure. */
export function toldFailure({ code, finding, message, hint }: CliError) {
  return { code, finding, message, hint };
}

/** The event of a failed command. */
export function errorEvent(failure: CliError): EventFields {
  return { event: "error", ...toldFailure(failure), exitCode: failure.exitCode };
}

const DISK_CODES: ReadonlySet<string> = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "EFBIG", "EMFILE", "ENFILE", "EBUSY"],
  ...["EEXIST", "ENOENT", "ENOTDIR", "EISDIR", "ENOTEMPTY", "ELOOP", "ENAMETOOLONG"],
]);

/** A refusal of the disk is not a bug of ours: the folder is missing, protected or full. */
function diskFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !DISK_CODES.has(code ?? "")) return undefined;
  const isInUse = error instanceof FileInUse;
  const reason = isInUse ? error.message : error.message.replace(/^[A-Z]+: /, "").replace(/, \w+.*$/s, "");
  const params = { path, call: syscall, code: code ?? "", reason, isInUse };
  return jobError("disk", params, { exitCode: EXIT.journal, cause: error });
}

function bug(error: unknown): CliError {
  const why = error instanceof Error ? error.message : String(error);
  return jobError("bug", { why }, { exitCode: EXIT.bug, cause: error });
}
