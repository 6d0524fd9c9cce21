import type { Command, CommanderError } from "commander";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { loadContext } from "./done.ts";
import { COMMAND_NAMES, type CommandName, overviewText, SUMMARIES } from "./overview.ts";

/** These speak of all commands. */
const WANT_ALL: readonly string[] = ["completion", "help"] satisfies CommandName[];

/**
 * Runs one command line. Commands are loaded when they are called.
 *
 * @param argv As Node gives it: the program's path comes second.
 */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  const word = argv[2];
  if (word === undefined) {
    process.stderr.write(overviewText());
    return EXIT.usage;
  }
  const { declareProgram } = await import("./program.ts");
  let exitCode: ExitCode = EXIT.ok;
  const program = await declareProgram((code) => {
    exitCode = code;
  }, wantedCommands(word));
  try {
    // Commander shows the help of the program for a command that there is not, where `--help` follows.
    if (!word.startsWith("-") && !SUMMARIES.has(word))
      program.error(`unknown command '${word}'`, { code: "commander.unknownCommand" });
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (!isUsageFault(error)) return reportFailure(error, argv);
    if (error.exitCode === 0) return EXIT.ok;
    // Without a command, the help has been shown instead.
    if (error.code === "commander.help") return EXIT.usage;
    return reportFailure(await usageFailureOf(error, program, argv), argv);
  }
}

/** The commands that a line may speak of: to declare the others would take time. */
function wantedCommands(word: string): readonly CommandName[] {
  const wantsAll = word.startsWith("-") || WANT_ALL.includes(word);
  return wantsAll ? COMMAND_NAMES : COMMAND_NAMES.filter((name) => name === word);
}

function isUsageFault(error: unknown): error is CommanderError {
  return error instanceof Error && error.name === "CommanderError";
}

async function reportFailure(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  const failure = await import("./report-failure.ts");
  return failure.reportFailure(error, failureForms(argv), await loadContext());
}

/** Asked of the line itself, since it may be one that could not be read. */
function failureForms(argv: readonly string[]): { isJson: boolean; isEvent: boolean } {
  const line = argv.join(" ");
  return { isJson: argv.includes("--json"), isEvent: / --progress[ =]json(?: |$)/.test(line) };
}

/** A line that commander could not read, in our own words for errors. */
async function usageFailureOf(
  { code, message }: CommanderError,
  program: Command,
  argv: readonly string[],
): Promise<Error> {
  const [{ usageFailure }, { examplesOf }] = await Promise.all([
    import("./usage-failure.ts"),
    import("./help.ts"),
  ]);
  const isUnknown = code === "commander.unknownCommand";
  const command = isUnknown ? undefined : program.commands.find((known) => known.name() === argv[2]);
  const lines = command ? examplesOf(command).map(([line]) => line) : [];
  const options = (command ?? program).options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
  return usageFailure({
    code,
    message: message.replace(/^error: /, ""),
    command: command?.name(),
    example: lines.find((line) => line.startsWith(`leadctl ${command?.name()} `)),
    commands: COMMAND_NAMES,
    options: [...options, "-h", "--help"],
  });
}
