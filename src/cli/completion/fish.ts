import {
  type Completed,
  type CompletedCommand,
  type CompletedOption,
  type CompletionTree,
  ENVIRONMENTS,
} from "./completion-tree.ts";

/** A script for fish 3 and later, which knows itself when an option's value is being typed. */
export function fishCompletion({ program, options, commands }: CompletionTree): string {
  const name = `__${program}`;
  const lines = [
    ...options.flatMap((option) => optionLines(option, { program, when: `${name}_is_first` })),
    ...commands.map(
      (command) =>
        `complete -c ${program} -n ${name}_is_first -a ${command.name} -d ${quoted(command.description)}`,
    ),
    ...commands.flatMap((command) => commandLines(command, program, name)),
  ];
  return `# Completion of ${program} for fish. Written by: ${program} completion fish

# Whether the command is still to come.
function ${name}_is_first
    test (count (commandline -opc)) -eq 1
end

# Whether the command is this one.
function ${name}_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end

# Each of some words, behind those that are typed already, separated by commas.
function ${name}_list
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l before (string replace -r '[^,]*$' '' -- $typed)
    for word in $argv
        contains -- $word (string split , -- $before); or echo $before$word
    end
end

# The runs below leadctl-runs; newest first; where none fits, any folder.
function ${name}_runs
    set -l typed (commandline -ct)
    set -l runs leadctl-runs/*/
    if string match --quiet -- "$typed*" $runs (string replace leadctl-runs/ '' -- $runs)
        string trim --right --chars=/ -- $runs[-1..1]
    else
        __fish_complete_directories $typed ''
    end
end

complete -c ${program} -f
${lines.join("\n")}
`;
}

interface Place {
  program: string;
  /** The condition under which it is offered. */
  when: string;
}

function commandLines(command: CompletedCommand, program: string, name: string): string[] {
  const when = quoted(`${name}_is ${command.name}`);
  // Fish does not count arguments: what the first one takes is offered for all.
  const [first] = command.arguments;
  return [
    ...(first ? [`complete -c ${program} -n ${when} ${valueText(first, program)}`] : []),
    ...command.options.flatMap((option) => optionLines(option, { program, when })),
  ];
}

/** An option, and what it takes apart from it: its text says nothing of each single value. */
function optionLines(option: CompletedOption, { program, when }: Place): string[] {
  const typed = option.names.map((text) =>
    text.startsWith("--") ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`,
  );
  const start = `complete -c ${program} -n ${when} ${typed.join(" ")}`;
  const about = `-d ${quoted(option.description)}`;
  if (!option.value) return [`${start} ${about}`];
  return [
    `${start} -r -f ${about}`,
    ...(option.value.kind === "free" ? [] : [`${start} -r ${valueText(option.value, program)}`]),
  ];
}

function valueText({ kind, words }: Completed, program: string): string {
  switch (kind) {
    case "word":
      return `-f -a ${quoted(words.join(" "))}`;
    case "list":
      return `-f -a ${quoted(`(__${program}_list ${words.join(" ")})`)}`;
    case "file":
      return "-F";
    case "folder":
      return `-f -a ${quoted("(__fish_complete_directories (commandline -ct) '')")}`;
    case "run":
      return `-f -k -a ${quoted(`(__${program}_runs)`)}`;
    case "environment":
      return `-f -a ${quoted(`(${program} completion ${ENVIRONMENTS} 2>/dev/null)`)}`;
    case "free":
      return "-f";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
