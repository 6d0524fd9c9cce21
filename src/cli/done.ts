import type { Rim } from "../commands/rim.ts";
import type { ExitCode } from "../exit-codes.ts";

/** Takes the exit code of the command that was called. */
export type Done = (code: ExitCode) => void;

/** The outside world, loaded when a command is called. */
export async function loadRim(): Promise<Rim> {
  const { systemRim } = await import("../commands/rim.ts");
  return systemRim();
}
