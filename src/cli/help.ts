import { type Command, Help, Option } from "commander";
import { type Example, listText, type Note, overviewText } from "./overview.ts";

const EXAMPLES = new WeakMap<Command, readonly Example[]>();
const NOTES = new WeakMap<Command, Note>();

/** Shows examples before everything else in a command's help. The first is shown again after a wrong line. */
export function addExamples(command: Command, examples: readonly Example[]): Command {
  EXAMPLES.set(command, examples);
  return command.addHelpText("before", `${listText({ heading: "Examples", lines: examples })}\n`);
}

export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}

/** Shows a list after everything else in a command's help. */
export function addNote(command: Command, note: Note): Command {
  NOTES.set(command, note);
  return command.addHelpText("after", `\n${listText(note)}`);
}

export function noteOf(command: Command): Note | undefined {
  return NOTES.get(command);
}

/** How help looks, for the program and, as they inherit it, for the commands declared after this. */
export function configureHelp(program: Command): void {
  program
    .configureHelp({
      // The values that an option takes are part of its text already.
      optionDescription: (option) => option.description,
      argumentDescription: (argument) => argument.description,
      formatHelp: (command, helper) =>
        command.parent ? Help.prototype.formatHelp.call(helper, command, helper) : overviewText(),
    })
    .addHelpOption(new Option("-h, --help", "show this help"));
}
