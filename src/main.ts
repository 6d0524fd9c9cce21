import { runCli } from "./cli/cli.ts";

/** The program's entry: the only place that decides the exit code of the process. */
export async function main(): Promise<void> {
  process.exitCode = await runCli(process.argv);
}
