import { type Command, Option } from "commander";

/** Where leads go, and what is said of that. */
export function targetOptions(): Option[] {
  return [
    ...placeOptions(),
    new Option("--sandbox", "start a sandbox in the program and send there"),
    new Option("--confirm <name>", "name of a protected environment, instead of typing it"),
  ].map((option) => option.helpGroup("Target:"));
}

/** By what a place is named. */
export function placeOptions(): Option[] {
  return [
    new Option("--env <name>", "environment of leadctl.config.json (LEADCTL_ENV)"),
    new Option("--base-url <url>", "address of the service (LEADCTL_BASE_URL)"),
    new Option("--partner <name>", "partner on whose behalf leads go (LEADCTL_PARTNER)"),
    new Option("--env-file <file>", "file with variables such as LEADCTL_API_KEY"),
    new Option("--config <file>", "configuration file (default: leadctl.config.json)"),
  ].map((option) => option.helpGroup("Target:"));
}

/** How leads are sent. The defaults are those of `parseSendSettings`. */
export function sendOptions(): Option[] {
  return [
    new Option("--concurrency <n>", "requests under way at once, 1 to 256 (default: 8)"),
    new Option("--rate <n>", "requests a second at most, retries included"),
    new Option("--attempts <n>", "attempts for each lead (default: 5)"),
    new Option("--retry-base <time>", "bound of the first backoff, doubled each time (default: 500ms)"),
    new Option("--retry-max <time>", "cap of the backoff (default: 20s)"),
    new Option("--timeout <time>", "total deadline of one attempt (default: 90s)"),
    new Option("--grace <time>", "how long SIGTERM waits for what is under way (default: 25s)"),
  ].map((option) => option.helpGroup("Sending:"));
}

/** Which rows of the input are meant. */
export function selectionOptions(): Option[] {
  return [
    new Option("--rows <list>", "only these rows, as in 5,7-10"),
    new Option("--limit <n>", "only the first n of the selected rows"),
    new Option("--shard <i/n>", "only part i, from 0, of n parts by e-mail"),
  ].map((option) => option.helpGroup("Rows:"));
}

/** How the input is read, where the file itself does not say it. */
export function inputOptions(): Option[] {
  return [
    new Option("--format <format>", "csv, json, jsonl or xlsx (default: from the file)"),
    new Option("--delimiter <character>", "what separates the columns of a CSV (default: from the file)"),
    new Option("--encoding <name>", "encoding of the text (default: from the file)"),
    new Option("--sheet <name>", "sheet of a workbook that has several"),
    new Option("--header-row <n>", "row in which the headers stand (default: from the file)"),
  ].map((option) => option.helpGroup("Input:"));
}

/** Which column is which field, where headers do not say it. */
export function mappingOption(): Option {
  return new Option(
    "--mapping <file>",
    "columns, constants and defaults, as `leadctl map --save` writes them",
  ).helpGroup("Input:");
}

/** What a command says, and where. */
export function addOutputOptions(command: Command): Command {
  return command
    .option("--json", "one JSON document on stdout")
    .option("--quiet", "nothing but errors on stderr")
    .option("--progress <mode>", "auto, live, plain, json or none (default: auto)");
}
