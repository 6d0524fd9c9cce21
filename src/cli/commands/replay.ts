import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode, mostSevere } from "../../base/exit-codes.ts";
import { isStopRequested } from "../../base/interruption.ts";
import { type CommandOutput, errorDocument, openOutput, runsTogether } from "../../job/command-output.ts";
import { failureOf } from "../../job/failure.ts";
import { type RoundTools, replayRun } from "../../job/round/later-round.ts";
import type { ReplayDocument } from "../../job/round-schemas.ts";
import type { CommandValues } from "../../settings/options.ts";
import { safeText } from "../../terminal/safe-text.ts";
import { commandError } from "../command-errors.ts";
import { reportFailure } from "../report-failure.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

type ReplayOptions = CommandValues<"replay">;

/**
 * `leadctl replay <run...>`: a new round of the same run, for what failed, for what is asked for, or for corrected rows. Of
 * several runs one after another, each under its own lock and bound to its own target; what fails one stops no other.
 *
 * @returns The most severe exit code of all runs.
 */
export async function replay(
  dirs: readonly string[],
  options: ReplayOptions,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput("replay", options, context);
  const isOfSeveral = dirs.length > 1;
  if (isOfSeveral && options.with !== undefined) throw commandError("usage/with-for-one");
  if (isOfSeveral && options.ranges !== undefined) throw commandError("usage/rows-for-one");
  const codes: ExitCode[] = [];
  const runs: ReplayDocument["runs"][number][] = [];
  let correction: ReplayDocument["correction"] = null;
  for (const dir of dirs) {
    if (isOfSeveral && isStopRequested()) {
      const message = `${dir} was not begun: the program was asked to stop`;
      output.say(`${safeText(message)}.\n`);
      runs.push({
        dir,
        error: { code: "not-begun", finding: "not-begun", message, hint: "Give the same command again." },
      });
      codes.push(EXIT.incomplete);
      continue;
    }
    const own: CommandOutput = {
      // Each run gets its own display, because one that has ended cannot start again.
      ...(isOfSeveral ? await openOutput("replay", options, context) : output),
      document: ({ correction: found, ...fields }) => {
        runs.push(fields);
        correction = found ?? null;
      },
    };
    if (isOfSeveral) output.say(`\n${output.style.chalk.bold(safeText(dir))}\n`);
    const tools: RoundTools = { startSandbox: startOwnSandbox, output: own, context };
    const code = await replayRun(dir, { ...options, isAttended: !isOfSeveral }, tools).catch((error) => {
      const failure = failureOf(error, context);
      if (!isOfSeveral || failure.exitCode === EXIT.bug) throw error;
      runs.push({ dir, ...errorDocument(failure) });
      return reportFailure(error, { document: null, isEvent: !output.isForPeople }, context);
    });
    codes.push(code);
  }
  if (runs.length > 0) output.document(documentOf(runs, correction));
  return mostSevere(codes);
}

function documentOf(runs: ReplayDocument["runs"], correction: ReplayDocument["correction"]): ReplayDocument {
  const replayed = runs.filter((each) => "run" in each);
  const { run, summary } = runsTogether(replayed);
  const complete = run.complete && replayed.length === runs.length;
  return { run: { ...run, complete }, summary, correction, runs };
}
