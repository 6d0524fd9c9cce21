import type { CliError } from "../cli-error.ts";
import { nearestName } from "../nearest-name.ts";
import { shellWord } from "../shell-word.ts";
import { usageError } from "./option-values.ts";

/** What was wrong with a command line, and what could have stood there. */
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
  /** All options that the command has; without a command, those of the program. */
  options: readonly string[];
}

/** A line that could not be read as a command: exit code 2, with what was probably meant. */
export function usageFailure(fault: UsageFault): CliError {
  const { message, command } = fault;
  const help = `leadctl ${command === undefined ? "" : `${command} `}--help shows what there is.`;
  return usageError(message, [remedy(fault), help].filter(Boolean).join("\n"));
}

function remedy(fault: UsageFault): string {
  const { code, command, example, commands, options } = fault;
  const word = /'([^']*)'/.exec(fault.message)?.[1] ?? "";
  switch (code) {
    case "commander.unknownCommand":
      return FILE_NAME.test(word) ? fileAdvice(word) : didYouMean(word, commands);
    case "commander.unknownOption":
      return (
        didYouMean(word.replace(/=.*$/s, ""), options) ||
        (command === undefined ? "Options follow the command, as in: leadctl submit leads.csv --sandbox" : "")
      );
    case "commander.optionMissingArgument":
      return `Write its value behind it: ${word}`;
    case "commander.excessArguments":
      return "A name with spaces in it stands in quotes.";
    default:
      return example === undefined ? "" : `As in: ${example}`;
  }
}

const FILE_NAME = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xlsx?)$/i;

/** The name of a sheet, where a command should stand. */
function fileAdvice(file: string): string {
  const word = shellWord(file);
  return `To check a sheet: leadctl validate ${word}\nTo send it: leadctl submit ${word}`;
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestName(word, known) ?? known.find((name) => word.length > 3 && name.startsWith(word));
  return near === undefined ? "" : `Did you mean ${near}?`;
}
