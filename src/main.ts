import { setFlagsFromString } from "node:v8";
import { crash, runCli } from "./cli/cli.ts";

let isWatching = false;

/** The program's entry: the only place that decides the exit code of the process. */
export async function main(): Promise<void> {
  if (!isWatching) {
    // Node's own exit code for what nobody catches is 1, which says something else here.
    process.on("uncaughtException", (error) => crash(error, process.argv).then(process.exit));
    // When nothing is left to do or to write. Node would take its memory down piece by piece first.
    process.on("beforeExit", () => process.exit());
    // V8 lets the heap grow to several times of what is used before it collects garbage: 100 MB more at a million rows.
    setFlagsFromString("--heap-growing-percent=30");
  }
  isWatching = true;
  process.exitCode = await runCli(process.argv);
}
