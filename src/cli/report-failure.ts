import { basename } from "node:path";
import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { describeCause } from "../base/file-error.ts";
import { errorDocument } from "../job/command-output.ts";
import { errorEvent, failureOf } from "../job/failure.ts";
import { eventLine } from "../job/progress/events.ts";
import { renderError } from "../terminal/layout.ts";
import { jsonLine } from "../terminal/safe-text.ts";
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

/** Commands whose work is kept in a run's folder, whatever became of their output. */
const KEPT_IN_RUN: ReadonlySet<string | undefined> = new Set([
  "submit",
  "resume",
  "replay",
  "resolve",
  "report",
]);

/** Something that a command wrote for its reader did not arrive. What it did besides is done. */
export function lostOutput(cause: Error, command: string | undefined): CliError {
  return new CliError(`The output could not be written whole: ${describeCause(cause)}`, {
    code: "output-lost",
    exitCode: EXIT.journal,
    hint: KEPT_IN_RUN.has(command)
      ? "What was sent is in the run's folder: leadctl report renders it again."
      : "Give the same command again, with its output going to where there is room.",
    cause,
  });
}
