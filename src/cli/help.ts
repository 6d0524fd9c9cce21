import { type Command, Help, Option } from "commander";

/** A command line that works, and what it is for. */
export type Example = readonly [line: string, purpose: string];

const EXAMPLES = new WeakMap<Command, readonly Example[]>();
const NOTES = new WeakMap<Command, readonly Note[]>();

/** A list at the end of a help. */
export interface Note {
  heading: string;
  lines: readonly (readonly [term: string, text: string])[];
}

/** Shows examples before everything else in a command's help. The first is shown again after a wrong line. */
export function addExamples(command: Command, examples: readonly Example[]): Command {
  EXAMPLES.set(command, examples);
  const columns = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, purpose]) => `  ${line.padEnd(columns)}  ${purpose}`);
  return command.addHelpText("before", ["Examples:", ...lines, ""].join("\n"));
}

export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}

/** Shows lists after everything else in a command's help. */
export function addNotes(command: Command, ...notes: readonly Note[]): Command {
  NOTES.set(command, notes);
  return command.addHelpText("after", notes.map(noteText).join("\n"));
}

export function notesOf(command: Command): readonly Note[] {
  return NOTES.get(command) ?? [];
}

function noteText({ heading, lines }: Note): string {
  const columns = Math.max(...lines.map(([term]) => term.length));
  return ["", `${heading}:`, ...lines.map(([term, text]) => `  ${term.padEnd(columns)}  ${text}`)].join("\n");
}

/** How help looks, for the program and, as they inherit it, for the commands declared after this. */
export function configureHelp(program: Command): void {
  program
    .configureHelp({
      // Only the name: what follows it stands in the command's own help.
      subcommandTerm: (command) => command.name(),
      // The values that an option takes are part of its text already.
      optionDescription: (option) => option.description,
      argumentDescription: (argument) => argument.description,
      formatHelp: (command, helper) => optionsLast(Help.prototype.formatHelp.call(helper, command, helper)),
    })
    .addHelpOption(new Option("-h, --help", "show this help").helpGroup("Options:"))
    .usage("<command> [options]");
}

/** What people look for in the program's help are its commands; in a command's, `--help` is the last option. */
function optionsLast(text: string): string {
  const sections = text.trimEnd().split("\n\n");
  const isOptions = (section: string): boolean => section.startsWith("Options:\n");
  const ordered = [...sections.filter((section) => !isOptions(section)), ...sections.filter(isOptions)];
  return `${ordered.join("\n\n")}\n`;
}
