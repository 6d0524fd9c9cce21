import { type Command, Option } from "commander";
import { type Done, loadContext } from "./done.ts";
import { addExamples } from "./help.ts";
import {
  addOptions,
  choiceOption,
  inputOptions,
  jsonOption,
  mappingOption,
  oneOf,
  optionGroup,
} from "./options.ts";

export function declareMap(program: Command, done: Done): Command {
  const command = program
    .command("map")
    .argument("<input>", 'a CSV, JSON or Excel file; "-" is stdin (with --format)')
    .description("Show which column becomes which field, with sample values.")
    .action(async (input, flags) => {
      const { map } = await import("./map.ts");
      done(await map(input, flags, await loadContext()));
    });
  const save = new Option("--save <file>", "write the match down as a mapping file, ready to edit");
  addOptions(
    command,
    ...[[mappingOption()], inputOptions()],
    ...[optionGroup("Files:", save), optionGroup("Output:", jsonOption())],
  );
  return addExamples(command, [
    ["leadctl map leads.csv", "look at the columns"],
    ["leadctl map leads.csv --save mapping.json", "write it down, to edit it"],
    ["leadctl map leads.csv --mapping mapping.json", "try what was edited"],
  ]);
}

const TEMPLATE_FORMATS = ["csv", "xlsx", "json"];

export function declareTemplate(program: Command, done: Done): Command {
  const command = program
    .command("template")
    .description("Make an empty spreadsheet with every column.")
    .action(async (flags) => {
      const { template } = await import("./template.ts");
      done(await template(flags, await loadContext()));
    });
  const formats = `${oneOf(TEMPLATE_FORMATS)} (default: by the name of --output, else csv)`;
  addOptions(
    command,
    optionGroup(
      "Output:",
      choiceOption("--format <format>", formats, TEMPLATE_FORMATS),
      new Option("--output <file>", "where to (default: stdout)"),
      new Option("--describe", "list the fields instead: names, types, values, when each is needed"),
    ),
  );
  return addExamples(command, [
    ["leadctl template --output leads.xlsx", "a workbook with lists to choose from"],
    ["leadctl template --describe", "what each column holds"],
  ]);
}
