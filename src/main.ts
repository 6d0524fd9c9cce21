import { crash, runCli } from "./cli/cli.ts";

let isWatching = false;

/** The program's entry: the only place that decides the exit code of the process. */
export async function main(): Promise<void> {
  // Node's own exit code for what nobody catches is 1, which says something else here.
  if (!isWatching) process.on("uncaughtException", (error) => crash(error, process.argv).then(process.exit));
  isWatching = true;
  process.exitCode = await runCli(process.argv);
}
