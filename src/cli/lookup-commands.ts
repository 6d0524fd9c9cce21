import { type Command, Option } from "commander";
import { type Done, loadContext } from "./done.ts";
import { addExamples } from "./help.ts";
import {
  addOptions,
  choiceOption,
  jsonOption,
  oneOf,
  optionGroup,
  outputOptions,
  rowsOption,
} from "./options.ts";

const RUNS = "folder that holds the runs (default: leadctl-runs)";

export function declareExplain(program: Command, done: Done): Command {
  const command = program
    .command("explain")
    .argument(
      "<run-or-query>",
      "a run's folder; or an e-mail, quote id or affiliate id, looked for in all runs here",
    )
    .argument("[row]", "the row's number, as the spreadsheet shows it")
    .description("Tell what happened to a row, what it means and what to do.")
    .action(async (runOrQuery, row, flags) => {
      const { explain } = await import("./explain.ts");
      done(await explain(runOrQuery, row, flags, await loadContext()));
    });
  addOptions(
    command,
    optionGroup("Files:", new Option("--runs <dir>", RUNS)),
    optionGroup(
      "Output:",
      new Option("--reveal", "show login links and whole e-mail addresses"),
      jsonOption(),
    ),
  );
  return addExamples(command, [
    ["leadctl explain jane@example.com", "Jane's lead, in all runs here"],
    ["leadctl explain leadctl-runs/<run> 17", "row 17 of this run"],
  ]);
}

export function declareRuns(program: Command, done: Done): Command {
  const command = program
    .command("runs")
    .description("List the runs here, how they ended and what comes next.")
    .action(async (flags) => {
      const { runs } = await import("./runs.ts");
      done(await runs(flags, await loadContext()));
    });
  addOptions(
    command,
    optionGroup("Files:", new Option("--runs <dir>", RUNS)),
    optionGroup(
      "Removing:",
      new Option("--purge <age>", "remove runs older than this, as in 30d, after showing them"),
      new Option("--yes", "remove without asking"),
      new Option("--force", "with --purge: also runs that are interrupted or damaged"),
    ),
    optionGroup("Output:", jsonOption()),
  );
  return addExamples(command, [
    ["leadctl runs", "list them"],
    ["leadctl runs --purge 30d", "remove those of more than 30 days ago; asks first"],
  ]);
}

const STATUSES = [
  ...["created", "invalid", "rejected", "duplicate"],
  ...["unconfirmed", "unknown", "failed", "pending"],
];
const REPORT_FORMATS = ["html", "csv", "json", "junit", "markdown"];

export function declareReport(program: Command, done: Done): Command {
  const command = program
    .command("report")
    .argument("<run...>", "the run's folder; several are the shards of one input")
    .description("Render a run again. Without --format, the reports in its folder are written anew.")
    .action(async (dirs, flags) => {
      const { report } = await import("./report.ts");
      done(await report(dirs, flags, await loadContext()));
    });
  const formats = `${oneOf(REPORT_FORMATS)} (default: by the name of --output)`;
  const reveal = "with e-mails, names and login links in html, junit and markdown too";
  addOptions(
    command,
    optionGroup(
      "Report:",
      choiceOption("--format <format>", formats, REPORT_FORMATS),
      new Option("--output <file>", "where to (default: stdout)"),
      new Option("--reveal", reveal),
    ),
    optionGroup(
      "Rows:",
      choiceOption("--status <list>", "only rows with these statuses, separated by commas", STATUSES),
      rowsOption(),
    ),
    outputOptions(),
  );
  return addExamples(command, [
    ["leadctl report leadctl-runs/<run> --output leads.html", "to look at, to share"],
    ["leadctl report leadctl-runs/<run> --format markdown", "for a ticket"],
    ["leadctl report leadctl-runs/<run>", "write its own anew"],
  ]);
}
