import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { CliError } from "./cli-error.ts";
import {
  addOutputOptions,
  inputOptions,
  selectionOptions,
  sendOptions,
  targetOptions,
} from "./cli-options.ts";
import type { Rim } from "./commands/rim.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";

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
    return reportFailure(error, argv.includes("--json"), await loadRim());
  }
}

type Done = (code: ExitCode) => void;

function declareProgram(done: Done): Command {
  const program = new Command("leadctl")
    .description("Submits spreadsheets of home-financing leads, and tells what happened to every row.")
    .version(readVersion())
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
  declareSmoke(program, done);
  declareSandbox(program, done);
  return program;
}

const EXAMPLES = `Examples:
  leadctl submit leads.csv --sandbox     try it: the service comes along, no account needed
  leadctl validate leads.csv             check a sheet without sending anything
  leadctl submit leads.csv               send it (LEADCTL_BASE_URL, LEADCTL_PARTNER, LEADCTL_API_KEY)
  leadctl resume leadctl-runs/<run>      go on with a run that was interrupted
`;

function declareSubmit(program: Command, done: Done): void {
  const command = program
    .command("submit")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Check a sheet, send what is ready, and write the reports.");
  for (const option of [...targetOptions(), ...sendOptions(), ...selectionOptions(), ...inputOptions()]) {
    command.addOption(option);
  }
  command
    .option("--out <dir>", "folder of the run (default: leadctl-runs/<UTC time>-<input name>)")
    .option("--strict", "refuse rows that would only be warned about");
  addOutputOptions(command).action(async (input, flags) => {
    const { submit } = await import("./commands/submit.ts");
    done(await submit(input, flags, await loadRim()));
  });
}

function declareValidate(program: Command, done: Done): void {
  const command = program
    .command("validate")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Check a sheet without sending anything. Needs neither key nor target.");
  for (const option of [...selectionOptions(), ...inputOptions()]) command.addOption(option);
  command
    .option("--out <dir>", "write report and fix files there, without sending anything")
    .option("--strict", "refuse rows that would only be warned about");
  addOutputOptions(command).action(async (input, flags) => {
    const { validate } = await import("./commands/validate.ts");
    done(await validate(input, flags, await loadRim()));
  });
}

function declareResume(program: Command, done: Done): void {
  const command = program
    .command("resume")
    .argument("<run>", "the run's folder")
    .description("Go on with a run that was interrupted. What is settled is not sent again.");
  for (const option of [...targetOptions(), ...sendOptions()]) command.addOption(option);
  command.option("--take-over", "the run was left locked by another host that is no longer at it");
  addOutputOptions(command).action(async (dir, flags) => {
    const { resume } = await import("./commands/resume.ts");
    done(await resume(dir, flags, await loadRim()));
  });
}

function declareReplay(program: Command, done: Done): void {
  const command = program
    .command("replay")
    .argument("<run>", "the run's folder")
    .description("Send again what failed, or corrected rows, as a new round of the same run.");
  for (const option of [...targetOptions(), ...sendOptions(), ...inputOptions()]) command.addOption(option);
  command
    .option("--with <file>", "the run's fix file, corrected: its changed rows go instead of what failed")
    .option("--status <list>", "which rows, by status, separated by commas (default: failed,pending)")
    .option("--rows <list>", "only these rows, as in 5,7-10")
    .option("--take-over", "the run was left locked by another host that is no longer at it");
  addOutputOptions(command).action(async (dir, flags) => {
    const { replay } = await import("./commands/replay.ts");
    done(await replay(dir, flags, await loadRim()));
  });
}

function declareExplain(program: Command, done: Done): void {
  program
    .command("explain")
    .argument(
      "<run-or-query>",
      "a run's folder; or an e-mail, quote id or affiliate id, looked for in all runs here",
    )
    .argument("[row]", "the row's number, as the spreadsheet shows it")
    .description("Tell what happened to a row, what it means and what to do.")
    .option("--runs <dir>", "folder that holds the runs (default: leadctl-runs)")
    .option("--reveal", "show login links and whole e-mail addresses")
    .option("--json", "one JSON document on stdout")
    .action(async (runOrQuery, row, flags) => {
      const { explain } = await import("./commands/explain.ts");
      done(await explain(runOrQuery, row, flags, await loadRim()));
    });
}

