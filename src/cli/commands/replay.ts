import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode, mostSevere } from "../../base/exit-codes.ts";
import { isStopRequested } from "../../base/interruption.ts";
import { type CommandOutput, errorDocument, openOutput } from "../../job/command-output.ts";
import { failureOf } from "../../job/failure.ts";
import { type RoundTools, replayRun } from "../../job/round/later-round.ts";
import { usageError } from "../../settings/option-values.ts";
import type { CommandValues } from "../../settings/options.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { reportFailure } from "../report-failure.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

type ReplayOptions = CommandValues<"replay">;

/**
 * `leadctl replay <run...>`: a new round of the same run, for what failed, for what is asked for, or for corrected rows. Of
 * several runs one after another, each under its own lock and bound to its own target; what fails one stops no other.
 *
 * @returns Of several runs the most severe exit code.
 */
export async function replay(
  dirs: readonly string[],
  options: ReplayOptions,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput(options, context);
  const [first = "", ...others] = dirs;
  const tools: RoundTools = { startSandbox: startOwnSandbox, output, context };
  if (others.length === 0) return replayRun(first, options, tools);
  requireForAll(options);
  const documents: unknown[] = [];
  const codes: ExitCode[] = [];
  const forAll = keepingKeys(context);
  for (const dir of dirs) {
    if (isStopRequested()) {
      output.say(`${safeText(dir)} was not begun: the program was asked to stop.\n`);
      codes.push(EXIT.incomplete);
      continue;
    }
    // A display that has ended with its run is not begun again.
    const own: CommandOutput = {
      ...(await openOutput(options, context)),
      document: (value: unknown) => void documents.push(value),
    };
    output.say(`\n${output.style.chalk.bold(safeText(dir))}\n`);
    const code = await replayRun(dir, options, { ...tools, output: own, context: forAll }).catch((error) => {
      const failure = failureOf(error, context);
      if (failure.exitCode === EXIT.bug) throw error;
      documents.push(errorDocument(failure));
      return reportFailure(error, { isJson: false, isEvent: !output.isForPeople }, forAll);
    });
    codes.push(code);
  }
  output.document({ runs: documents });
  return mostSevere(codes);
}

/** What is meant for one run is not done to several. */
function requireForAll({ with: path, ranges }: ReplayOptions): void {
  if (path !== undefined)
    throw usageError("--with is for one run: a fix file is of one", "Replay its run alone.");
  if (ranges !== undefined)
    throw usageError("--rows is for one run: each numbers its rows itself", "Replay that run alone.");
}

/** A key is taken out of the environment where it is read first: the runs after the first need it too. */
function keepingKeys(context: Context): Context {
  const taken = new Map<string, string | undefined>();
  return {
    ...context,
    takeSecret: (variable) => {
      if (!taken.has(variable)) taken.set(variable, context.takeSecret(variable));
      return taken.get(variable);
    },
  };
}
