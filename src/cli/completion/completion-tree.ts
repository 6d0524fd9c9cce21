import { FAULT_KINDS } from "../../sandbox/fault.ts";
import { aboutText, type OptionDeclaration, type OptionKind } from "../../settings/options.ts";
import { ALL_CHECKS } from "../../smoke/run-smoke.ts";
import { COMMAND_NAMES, PROGRAM_OPTIONS, SUMMARIES } from "../help/overview.ts";
import type { ArgumentDeclaration, CommandTable } from "../help/program.ts";

/** What can be typed in a place. */
export interface Completed {
  /** As the help calls it, as in `file`. */
  name: string;
  kind: CompletedKind;
  /** Of a `word` or a `list`; else empty. */
  words: readonly string[];
}

/**
 * - `word`: one of a few words. `list`: several of them, separated by commas.
 * - `file`, `folder`: a path. `run`: a run's folder, most often one of those in `leadctl-runs`.
 * - `environment`: one of leadctl.config.json, which the program is asked for.
 * - `free`: whatever the person knows.
 */
type CompletedKind = "word" | "list" | "file" | "folder" | "run" | "environment" | "free";

/** What `leadctl completion` prints the names of environments for. */
export const ENVIRONMENTS = "environments";

export interface CompletedOption {
  /** As typed, as in `["-h", "--help"]`. */
  names: readonly string[];
  description: string;
  /** Null where the option stands alone. */
  value: Completed | null;
  isRepeatable: boolean;
}

export interface CompletedArgument extends Completed {
  /** Whether several may follow one another. */
  isVariadic: boolean;
}

export interface CompletedCommand {
  name: string;
  description: string;
  options: readonly CompletedOption[];
  arguments: readonly CompletedArgument[];
}

/** All that can be typed, for the scripts of the shells. */
export interface CompletionTree {
  program: string;
  /** Those that stand without a command. */
  options: readonly CompletedOption[];
  commands: readonly CompletedCommand[];
}

const HELP = standsAlone("-h, --help", "show this help");

/** The program's commands, options and values, as they are declared. */
export function completionTree(commands: CommandTable): CompletionTree {
  return {
    program: "leadctl",
    options: PROGRAM_OPTIONS.map(([flags, description]) => standsAlone(flags, description)),
    commands: COMMAND_NAMES.map((name) => ({
      name,
      description: SUMMARIES.get(name) ?? "",
      options: [
        ...Object.values(commands[name].options).map((option) => completedOption(name, option)),
        HELP,
      ],
      arguments: commands[name].arguments.map(completedArgument),
    })),
  };
}

function standsAlone(flags: string, description: string): CompletedOption {
  return { names: flags.split(", "), description, value: null, isRepeatable: false };
}

/** Words that options take which are declared to take any text: the rooms that know them stand above the options. */
function wordsOf(command: string, name: string): readonly string[] {
  if (command === "sandbox" && name === "--fault") return FAULT_KINDS.map((kind) => `${kind}=`);
  if (command !== "smoke") return [];
  const ids = ALL_CHECKS.flatMap(({ checks }) => checks.map(({ id }) => id));
  if (name === "--only" || name === "--skip") return [...ALL_CHECKS.map(({ id }) => id), ...ids];
  return name === "--accept" ? ids.map((id) => `${id}=`) : [];
}

const NAME_ENVIRONMENTS: ReadonlySet<string> = new Set(["--env", "--confirm"]);

function completedOption(command: string, option: OptionDeclaration): CompletedOption {
  const [name = "", placeholder = ""] = option.flags.split(/ <|>/);
  const words = wordsOf(command, name);
  const completion: Pick<Completed, "kind" | "words"> =
    words.length > 0
      ? { kind: "list", words }
      : NAME_ENVIRONMENTS.has(name)
        ? { kind: "environment", words }
        : completed(option.takes);
  return {
    names: [name],
    description: aboutText(option),
    value: option.takes.is === "switch" ? null : { name: placeholder, ...completion },
    isRepeatable: option.takes.is === "texts" || option.takes.is === "folders",
  };
}

function completed(takes: OptionKind): Pick<Completed, "kind" | "words"> {
  switch (takes.is) {
    case "choice":
      return { kind: "word", words: takes.words };
    case "list":
      return { kind: "list", words: takes.words };
    case "file":
    case "folder":
      return { kind: takes.is, words: [] };
    case "folders":
      return { kind: "folder", words: [] };
    default:
      return { kind: "free", words: [] };
  }
}

function completedArgument({ name, takes }: ArgumentDeclaration): CompletedArgument {
  const bare = name.replace(/^[<[]|(?:\.\.\.)?[>\]]$/g, "");
  const isVariadic = name.includes("...");
  if (takes === undefined) return { name: bare, kind: "free", words: [], isVariadic };
  if (typeof takes === "string") return { name: bare, kind: takes, words: [], isVariadic };
  return { name: bare, kind: "word", words: takes, isVariadic };
}
