import { type Command, Option } from "commander";
import { type Done, loadContext } from "./done.ts";
import { addExamples } from "./help.ts";
import {
  addOptions,
  choiceOption,
  inputOptions,
  mappingOption,
  optionGroup,
  outputOptions,
  rowsOption,
  selectionOptions,
  sendOptions,
  targetOptions,
} from "./options.ts";

const INPUT = 'a CSV, JSON or Excel file; "-" is stdin (with --format)';
const RUN = "the run's folder, as in leadctl-runs/<time>-<input>";

export function declareSubmit(program: Command, done: Done): Command {
  const command = program
    .command("submit")
    .argument("<input>", INPUT)
    .description("Check a sheet, send what is ready, and write the reports.")
    .action(async (input, flags) => {
      const { submit } = await import("./submit.ts");
      done(await submit(input, flags, await loadContext()));
    });
  const out = new Option("--out <dir>", "folder of the run (default: leadctl-runs/<UTC time>-<input name>)");
  addOptions(
    command,
    ...[targetOptions(), selectionOptions(), [mappingOption()], inputOptions()],
    ...[optionGroup("Files:", out), outputOptions(), sendOptions()],
  );
  return addExamples(command, [
    ["leadctl submit leads.csv --sandbox", "try it: no account, nothing real"],
    ["leadctl submit leads.csv", "send it to LEADCTL_BASE_URL"],
    ["leadctl submit leads.xlsx --env staging", "to a place of leadctl.config.json"],
    ["leadctl submit leads.csv --limit 5", "only the first five rows"],
  ]);
}

export function declareValidate(program: Command, done: Done): Command {
  const command = program
    .command("validate")
    .argument("<input>", INPUT)
    .description("Check a sheet without sending anything. Needs neither key nor target.")
    .action(async (input, flags) => {
      const { validate } = await import("./validate.ts");
      done(await validate(input, flags, await loadContext()));
    });
  const out = new Option("--out <dir>", "write report and fix files there, without sending anything");
  addOptions(
    command,
    ...[selectionOptions(), [mappingOption()], inputOptions()],
    ...[optionGroup("Files:", out), outputOptions()],
  );
  return addExamples(command, [
    ["leadctl validate leads.csv", "what is ready, and what is not"],
    ["leadctl validate leads.csv --out checked", "and write fix.csv, to be mended"],
    ["leadctl validate leads.csv --rows 5,7-10", "only some rows"],
  ]);
}

export function declareResume(program: Command, done: Done): Command {
  const command = program
    .command("resume")
    .argument("<run>", RUN)
    .description("Go on with a run that was interrupted. What is settled is not sent again.")
    .action(async (dir, flags) => {
      const { resume } = await import("./resume.ts");
      done(await resume(dir, flags, await loadContext()));
    });
  addOptions(command, targetOptions(), takeOverOption(), outputOptions(), sendOptions());
  return addExamples(command, [
    ["leadctl runs", "the runs here, and what comes next"],
    ["leadctl resume leadctl-runs/<run>", "send what is still pending"],
  ]);
}

/** What may be sent again as it is: the list of `replay`. */
const REPLAYABLE = ["failed", "pending", "unknown", "unconfirmed", "rejected", "duplicate"];

export function declareReplay(program: Command, done: Done): Command {
  const command = program
    .command("replay")
    .argument("<run>", RUN)
    .description("Send again what failed, or corrected rows, as a new round of the same run.")
    .action(async (dir, flags) => {
      const { replay } = await import("./replay.ts");
      done(await replay(dir, flags, await loadContext()));
    });
  const statuses = "which rows, by status, separated by commas (default: failed,pending)";
  const rows = optionGroup(
    "Rows:",
    new Option("--with <file>", "the run's fix file, corrected: its changed rows go instead of what failed"),
    choiceOption("--status <list>", statuses, REPLAYABLE),
    rowsOption(),
  );
  addOptions(
    command,
    ...[rows, targetOptions(), inputOptions(), takeOverOption()],
    ...[outputOptions(), sendOptions()],
  );
  return addExamples(command, [
    ["leadctl replay leadctl-runs/<run>", "send again what failed"],
    ["leadctl replay leadctl-runs/<run> --with fix.csv", "send corrected rows"],
    ["leadctl replay leadctl-runs/<run> --status unknown", "once the service is quiet"],
  ]);
}

function takeOverOption(): Option[] {
  const text = "the run was left locked by another host that is no longer at it";
  return optionGroup("Run:", new Option("--take-over", text));
}
