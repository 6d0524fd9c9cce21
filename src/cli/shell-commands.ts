import { Argument, type Command, CommanderError } from "commander";
import { EXIT } from "../base/exit-codes.ts";
import { type Done, loadContext } from "./done.ts";
import { addExamples, addNote } from "./help.ts";
import { oneOf } from "./options.ts";
import { COMMAND_NAMES, type Note } from "./overview.ts";

const SHELLS = ["bash", "zsh", "fish"];

export function declareCompletion(program: Command, done: Done): Command {
  const command = program
    .command("completion")
    .addArgument(choiceArgument("<shell>", oneOf(SHELLS), SHELLS))
    .description(
      "Print a script that makes the Tab key of a shell complete commands, options and files. After an update of leadctl, write it anew.",
    )
    .action(async (shell) => {
      const { completion } = await import("./completion/completion.ts");
      done(completion(shell, program, await loadContext()));
    });
  addNote(command, INSTALLATION);
  return addExamples(command, [
    ["leadctl completion bash", "look at the script; how to install it stands below"],
  ]);
}

export function declareHelp(program: Command, done: Done): Command {
  const command = program
    .command("help")
    .addArgument(choiceArgument("[command]", "a command; without one, all are listed", COMMAND_NAMES))
    .description("Show the help of a command, as --help does.")
    .action((name: string | undefined) => {
      const subject = name === undefined ? program : program.commands.find((known) => known.name() === name);
      if (!subject)
        throw new CommanderError(EXIT.usage, "commander.unknownCommand", `unknown command '${name}'`);
      subject.outputHelp();
      done(EXIT.ok);
    });
  return addExamples(command, [["leadctl help submit", "the same as leadctl submit --help"]]);
}

function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  const argument = new Argument(name, description);
  argument.argChoices = [...choices];
  return argument;
}

const INSTALLATION: Note = {
  heading: "To install it, once; then open a new terminal",
  lines: [
    ["bash", "leadctl completion bash > ~/.leadctl-completion.bash"],
    ["", "echo '. ~/.leadctl-completion.bash' >> ~/.bashrc"],
    ["zsh", "mkdir -p ~/.zsh && leadctl completion zsh > ~/.zsh/_leadctl"],
    ["", "# and in ~/.zshrc, above compinit where it is there already:"],
    ["", "fpath=(~/.zsh $fpath); autoload -Uz compinit; compinit"],
    ["fish", "mkdir -p ~/.config/fish/completions"],
    ["", "leadctl completion fish > ~/.config/fish/completions/leadctl.fish"],
  ],
};
