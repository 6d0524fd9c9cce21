import { quickAnswer } from "./cli/quick-answer.ts";

/** The program's entry: the only place that decides the exit code of the process. */
export async function main(): Promise<void> {
  const answer = await quickAnswer(process.argv.slice(2));
  if (answer !== undefined) {
    process.stdout.write(answer);
    return;
  }
  const { runCli } = await import("./cli/cli.ts");
  process.exitCode = await runCli(process.argv);
}
