import { Command, CommanderError } from "commander";
import { type Done, loadRim } from "./cli/done.ts";
import { declareConfig, declareSandbox, declareSmoke } from "./cli/environment-commands.ts";
import { declareExplain, declareReport, declareRuns } from "./cli/lookup-commands.ts";
import { declareReplay, declareResume, declareSubmit, declareValidate } from "./cli/run-commands.ts";
import { declareMap, declareTemplate } from "./cli/sheet-commands.ts";
import { CliError } from "./cli-error.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { programVersion } from "./program-version.ts";

/**
 * Runs one command line. Commands are loaded when they are called, so that help costs next to nothing.
 *
 * @param argv As Node gives it: the program's path comes second.
 */
export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = declareProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      // Without a command, the help has been shown instead.
      return error.code === "commander.help" ? EXIT.usage : await reportUsage(error, argv);
    }
    const { reportFailure } = await import("./commands/report-failure.ts");
    return reportFailure(error, failureForms(argv), await loadRim());
  }
}

function declareProgram(done: Done): Command {
  const program = new Command("leadctl")
    .description("Submits spreadsheets of home-financing leads, and tells what happened to every row.")
    .version(programVersion())
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError()
    .addHelpText("before", EXAMPLES);
  declareSubmit(program, done);
  declareValidate(program, done);
  declareResume(program, done);
  declareReplay(program, done);
  declareExplain(program, done);
  declareRuns(program, done);
  declareReport(program, done);
  declareMap(program, done);
  declareTemplate(program, done);
  declareSmoke(program, done);
  declareSandbox(program, done);
  declareConfig(program, done);
  return program;
}

const EXAMPLES = `Examples:
  leadctl submit leads.csv --sandbox     try it: the service comes along, no account needed
  leadctl validate leads.csv             check a sheet without sending anything
  leadctl submit leads.csv               send it (LEADCTL_BASE_URL, LEADCTL_PARTNER, LEADCTL_API_KEY)
  leadctl resume leadctl-runs/<run>      go on with a run that was interrupted
`;

/** Asked of the line itself, since it may be one that could not be read. */
function failureForms(argv: readonly string[]): { isJson: boolean; isEvent: boolean } {
  const line = argv.join(" ");
  return { isJson: argv.includes("--json"), isEvent: / --progress[ =]json(?: |$)/.test(line) };
}

/** A line that commander could not read: exit code 2, in our own words for errors. */
async function reportUsage(error: CommanderError, argv: readonly string[]): Promise<ExitCode> {
  const { reportFailure } = await import("./commands/report-failure.ts");
  const message = error.message.replace(/^error: /, "").split("\n");
  const command =
    argv[2] !== undefined && !argv[2].startsWith("-") && error.code !== "commander.unknownCommand"
      ? ` ${argv[2]}`
      : "";
  const suggestion = message.slice(1).map((line) => line.replace(/^\((.*)\)$/, "$1"));
  const hint = [...suggestion, `leadctl${command} --help shows what there is.`].join(" ");
  const failure = new CliError(message[0] ?? "", { code: "usage", exitCode: EXIT.usage, hint });
  return reportFailure(failure, failureForms(argv), await loadRim());
}
