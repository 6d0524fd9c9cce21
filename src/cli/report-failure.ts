import { basename } from "node:path";
import type { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { describeCause } from "../base/file-error.ts";
import { errorDocument } from "../job/command-output.ts";
import { errorEvent, failureOf } from "../job/failure.ts";
import { eventLine } from "../job/progress/events.ts";
import { COMMAND_OPTIONS, type OptionGroup } from "../settings/options.ts";
import { renderError } from "../terminal/layout.ts";
import { documentLine } from "../terminal/safe-text.ts";
import { styleFor } from "../terminal/style.ts";
import { commandError } from "./command-errors.ts";

/** The formats of a failure besides text. */
export interface FailureForms {
  /** The schema of a document on stdout; null for none. */
  document: string | null;
  /** An event on stderr, instead of words. */
  isEvent: boolean;
}

/** Reads the line itself, because commander may not have understood it. */
export function formsAsked(argv: readonly string[]): FailureForms {
  const [, , command = ""] = argv;
  const options: Readonly<Record<string, OptionGroup>> = COMMAND_OPTIONS;
  const schema = options[command]?.json === undefined ? "error" : command;
  return {
    document: argv.includes("--json") ? schema : null,
    isEvent: / --progress[ =]json(?: |$)/.test(argv.join(" ")),
  };
}

/** Says why a command failed: an expected failure in words, a bug of ours with its stack. */
export function reportFailure(
  error: unknown,
  { document, isEvent }: FailureForms,
  context: Context,
): ExitCode {
  // A command that failed early may not have come to read its key.
  context.takeSecret("LEADCTL_API_KEY");
  const { scrub } = context;
  const failure = failureOf(error, context);
  if (isEvent) context.stderr.write(eventLine(errorEvent(failure), scrub));
  else context.stderr.write(scrub(renderError(withNames(failure), styleFor(context.stderr, context.env))));
  if (failure.exitCode === EXIT.bug)
    context.stderr.write(`${scrub(String((error as Error)?.stack ?? error))}\n`);
  if (document !== null) context.stdout.write(documentLine(document, errorDocument(failure), scrub));
  return failure.exitCode;
}

/** Keeps typed names with spaces in one piece where the message repeats them. */
function withNames({ message, hint, lines, whole }: CliError) {
  const typed = process.argv.slice(2).flatMap((word) => [word, basename(word)]);
  return { message, hint, lines, whole: [...whole, ...typed] };
}

/** Commands whose work is kept in a run's folder, whatever became of their output. */
const KEPT_IN_RUN: ReadonlySet<string | undefined> = new Set([
  "submit",
  "resume",
  "replay",
  "resolve",
  "report",
]);

/** Part of a command's output was lost. Its other work is done. */
export function lostOutput(cause: Error, command: string | undefined): CliError {
  return commandError(
    "output-lost",
    { why: describeCause(cause), isKept: KEPT_IN_RUN.has(command) },
    { exitCode: EXIT.journal, cause },
  );
}
