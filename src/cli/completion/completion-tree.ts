import type { Command, Option } from "commander";

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
 * - `free`: whatever the person knows.
 */
type CompletedKind = "word" | "list" | "file" | "folder" | "run" | "free";

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

/** The program's commands, options and values, as they are declared. */
export function completionTree(program: Command): CompletionTree {
  return {
    program: program.name(),
    options: optionsOf(program),
    commands: program.commands.map((command) => ({
      name: command.name(),
      description: command.summary(),
      options: optionsOf(command),
      arguments: command.registeredArguments.map((argument) => ({
        ...completed(argument.name(), argument.argChoices),
        isVariadic: argument.variadic,
      })),
    })),
  };
}

function optionsOf(command: Command): CompletedOption[] {
  return command.createHelp().visibleOptions(command).map(completedOption);
}

function completedOption(option: Option): CompletedOption {
  const { short, long, flags, description, argChoices, parseArg } = option;
  const placeholder = /<([^>]+)>/.exec(flags)?.[1];
  return {
    names: [short, long].filter((name) => name !== undefined),
    description,
    value: placeholder === undefined ? null : completed(placeholder, argChoices),
    isRepeatable: parseArg !== undefined,
  };
}

/** What the placeholders of the help stand for; all others are free. */
const KINDS: Readonly<Record<string, CompletedKind>> = {
  input: "file",
  file: "file",
  dir: "folder",
  run: "run",
  "run-or-query": "run",
};

function completed(name: string, choices: readonly string[] | undefined): Completed {
  if (choices) return { name, kind: name === "list" ? "list" : "word", words: choices };
  return { name, kind: KINDS[name] ?? "free", words: [] };
}
