import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { parseChoice } from "../../settings/option-values.ts";
import type { CommandTable } from "../help/program.ts";
import { offerFor, wordsOfBash } from "./complete.ts";

/** The command that the scripts ask (see cli.ts), as in `leadctl __complete zsh submit --form`. */
const COMPLETE = "__complete";

/** Asks the program at each Tab. The typed words are passed as arguments and never run. */
const BASH = String.raw`# Completion of leadctl for bash 3.2 and later. Written by: leadctl completion bash
_leadctl() {
  local kind='' word
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    case $kind in
      '') kind=$word ;;
      runs) COMPREPLY+=("$(printf '%q' "$word")") ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done <<< "$(leadctl ${COMPLETE} bash "${"$"}{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)"
  case $kind in
    files) compopt -o default ;;
    folders) compopt -o dirnames ;;
    parts) compopt -o nospace ;;
    runs) compopt -o nosort ;;
  esac 2>/dev/null
  return 0
}
# Bash 3.2, which has no compopt, offers files wherever there is nothing better.
if type compopt >/dev/null 2>&1; then
  complete -F _leadctl leadctl
else
  complete -o default -F _leadctl leadctl
fi
`;

const ZSH = String.raw`#compdef leadctl
# Completion of leadctl for zsh. Written by: leadctl completion zsh
_leadctl() {
  local line
  local -a lines found shown end
  lines=("${"$"}{(@f)$(leadctl ${COMPLETE} zsh "${"$"}{(@Q)words[2,CURRENT-1]}" "${"$"}{(Q)PREFIX}" 2>/dev/null </dev/null)}")
  case $lines[1] in
    files) compset -P '--*='; _files; return ;;
    folders) compset -P '--*='; _files -/; return ;;
    parts) end=(-S '') ;;
  esac
  for line in $lines[2,-1]; do
    found+=("${"$"}{line%%$'\t'*}")
    shown+=("${"$"}{line/$'\t'/  -- }")
  done
  compadd -U -V leadctl "$end[@]" -l -d shown -a found
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _leadctl "$@"
elif (( $+functions[compdef] )); then
  compdef _leadctl leadctl
else
  print -u2 'leadctl completion: compinit has to come first: autoload -Uz compinit; compinit'
fi
`;

const FISH = String.raw`# Completion of leadctl for fish 3 and later. Written by: leadctl completion fish
function __leadctl_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct | string unescape)
    set -l lines (leadctl ${COMPLETE} fish $words[2..-1] $typed 2>/dev/null </dev/null)
    set -l start (string match -r -- '^--[^=]*=' $typed)
    set -l path (string replace -r -- '^--[^=]*=' '' $typed)
    switch "$lines[1]"
        case files
            for found in (__fish_complete_path $path)
                echo "$start"$found
            end
        case folders
            for found in (__fish_complete_directories $path '')
                echo "$start"$found
            end
        case '*'
            printf '%s\n' $lines[2..-1]
    end
end
complete -c leadctl -f -k -a '(__leadctl_complete)'
`;

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];

/**
 * `leadctl completion <shell>`: a script that has the program say what can be typed, so that it is never out of date.
 *
 * @throws CliError with exit code 2 for an unknown shell.
 */
export function completion(shell: string, { stdout, stderr }: Context): ExitCode {
  stdout.write(SCRIPTS[parseChoice(shell, "completion", SHELLS)]);
  if (stdout.isTTY) stderr.write("\nHow to install it: leadctl completion --help\n");
  return EXIT.ok;
}

/** Answers a script: the kind of what may stand there, then a line for each word, with what it is about behind a tab. */
export async function complete(
  [shell, ...words]: readonly string[],
  commands: CommandTable,
  { stdout }: Pick<Context, "stdout">,
): Promise<ExitCode> {
  const { typed, brokenLength } = shell === "bash" ? wordsOfBash(words) : { typed: words, brokenLength: 0 };
  const offer = await offerFor(typed, commands);
  const lines = offer.words.map(([text, about]) => `${text.slice(brokenLength)}${about ? `\t${about}` : ""}`);
  stdout.write(`${[offer.kind, ...lines].join("\n")}\n`);
  return EXIT.ok;
}
