import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Argument, Command, Help, Option } from "commander";
import { type Context, systemContext } from "../../base/context.ts";
import type { ExitCode } from "../../base/exit-codes.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { literalPattern } from "../../base/literal-pattern.ts";
import { programVersion } from "../../base/package-files.ts";
import { formerNames, readOptions } from "../../settings/option-values.ts";
import {
  aboutText,
  COMMAND_OPTIONS,
  type CommandValues,
  type OptionDeclaration,
  type OptionGroup,
} from "../../settings/options.ts";
import { namesText } from "../../terminal/number-text.ts";
import { commandError } from "../command-errors.ts";
import {
  type CommandName,
  type Example,
  examplesText,
  type HelpPlace,
  listText,
  type Note,
  overviewText,
  PROGRAM_OPTIONS,
  SUMMARIES,
} from "./overview.ts";

/** Arguments that can follow a command without a flag. */
export interface ArgumentDeclaration {
  /** As the help shows it: `<input>`, `[row]`, `<run...>`. */
  name: string;
  about: string;
  /** For completion, besides free text: a path, the folder of a run (or only in the first place), or one of some words. */
  takes?: "file" | "run" | "run-first" | readonly string[];
}

/** The command line that an action was called by. */
export interface CalledLine {
  context: Context;
  /** The program, with the commands that were declared. */
  program: Command;
}

/** A command without its options. */
export interface CommandDeclaration<Name extends CommandName = CommandName> {
  description: string;
  arguments: readonly ArgumentDeclaration[];
  /** Shown before everything else in the help. The first one of this command is shown after a wrong line too. */
  examples: readonly Example[];
  /** Shown after everything else in the help. */
  note?: Note;
  /** Loads what the command does, and does it. */
  run(words: readonly string[], options: CommandValues<Name>, line: CalledLine): Promise<ExitCode>;
}

export type CommandTable = { readonly [Name in CommandName]: CommandDeclaration<Name> };

/**
 * The command line as commander knows it.
 *
 * @param done Gets the exit code of the command that is called.
 * @param names The commands that are wanted: to declare the others would take time.
 * @param place The program's name and the width of the output.
 */
export function declareProgram(
  commands: CommandTable,
  names: readonly CommandName[],
  done: (code: ExitCode) => void,
  place?: HelpPlace,
): Command {
  const program = new Command("leadctl")
    .version(programVersion(), "-V, --version", PROGRAM_OPTIONS[0][1])
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError(false)
    .configureHelp({
      formatHelp: (command, helper) =>
        command.parent ? Help.prototype.formatHelp.call(helper, command, helper) : overviewText(place),
    })
    .addHelpOption(new Option("-h, --help", "show this help"));
  for (const name of names) declareCommand(program, name, commands[name], done, place);
  return program;
}

function declareCommand(
  program: Command,
  name: CommandName,
  { description, arguments: places, examples, note, run }: CommandDeclaration,
  done: (code: ExitCode) => void,
  place: HelpPlace | undefined,
): void {
  const options: OptionGroup = COMMAND_OPTIONS[name];
  const command = program
    .command(name)
    .summary(SUMMARIES.get(name) ?? "")
    .description(description)
    .addHelpText("before", `${examplesText(examples, place)}\n`);
  if (note) command.addHelpText("after", `\n${listText(note, place)}`);
  for (const place of places) command.addArgument(new Argument(place.name, place.about));
  for (const option of Object.values(options)) {
    command.addOption(optionOf(option));
    if (option.former)
      command.addOption(new Option(option.former.flags).helpGroup(option.heading).hideHelp());
  }
  command.action(async (...given: unknown[]) => {
    const typedWords = given.slice(0, places.length) as (string | string[] | undefined)[];
    const typed = command.opts();
    const values = readOptions(options, typed);
    const context = systemContext();
    // Event readers cannot parse plain text.
    if (typed.quiet !== true && typed.progress !== "json")
      for (const warning of formerNames(options, typed)) context.stderr.write(`Warning: ${warning}\n`);
    const words =
      context.caller.platform === "win32"
        ? await expanded(places, typedWords)
        : typedWords.flatMap((word) => word ?? []);
    done(await run(words, values as never, { context, program }));
  });
}

/** Expands patterns among the words, where the shell does not. */
async function expanded(
  places: readonly ArgumentDeclaration[],
  words: readonly (string | string[] | undefined)[],
): Promise<string[]> {
  return words.flatMap((word, index) => {
    const { takes } = places[index] ?? {};
    const isPath = takes === "file" || takes === "run" || takes === "run-first";
    return [word ?? []].flat().flatMap((each) => (isPath ? expandPattern(each, word === each) : [each]));
  });
}

function optionOf(declared: OptionDeclaration): Option {
  const option = new Option(declared.flags, aboutText(declared)).helpGroup(declared.heading);
  if (declared.takes.is !== "texts" && declared.takes.is !== "folders") return option;
  return option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
}

/**
 * The files or folders that a pattern such as `*.csv` stands for, by name; the text itself where there are none. Shells of
 * Unix replace a pattern themselves; those of Windows hand it over as it was typed.
 *
 * @param isOne Whether only one can be taken.
 * @throws CliError with exit code 2 where there are more.
 */
export function expandPattern(text: string, isOne: boolean): string[] {
  const [folder, pattern] = [dirname(text), basename(text)];
  if (!/[*?]/.test(pattern) || existsSync(text)) return [text];
  const found = (ifPossible(() => readdirSync(folder)) ?? []).filter((name) => matches(name, pattern)).sort();
  // Typed without a folder, it is shown without one.
  const paths = found.map((name) => (text.startsWith(pattern) ? name : join(folder, name)));
  if (paths.length === 0) return [text];
  if (isOne && paths.length > 1)
    throw commandError("input-ambiguous", { text, count: paths.length, files: namesText(paths) });
  return paths;
}

/** Letters count in either case, as names do on Windows. Excel's own files beside a sheet that is open are not meant. */
function matches(name: string, pattern: string): boolean {
  const source = literalPattern(pattern).replaceAll("\\*", ".*").replaceAll("\\?", ".");
  return !name.startsWith("~$") && !name.startsWith(".") && new RegExp(`^${source}$`, "isu").test(name);
}
