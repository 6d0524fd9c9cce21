import type { CommanderError } from "commander";
import { systemContext } from "../base/context.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { outputLoss, watchOutput } from "../base/output.ts";
import { findInstallation, installationText, isExecutable, programVersion } from "../base/package-files.ts";
import { shellFor } from "../terminal/shell-command.ts";
import {
  COMMAND_NAMES,
  type CommandName,
  greetingText,
  type HelpPlace,
  overviewText,
  SUMMARIES,
} from "./help/overview.ts";

/**
 * Runs one command line. Commands are loaded when they are called.
 *
 * @param argv As Node gives it: the program's path comes second.
 */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  watchOutput();
  const exitCode = await runLine(argv);
  const failure = await outputLoss();
  if (failure === undefined || OUTRANKS_OUTPUT.has(exitCode)) return exitCode;
  const { lostOutput } = await import("./report-failure.ts");
  return reportFailure(lostOutput(failure, argv[2]), []);
}

/** Exit codes that say more than that the output is incomplete. */
const OUTRANKS_OUTPUT: ReadonlySet<ExitCode> = new Set([EXIT.interrupted, EXIT.terminated, EXIT.bug]);

async function runLine(argv: readonly string[]): Promise<ExitCode> {
  const answer = quickAnswer(argv.slice(2));
  if (answer !== undefined) {
    process.stdout.write(answer.text);
    if (answer.aside !== undefined) process.stderr.write(answer.aside);
    return EXIT.ok;
  }
  const word = argv[2];
  if (word === undefined) {
    if (isExecutable) {
      const { hasOwnWindow, runInOwnWindow } = await import("./own-window.ts");
      const context = systemContext();
      const desk = (): Promise<ExitCode> => runLine([...argv, "desk" satisfies CommandName]);
      if (hasOwnWindow(context)) return runInOwnWindow(context, process.execPath, desk);
    }
    process.stderr.write(greetingText(helpPlace(process.stderr)));
    return EXIT.usage;
  }
  const [{ declareProgram }, { COMMANDS }] = await Promise.all([
    import("./help/program.ts"),
    import("./command-table.ts"),
  ]);
  if (word === COMPLETE)
    return (await import("./completion/completion.ts")).complete(argv.slice(3), COMMANDS, process);
  let exitCode: ExitCode = EXIT.ok;
  const place = helpPlace(process.stdout);
  const done = (code: ExitCode): void => {
    exitCode = code;
  };
  const program = declareProgram(COMMANDS, wantedCommands(word), done, place);
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
    const { usageFailure } = await import("./usage-failure.ts");
    return reportFailure(usageFailure(error, word, shellFor(systemContext())), argv);
  }
}

/** The hidden command that the scripts of `leadctl completion` call. */
const COMPLETE = "__complete";

/** Answers questions that newcomers ask first, without loading anything. */
function quickAnswer([word, ...others]: readonly string[]): { text: string; aside?: string } | undefined {
  if (others.length > 0) return undefined;
  if (word === "--version" || word === "-V")
    // Scripts expect only the version on stdout.
    return { text: `${programVersion()}\n`, aside: `${installationText(findInstallation())}\n` };
  const isHelp = word === "--help" || word === "-h" || word === "help";
  return isHelp ? { text: overviewText(helpPlace(process.stdout)) } : undefined;
}

/** No wider than a page, and as narrow as the terminal is. */
function helpPlace({ isTTY, columns }: { isTTY?: boolean; columns?: number }): HelpPlace {
  const width = isTTY && columns ? Math.max(columns, HELP_COLUMNS_MIN) : HELP_COLUMNS_MAX;
  return { program: shellFor(systemContext()).call, columns: Math.min(width, HELP_COLUMNS_MAX) };
}

const HELP_COLUMNS_MIN = 30;
const HELP_COLUMNS_MAX = 80;

/** The commands that a line may speak of: to declare the others would take time. */
function wantedCommands(word: string): readonly CommandName[] {
  const wantsAll = word.startsWith("-") || word === ("help" satisfies CommandName);
  return wantsAll ? COMMAND_NAMES : COMMAND_NAMES.filter((name) => name === word);
}

function isUsageFault(error: unknown): error is CommanderError {
  return error instanceof Error && error.name === "CommanderError";
}

/** Reports an error that nothing caught. */
export async function crash(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  await reportFailure(error, argv).catch(() => undefined);
  return EXIT.bug;
}

async function reportFailure(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  const failure = await import("./report-failure.ts");
  if (argv[2] !== ("smoke" satisfies CommandName))
    return failure.reportFailure(error, failure.formsAsked(argv), systemContext());
  const { refuseSmoke } = await import("./commands/smoke.ts");
  const { document, isEvent } = failure.formsAsked(argv);
  const progress = isEvent ? "json" : "auto";
  return refuseSmoke(error, { json: document !== null, progress, ...junitIn(argv) }, systemContext());
}

/** The file of `--junit <file>` or `--junit=<file>`. */
function junitIn(argv: readonly string[]): { junit?: string } {
  const at = argv.findIndex((word) => word === "--junit" || word.startsWith("--junit="));
  if (at < 0) return {};
  const junit = argv[at]?.split("=").slice(1).join("=") || argv[at + 1];
  return junit === undefined ? {} : { junit };
}
