import {
  type Completed,
  type CompletedCommand,
  type CompletedOption,
  type CompletionTree,
  ENVIRONMENTS,
} from "./completion-tree.ts";

/** A script for zsh's own completion system: a file of a folder in `fpath`, or to be sourced after `compinit`. */
export function zshCompletion({ program, options, commands }: CompletionTree): string {
  const name = `_${program}`;
  const list = commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`);
  const context = { name, program };
  return `#compdef ${program}
# Completion of ${program} for zsh. Written by: ${program} completion zsh

${name}_commands() {
  local -a commands=(
${list.join("\n")}
  )
  _describe -t commands 'command' commands
}

# The runs below leadctl-runs, newest first, also by what stands behind it; where none fits, any folder.
${name}_runs() {
  local -a runs=(leadctl-runs/*(N/om))
  local -a expl
  _wanted -V runs expl 'run' compadd -a runs && return
  if [[ -n $PREFIX && $PREFIX != */* ]]; then
    runs=(\${(M)runs:#leadctl-runs/\${(b)PREFIX}*})
    (( $#runs )) && _wanted -V runs expl 'run' compadd -U -a runs && return
  fi
  _files -/
}

# The environments of the configuration here.
${name}_environments() {
  local -a expl names=(\${(f)"$(${program} completion ${ENVIRONMENTS} 2>/dev/null </dev/null)"})
  _wanted environments expl 'environment' compadd -a names
}

# Each of some words, behind those that are typed already, separated by commas.
${name}_list() {
  local -a expl typed words=("$@")
  compset -P '*,'
  typed=(\${(s:,:)IPREFIX#*=})
  _wanted words expl 'word' compadd -S '' -a -F typed words
}

${name}() {
  local curcontext="$curcontext" state line
  local -A opt_args
  _arguments -C \\
${options
  .flatMap((option) => optionSpecs(option, context))
  .map(specLine)
  .join("\n")}
    '1:command:${name}_commands' \\
    '*::argument:->argument' && return
  [[ $state == argument ]] || return 1
  case $words[1] in
${commands.map((command) => commandCase(command, context)).join("\n")}
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  ${name} "$@"
elif (( $+functions[compdef] )); then
  compdef ${name} ${program}
else
  print -u2 '${program} completion: compinit has to come first: autoload -Uz compinit; compinit'
fi
`;
}

interface Context {
  /** Of the script's functions. */
  name: string;
  program: string;
}

function commandCase({ name, options, arguments: places }: CompletedCommand, context: Context): string {
  const specs = [
    ...options.flatMap((option) => optionSpecs(option, context)),
    ...places.flatMap((place, index) => {
      const { action } = actionOf(place, context);
      // A command of somebody's own: that anything may follow would keep the options from being completed.
      if (place.isVariadic && action.trim() === "") return [];
      return quoted(`${place.isVariadic ? "*" : index + 1}:${escaped(place.name)}:${action}`);
    }),
  ];
  return `    ${name})\n      _arguments -S \\\n${specs.map((spec) => `        ${spec}`).join(" \\\n")} ;;`;
}

function optionSpecs(
  { names, description, value, isRepeatable }: CompletedOption,
  context: Context,
): string[] {
  const about = `[${description.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll("[", "\\[")}]`;
  const isAlone = names.includes("--help") || names.includes("--version");
  const exclusion = isAlone ? "(- *)" : "";
  return names.map((name) => {
    const takes = value ? `:${escaped(value.name)}:${actionOf(value, context).action}` : "";
    const typed = value && name.startsWith("--") ? `${name}=` : name;
    return quoted(`${isRepeatable ? "*" : exclusion}${typed}${about}${takes}`);
  });
}

function actionOf({ kind, words }: Completed, { name }: Context): { action: string } {
  switch (kind) {
    case "word":
      return { action: `(${words.join(" ")})` };
    case "list":
      return { action: ` ${name}_list ${words.join(" ")}` };
    case "file":
      return { action: "_files" };
    case "folder":
      return { action: "_files -/" };
    case "run":
      return { action: `${name}_runs` };
    case "environment":
      return { action: `${name}_environments` };
    case "free":
      return { action: " " };
  }
}

function specLine(spec: string): string {
  return `    ${spec} \\`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
