import type { Command } from "commander";
import { type Done, loadRim } from "./done.ts";
import { addOutputOptions } from "./options.ts";

export function declareExplain(program: Command, done: Done): void {
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
      const { explain } = await import("../commands/explain.ts");
      done(await explain(runOrQuery, row, flags, await loadRim()));
    });
}

export function declareRuns(program: Command, done: Done): void {
  program
    .command("runs")
    .description("List the runs here, how they ended and what comes next.")
    .option("--runs <dir>", "folder that holds the runs (default: leadctl-runs)")
    .option("--purge <age>", "remove runs older than this, as in 30d, after showing them")
    .option("--yes", "remove without asking")
    .option("--force", "with --purge: also runs that are interrupted or damaged")
    .option("--json", "one JSON document on stdout")
    .action(async (flags) => {
      const { runs } = await import("../commands/runs.ts");
      done(await runs(flags, await loadRim()));
    });
}

export function declareReport(program: Command, done: Done): void {
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
    const { report } = await import("../commands/report.ts");
    done(await report(dirs, flags, await loadRim()));
  });
}
