import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { listed } from "../../base/sentence.ts";
import { COMMAND_OPTIONS, flagOf, type OptionGroup } from "../../settings/options.ts";
import { commandText, type Shell } from "../../terminal/shell-command.ts";

/** A mistake in a command line, and what to type instead. */
export interface UsageFault {
  /** Commander's, as in `commander.unknownOption`. */
  code: string;
  /** Commander's, as in `unknown option '--fluff'`. */
  message: string;
  /** The command, where it is known. */
  command: string | undefined;
  /** A line with this command that works. */
  example: string | undefined;
  /** All commands that there are. */
  commands: readonly string[];
  /** All options that the command has, short and long; without a command, those of the program. */
  options: readonly string[];
  shell: Shell;
}

/** A line that could not be read as a command: exit code 2, with what was probably meant. */
export function usageFailure(fault: UsageFault): CliError {
  // The value of an option that there is not may be a key.
  const message = fault.message.replace(/'(-[^'=]*)=.*'/s, "'$1'");
  const help = `leadctl ${fault.command === undefined ? "" : `${fault.command} `}--help shows what there is.`;
  return new CliError(message, {
    code: "usage",
    finding: findingOf(fault.code),
    exitCode: EXIT.usage,
    hint: [remedy({ ...fault, message }), help].filter(Boolean).join("\n"),
  });
}

/** `usage/unknown-option` of commander's `commander.unknownOption`. */
function findingOf(code: string): string {
  const [, name = ""] = code.split(".");
  return `usage/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function remedy({ code, message, command, example, commands, options, shell }: UsageFault): string {
  const word = /'([^']*)'/.exec(message)?.[1] ?? "";
  switch (code) {
    case "commander.unknownCommand":
      if (FILE_NAME.test(word)) return fileAdvice(word, shell);
      return didYouMean(OTHER_WORDS.get(word) ?? word, commands) || `There are: ${commands.join(", ")}.`;
    case "commander.unknownOption":
      if (command === undefined) return didYouMean(word, options) || OPTIONS_FOLLOW;
      return OTHER_WAYS.get(word) ?? (commandsWith(word) || didYouMean(word, options));
    case "commander.optionMissingArgument":
      return `Write its value behind it: ${word}`;
    case "commander.excessArguments":
      return "A name with spaces in it stands in quotes.";
    default:
      return example === undefined ? "" : `As in: ${example}`;
  }
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
    .filter(([, options]) => Object.values(options).some((option) => flagOf(option) === flag))
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
