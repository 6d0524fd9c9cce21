import { Command } from "commander";
import { programVersion } from "../base/program-version.ts";
import type { Done } from "./done.ts";
import { configureHelp } from "./help.ts";
import { COMMAND_NAMES, type CommandName, SUMMARIES } from "./overview.ts";

type Declaration = (program: Command, done: Done) => Command;

/** Where each command is declared. Only what a line needs is loaded. */
const DECLARATIONS: Readonly<Record<CommandName, () => Promise<Declaration>>> = {
  submit: async () => (await import("./run-commands.ts")).declareSubmit,
  validate: async () => (await import("./run-commands.ts")).declareValidate,
  resume: async () => (await import("./run-commands.ts")).declareResume,
  replay: async () => (await import("./run-commands.ts")).declareReplay,
  explain: async () => (await import("./lookup-commands.ts")).declareExplain,
  runs: async () => (await import("./lookup-commands.ts")).declareRuns,
  report: async () => (await import("./lookup-commands.ts")).declareReport,
  map: async () => (await import("./sheet-commands.ts")).declareMap,
  template: async () => (await import("./sheet-commands.ts")).declareTemplate,
  smoke: async () => (await import("./environment-commands.ts")).declareSmoke,
  sandbox: async () => (await import("./environment-commands.ts")).declareSandbox,
  config: async () => (await import("./environment-commands.ts")).declareConfig,
  completion: async () => (await import("./shell-commands.ts")).declareCompletion,
  help: async () => (await import("./shell-commands.ts")).declareHelp,
};

/**
 * The command line. What a command does is loaded when it is called.
 *
 * @param done Gets the exit code of the command that is called.
 * @param names The commands that are wanted.
 */
export async function declareProgram(
  done: Done,
  names: readonly CommandName[] = COMMAND_NAMES,
): Promise<Command> {
  const program = new Command("leadctl")
    .version(programVersion(), "-V, --version", "print the version")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError(false);
  configureHelp(program);
  for (const name of names) {
    const declare = await DECLARATIONS[name]();
    declare(program, done).summary(SUMMARIES.get(name) ?? "");
  }
  return program;
}
