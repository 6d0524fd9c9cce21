import type { Context } from "../base/context.ts";
import type { ExitCode } from "../base/exit-codes.ts";

/** Takes the exit code of the command that was called. */
export type Done = (code: ExitCode) => void;

/** The outside world, loaded when a command is called. */
export async function loadContext(): Promise<Context> {
  const { systemContext } = await import("../base/context.ts");
  return systemContext();
}
