import { crash, runCli } from "./cli/cli.ts";

let isWatching = false;

/** The program's entry: the only place that decides the exit code of the process. */
export async function main(): Promise<void> {
  if (!isWatching) {
    // Node's own exit code for what nobody catches is 1, which says something else here.
    process.on("uncaughtException", (error) => crash(error, process.argv).then(process.exit));
    // When nothing is left to do or to write. Node would take its memory down piece by piece first.
    process.on("beforeExit", () => process.exit());
  }
  isWatching = true;
  process.exitCode = await runCli(process.argv);
}
