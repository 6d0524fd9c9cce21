import type { Context } from "../../base/context.ts";
import { type CommandOutput, openOutput } from "../../job/command-output.ts";

/** An output of a job that says nothing anywhere: the page shows what comes of it. */
export function silentOutput(context: Context): Promise<CommandOutput> {
  return openOutput("desk", { json: false, all: false, quiet: true, progress: "none" }, context);
}
