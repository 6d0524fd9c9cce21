import type { Command, CommanderError } from "commander";
import { loadRim } from "./cli/done.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { programVersion } from "./program-version.ts";

/**
 * Runs one command line. Commands are loaded when they are called, so that help costs next to nothing, and the
 * version alone costs less.
 *
 * @param argv As Node gives it: the program's path comes second.
 */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  if (argv.length === 3 && (argv[2] === "--version" || argv[2] === "-V")) {
    process.stdout.write(`${programVersion()}\n`);
    return EXIT.ok;
  }
  const { declareProgram } = await import("./cli/program.ts");
  let exitCode: ExitCode = EXIT.ok;
  const program = declareProgram((code) => {
    exitCode = code;
  });
  try {
    requireCommand(program, argv[2]);
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (isUsageFault(error)) {
      if (error.exitCode === 0) return EXIT.ok;
      // Without a command, the help has been shown instead.
      if (error.code === "commander.help") return EXIT.usage;
      return reportFailure(await usageFailureOf(error, program, argv), argv);
    }
    return reportFailure(error, argv);
  }
}

/** Commander shows the help of the program for a command that there is not, where `--help` follows. */
function requireCommand(program: Command, name: string | undefined): void {
  if (name === undefined || name.startsWith("-") || commandNames(program).includes(name)) return;
  program.error(`unknown command '${name}'`, { code: "commander.unknownCommand" });
}

function commandNames(program: Command): string[] {
  return program.commands.map((command) => command.name());
}

function isUsageFault(error: unknown): error is CommanderError {
  return error instanceof Error && error.name === "CommanderError";
}

async function reportFailure(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  const failure = await import("./rim/report-failure.ts");
  return failure.reportFailure(error, failureForms(argv), await loadRim());
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
    import("./rim/usage-failure.ts"),
    import("./cli/help.ts"),
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
    commands: commandNames(program),
    options: [...options, "-h", "--help"],
  });
}
