import type { ExitCode } from "../exit-codes.ts";
import type { Rim } from "../rim/rim.ts";

/** Takes the exit code of the command that was called. */
export type Done = (code: ExitCode) => void;

/** The outside world, loaded when a command is called. */
export async function loadRim(): Promise<Rim> {
  const { systemRim } = await import("../rim/rim.ts");
  return systemRim();
}
