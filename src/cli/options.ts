import { type Command, Option } from "commander";

/** Adds options to a command, in the order in which its help shows them. */
export function addOptions(command: Command, ...groups: readonly (readonly Option[])[]): Command {
  for (const option of groups.flat()) command.addOption(option);
  return command;
}

/** Options under a heading of their own. */
export function optionGroup(heading: string, ...options: readonly Option[]): Option[] {
  return options.map((option) => option.helpGroup(heading));
}

/**
 * An option that takes one of these words, or with `<list>` several, separated by commas. They are for completion
 * and help; the command itself refuses others.
 */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  const option = new Option(flags, description);
  option.argChoices = [...choices];
  return option;
}

/** As in `csv, json or xlsx`. */
export function oneOf(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

/** Where leads go, and what is said of that. */
export function targetOptions(): Option[] {
  return [
    ...placeOptions(),
    ...optionGroup(
      "Target:",
      new Option("--sandbox", "start a sandbox in the program and send there"),
      new Option("--confirm <name>", "name of a protected environment, instead of typing it"),
    ),
  ];
}

/** By what a place is named. */
export function placeOptions(): Option[] {
  return optionGroup(
    "Target:",
    new Option("--env <name>", "environment of leadctl.config.json (LEADCTL_ENV)"),
    new Option("--base-url <url>", "address of the service (LEADCTL_BASE_URL)"),
    new Option("--partner <name>", "partner on whose behalf leads go (LEADCTL_PARTNER)"),
    new Option("--env-file <file>", "file with variables such as LEADCTL_API_KEY"),
    new Option("--config <file>", "configuration file (default: leadctl.config.json)"),
  );
}

/** How leads are sent. The defaults are those of `parseSendSettings`. */
export function sendOptions(): Option[] {
  return optionGroup(
    "Sending:",
    new Option("--concurrency <n>", "requests under way at once, 1 to 256 (default: 8)"),
    new Option("--rate <n>", "requests a second at most, retries included"),
    new Option("--attempts <n>", "attempts for each lead (default: 5)"),
    new Option("--retry-base <time>", "bound of the first backoff, doubled each time (default: 500ms)"),
    new Option("--retry-max <time>", "cap of the backoff (default: 20s)"),
    new Option("--timeout <time>", "total deadline of one attempt (default: 90s)"),
    new Option("--grace <time>", "how long SIGTERM waits for what is under way (default: 25s)"),
  );
}

export function rowsOption(): Option {
  return new Option("--rows <list>", "only these rows, as in 5,7-10").helpGroup("Rows:");
}

/** Which rows of the input are meant, and how strictly they are judged. */
export function selectionOptions(): Option[] {
  return optionGroup(
    "Rows:",
    rowsOption(),
    new Option("--limit <n>", "only the first n of the selected rows"),
    new Option("--shard <i/n>", "only part i, from 0, of n parts by e-mail"),
    new Option("--strict", "refuse rows that would only be warned about"),
  );
}

const INPUT_FORMATS = ["csv", "json", "jsonl", "xlsx"];

/** How the input is read, where the file itself does not say it. */
export function inputOptions(): Option[] {
  const formats = `${oneOf(INPUT_FORMATS)} (default: from the file)`;
  return optionGroup(
    "Input:",
    choiceOption("--format <format>", formats, INPUT_FORMATS),
    new Option("--delimiter <character>", "what separates the columns of a CSV (default: from the file)"),
    new Option("--encoding <name>", "encoding of the text (default: from the file)"),
    new Option("--sheet <name>", "sheet of a workbook that has several"),
    new Option("--header-row <n>", "row in which the headers stand (default: from the file)"),
  );
}

/** Which column is which field, where headers do not say it. */
export function mappingOption(): Option {
  return new Option(
    "--mapping <file>",
    "columns, constants and defaults, as `leadctl map --save` writes them",
  ).helpGroup("Input:");
}

export function jsonOption(): Option {
  return new Option("--json", "one JSON document on stdout").helpGroup("Output:");
}

const PROGRESS_MODES = ["auto", "live", "plain", "json", "none"];

/** What a command says, and where. */
export function outputOptions(): Option[] {
  const modes = `${oneOf(PROGRESS_MODES)} (default: auto)`;
  return optionGroup(
    "Output:",
    jsonOption(),
    new Option("--quiet", "nothing but errors on stderr"),
    choiceOption("--progress <mode>", modes, PROGRESS_MODES),
  );
}
