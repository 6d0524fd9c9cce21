import type { Context } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { openOutput } from "../../job/command-output.ts";
import { resumeRun } from "../../job/round/later-round.ts";
import type { CommandValues } from "../../settings/options.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

/** `leadctl resume <run>`: goes on with what an interrupted round left behind, from the run's folder alone. */
export async function resume(
  dir: string,
  options: CommandValues<"resume">,
  context: Context,
): Promise<ExitCode> {
  const output = await openOutput("resume", options, context);
  return resumeRun(dir, { ...options, isAttended: true }, { startSandbox: startOwnSandbox, output, context });
}
