import { basename } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { describeCause } from "../base/file-error.ts";
import { errorDocument } from "../job/command-output.ts";
import { type EventFields, eventLine } from "../job/events.ts";
import { renderError } from "../terminal/layout.ts";
import { jsonLine } from "../terminal/safe-text.ts";
import { commandText, type Shell, shellFor } from "../terminal/shell-command.ts";
import { styleFor } from "../terminal/style.ts";

/** In which forms a failure is told besides words. */
export interface FailureForms {
  /** A document on stdout. */
  isJson: boolean;
  /** An event on stderr, instead of words. */
  isEvent: boolean;
}

/** Says why a command failed: an expected failure in words, a bug of ours with its stack. */
export function reportFailure(error: unknown, { isJson, isEvent }: FailureForms, context: Context): ExitCode {
  // A command that failed early may not have come to read its key.
  context.takeSecret("LEADCTL_API_KEY");
  const { scrub } = context;
  const failure = failureOf(error, context);
  if (isEvent) context.stderr.write(eventLine(errorEvent(failure), scrub));
  else context.stderr.write(scrub(renderError(withNames(failure), styleFor(context.stderr, context.env))));
  if (failure.exitCode === EXIT.bug)
    context.stderr.write(`${scrub(String((error as Error)?.stack ?? error))}\n`);
  if (isJson) context.stdout.write(jsonLine(errorDocument(failure), scrub));
  return failure.exitCode;
}

/** Names that were typed with spaces in them, which the words repeat, stay in one piece. */
function withNames({ message, hint, lines, whole }: CliError) {
  const typed = process.argv.slice(2).flatMap((word) => [word, basename(word)]);
  return { message, hint, lines, whole: [...whole, ...typed] };
}

/** What a person is told of an error, its hint whole. */
export function failureOf(error: unknown, context: Context): CliError {
  const expected = error instanceof CliError ? error : (diskFailure(error) ?? bug(error));
  return withCommand(expected, shellFor(context));
}

/** The same failure, its command behind its hint as it can be pasted. */
function withCommand(failure: CliError, shell: Shell): CliError {
  const { message, code, exitCode, hint, command, lines, document } = failure;
  if (command === undefined) return failure;
  const text = commandText(command, shell);
  const whole = [...failure.whole, text];
  return new CliError(message, { code, exitCode, hint: `${hint} ${text}`, whole, lines, document });
}

function errorEvent({ code, message, hint, exitCode }: CliError): EventFields {
  return { event: "error", code, message, hint, exitCode };
}

const DISK_CODES: ReadonlySet<string> = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "EFBIG", "EMFILE", "ENFILE", "EBUSY"],
  ...["EEXIST", "ENOENT", "ENOTDIR", "EISDIR", "ENOTEMPTY", "ELOOP", "ENAMETOOLONG"],
]);

/** What a disk refuses is no bug of ours: the folder is not there, may not be written, or is full. */
function diskFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !DISK_CODES.has(code ?? "")) return undefined;
  const reason = error.message.replace(/^[A-Z]+: /, "").replace(/, \w+.*$/s, "");
  return new CliError(`${path ?? "A file"}: the system refused to ${syscall} it (${code}, ${reason})`, {
    code: "disk",
    exitCode: EXIT.journal,
    hint: "See that the folder is there, may be written, and that the disk has room. Where leads were sent already, the run's journal has them: go on with leadctl resume.",
    cause: error,
  });
}

/** Something that a command wrote for its reader did not arrive. What it did besides is done. */
export function lostOutput(cause: Error): CliError {
  return new CliError(`The output could not be written whole: ${describeCause(cause)}`, {
    code: "output-lost",
    exitCode: EXIT.journal,
    hint: "What was sent is in the run's folder all the same: leadctl report renders it again.",
    cause,
  });
}

function bug(error: unknown): CliError {
  return new CliError(`A bug in leadctl: ${error instanceof Error ? error.message : String(error)}`, {
    code: "bug",
    exitCode: EXIT.bug,
    hint: "Please report it with the lines below. What was sent is in the run's journal: leadctl resume tells how far it came.",
    cause: error,
  });
}