function declareRuns(program: Command, done: Done): void {
  program
    .command("runs")
    .description("List the runs here, how they ended and what comes next.")
    .option("--runs <dir>", "folder that holds the runs (default: leadctl-runs)")
    .option("--purge <age>", "remove runs older than this, as in 30d, after showing them")
    .option("--yes", "remove without asking")
    .option("--force", "with --purge: also runs that are interrupted or damaged")
    .option("--json", "one JSON document on stdout")
    .action(async (flags) => {
      const { runs } = await import("./commands/runs.ts");
      done(await runs(flags, await loadRim()));
    });
}

function declareReport(program: Command, done: Done): void {
  const command = program
    .command("report")
    .argument("<run...>", "the run's folder; several are the shards of one input")
    .description("Render a run again. Without --format, the reports in its folder are written anew.")
    .option("--format <format>", "html, csv, json, junit or markdown (default: by the name of --output)")
    .option("--output <file>", "where to (default: stdout)")
    .option("--status <list>", "only rows with these statuses, separated by commas")
    .option("--rows <list>", "only these rows, as in 5,7-10")
    .option("--reveal", "with e-mails, names and login links in html, junit and markdown too");
  addOutputOptions(command).action(async (dirs, flags) => {
    const { report } = await import("./commands/report.ts");
    done(await report(dirs, flags, await loadRim()));
  });
}

function declareSmoke(program: Command, done: Done): void {
  const command = program
    .command("smoke")
    .description("Hold an environment against the service's interface, and tell exactly where it differs.");
  for (const option of targetOptions()) command.addOption(option);
  command
    .option("--no-create", "only what creates no quote; otherwise their number is told before")
    .option("--email <template>", "addresses of the leads (default: leadctl+{tag}@example.com)")
    .option("--existing-user <email>", "an account there without a quote, to check that it is refused")
    .option("--discover", "tell, too, what it does where the interface is silent")
    .option("--output <file>", "keep what --discover found, as a baseline")
    .option("--baseline <file>", "what has changed since this baseline differs")
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--repeat <n>", "rounds, for a soak (default: 1)")
    .option("--timeout <time>", "total deadline of one request (default: 30s)")
    .option("--json", "one JSON document on stdout")
    .action(async (flags) => {
      const { smoke } = await import("./commands/smoke.ts");
      done(await smoke(flags, await loadRim()));
    });
}

function declareSandbox(program: Command, done: Done): void {
  program
    .command("sandbox")
    .description("Run the whole Lead Creation Service on this machine, to try and to rehearse.")
    .option("--port <number>", "port to listen on; 0 picks a free one", "0")
    .option("--host <address>", "address to listen on; anything but loopback needs --expose", "127.0.0.1")
    .option("--expose", "let other machines reach it")
    .option("--key <key>", "a key that is accepted; repeatable (default: one made at random)", collect)
    .option("--partner <name>", "a partner that is served; repeatable (default: any)", collect)
    .option("--user <email>", "an account that exists already; repeatable", collect)
    .option("--base-url <url>", "base of the login links (default: its own address)")
    .option("--log <file>", "write one JSON line a request, without keys and tokens")
    .option("--latency <time>", "delay of every answer, as in 50ms or 50ms±20ms")
    .option("--rate-limit <rate>", "answer 429 above this rate, as in 20/s")
    .option("--fault <kind=probability>", "a fault at random, as in 500-before=0.1; repeatable", collect)
    .option("--seed <number>", "seed of the random faults, to have the same ones again")
    .option("--faults <file>", "a script of faults by e-mail and attempt, as JSON")
    .action(async (flags) => {
      const { runSandboxCommand } = await import("./commands/sandbox.ts");
      done(await runSandboxCommand(flags));
    });
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

async function loadRim(): Promise<Rim> {
  const { systemRim } = await import("./commands/rim.ts");
  return systemRim();
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
  return reportFailure(failure, argv.includes("--json"), await loadRim());
}

function readVersion(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}
