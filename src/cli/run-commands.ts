import type { Command } from "commander";
import { type Done, loadRim } from "./done.ts";
import {
  addOutputOptions,
  inputOptions,
  mappingOption,
  selectionOptions,
  sendOptions,
  targetOptions,
} from "./options.ts";

export function declareSubmit(program: Command, done: Done): void {
  const command = program
    .command("submit")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Check a sheet, send what is ready, and write the reports.");
  for (const option of [
    ...targetOptions(),
    ...sendOptions(),
    ...selectionOptions(),
    mappingOption(),
    ...inputOptions(),
  ]) {
    command.addOption(option);
  }
  command
    .option("--out <dir>", "folder of the run (default: leadctl-runs/<UTC time>-<input name>)")
    .option("--strict", "refuse rows that would only be warned about");
  addOutputOptions(command).action(async (input, flags) => {
    const { submit } = await import("../commands/submit.ts");
    done(await submit(input, flags, await loadRim()));
  });
}

export function declareValidate(program: Command, done: Done): void {
  const command = program
    .command("validate")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Check a sheet without sending anything. Needs neither key nor target.");
  for (const option of [...selectionOptions(), mappingOption(), ...inputOptions()]) command.addOption(option);
  command
    .option("--out <dir>", "write report and fix files there, without sending anything")
    .option("--strict", "refuse rows that would only be warned about");
  addOutputOptions(command).action(async (input, flags) => {
    const { validate } = await import("../commands/validate.ts");
    done(await validate(input, flags, await loadRim()));
  });
}

export function declareResume(program: Command, done: Done): void {
  const command = program
    .command("resume")
    .argument("<run>", "the run's folder")
    .description("Go on with a run that was interrupted. What is settled is not sent again.");
  for (const option of [...targetOptions(), ...sendOptions()]) command.addOption(option);
  command.option("--take-over", "the run was left locked by another host that is no longer at it");
  addOutputOptions(command).action(async (dir, flags) => {
    const { resume } = await import("../commands/resume.ts");
    done(await resume(dir, flags, await loadRim()));
  });
}

export function declareReplay(program: Command, done: Done): void {
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
    const { replay } = await import("../commands/replay.ts");
    done(await replay(dir, flags, await loadRim()));
  });
}
