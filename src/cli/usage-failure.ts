import type { CommanderError } from "commander";
import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { nearestName } from "../base/nearest-name.ts";
import { listed } from "../base/sentence.ts";
import { COMMAND_OPTIONS, flagOf, type OptionGroup } from "../settings/options.ts";
import { commandText, type Shell } from "../terminal/shell-command.ts";
import { COMMANDS } from "./command-table.ts";
import { COMMAND_NAMES, type CommandName, PROGRAM_OPTIONS } from "./help/overview.ts";

/**
 * A line that commander could not read: exit code 2, with what was probably meant.
 *
 * @param word The first one of the line.
 */
export function usageFailure(error: CommanderError, word: string | undefined, shell: Shell): CliError {
  // The value of an option that there is not may be a key.
  const message = error.message.replace(/^error: /, "").replace(/'(-[^'=]*)=.*'/s, "'$1'");
  const isUnknown = error.code === "commander.unknownCommand";
  const name = isUnknown ? undefined : COMMAND_NAMES.find((known) => known === word);
  const help =
    name === undefined ? "leadctl --help lists the commands." : `leadctl ${name} --help lists its options.`;
  // `usage/unknown-option` of `commander.unknownOption`
  const [, code = ""] = error.code.split(".");
  return new CliError(message, {
    code: "usage",
    finding: `usage/${code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    exitCode: EXIT.usage,
    hint: [remedy(code, /'([^']*)'/.exec(message)?.[1] ?? "", name, shell), help].filter(Boolean).join("\n"),
  });
}

/** @param word What commander names, of an unknown command or option. */
function remedy(code: string, word: string, command: CommandName | undefined, shell: Shell): string {
  switch (code) {
    case "unknownCommand":
      if (FILE_NAME.test(word)) return fileAdvice(word, shell);
      return (
        didYouMean(OTHER_WORDS.get(word) ?? word, COMMAND_NAMES) || `There are: ${COMMAND_NAMES.join(", ")}.`
      );
    case "unknownOption":
      if (command === undefined) return didYouMean(word, PROGRAM_FLAGS) || OPTIONS_FOLLOW;
      return (
        OTHER_WAYS.get(word) ??
        (commandsWith(word) || didYouMean(word, [...flagsOf(COMMAND_OPTIONS[command]), "-h", "--help"]))
      );
    case "optionMissingArgument":
      return `Write its value after it: ${word}`;
    case "excessArguments":
      return command !== undefined && COMMANDS[command].arguments.length === 0
        ? `leadctl ${command} takes only options.`
        : "Put a name with spaces in it in quotes.";
    default: {
      const lines = command ? COMMANDS[command].examples.map(([line]) => line) : [];
      const example = lines.find((line) => line.startsWith(`leadctl ${command} `));
      return example === undefined ? "" : `As in: ${example}`;
    }
  }
}

const PROGRAM_FLAGS = PROGRAM_OPTIONS.flatMap(([flags]) => flags.split(", "));

function flagsOf(options: OptionGroup): string[] {
  return Object.values(options).map(flagOf);
}

/** Names that other programs use for a command. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    submit: ["send", "upload", "import", "create"],
    validate: ["check", "lint", "verify"],
    replay: ["retry", "resend"],
    resume: ["continue"],
    runs: ["list", "ls", "status", "history"],
    explain: ["show", "find", "why"],
    report: ["export"],
    config: ["settings", "doctor", "env"],
  }).flatMap(([command, words]) => words.map((word) => [word, command] as const)),
);

const KEY_ADVICE =
  "There is no option for the key: set LEADCTL_API_KEY, or name a file that sets it with --vars.";

/** Options that other programs have. */
const OTHER_WAYS: ReadonlyMap<string, string> = new Map([
  ["--dry-run", "leadctl validate checks a sheet without sending anything."],
  ...["--key", "--api-key", "--token"].map((option) => [option, KEY_ADVICE] as const),
]);

/** Which commands have an option; empty where none has it. */
function commandsWith(flag: string): string {
  const names = Object.entries<OptionGroup>(COMMAND_OPTIONS)
    .filter(([, options]) => flagsOf(options).includes(flag))
    .map(([name]) => name);
  return names.length === 0 ? "" : `Leave it out here: ${flag} is for ${listed(names)}.`;
}

const OPTIONS_FOLLOW = "Options follow the command, as in: leadctl submit leads.csv --sandbox";

const FILE_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xlsx?)$/i;

/** The name of a sheet, where a command should stand. */
function fileAdvice(file: string, shell: Shell): string {
  const command = (name: string): string => commandText([name, { folder: file }], shell);
  return `To check a sheet: ${command("validate")}\nTo send it: ${command("submit")}`;
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? "" : `Did you mean ${near}?`;
}

function nearest(word: string, known: readonly string[]): string | undefined {
  // Every single letter is one slip away from every other.
  if (word.length <= 2) return known.find((name) => name.toLowerCase() === word.toLowerCase());
  const names = known.filter((name) => name.length > 2);
  return nearestName(word, names) ?? names.find((name) => word.length > 3 && name.startsWith(word));
}
