import type { Command } from "commander";
import { type Done, loadRim } from "./done.ts";
import { inputOptions, mappingOption } from "./options.ts";

export function declareMap(program: Command, done: Done): void {
  const command = program
    .command("map")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Show which column becomes which field, with sample values.")
    .option("--save <file>", "write the match down as a mapping file, ready to edit")
    .option("--json", "one JSON document on stdout");
  for (const option of [mappingOption(), ...inputOptions()]) command.addOption(option);
  command.action(async (input, flags) => {
    const { map } = await import("../commands/map.ts");
    done(await map(input, flags, await loadRim()));
  });
}

export function declareTemplate(program: Command, done: Done): void {
  program
    .command("template")
    .description("Make an empty spreadsheet with every column.")
    .option("--format <format>", "csv, xlsx or json (default: by the name of --output, else csv)")
    .option("--output <file>", "where to (default: stdout)")
    .option("--describe", "list the fields instead: names, types, values, when each is needed")
    .action(async (flags) => {
      const { template } = await import("../commands/template.ts");
      done(await template(flags, await loadRim()));
    });
}
