import { existsSync, readdirSync } from "node:fs";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { RUNS_FOLDER } from "../../run/run-paths.ts";
import { readConfig } from "../../settings/config-file.ts";
import { parseChoice } from "../../settings/option-values.ts";
import { aboutText, flagOf, type OptionDeclaration } from "../../settings/options.ts";
import { COMMAND_NAMES, PROGRAM_OPTIONS, SUMMARIES } from "../help/overview.ts";
import type { ArgumentDeclaration, CommandTable } from "../help/program.ts";

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
  local -a lines found shown
  lines=("${"$"}{(@f)$(leadctl ${COMPLETE} zsh "${"$"}{(@Q)words[2,CURRENT-1]}" "${"$"}{(Q)PREFIX}" 2>/dev/null </dev/null)}")
  case $lines[1] in
    files) _files; return ;;
    folders) _files -/; return ;;
  esac
  for line in $lines[2,-1]; do
    found+=("${"$"}{line%%$'\t'*}")
    shown+=("${"$"}{line/$'\t'/  -- }")
  done
  compadd -U -V leadctl -l -d shown -a found
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
    switch "$lines[1]"
        case files
            __fish_complete_path $typed
        case folders
            __fish_complete_directories $typed ''
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
  const offer = await offerFor(shell === "bash" ? wordsOfBash(words) : words, commands);
  stdout.write(`${[offer.kind, ...offer.words].join("\n")}\n`);
  return EXIT.ok;
}

/**
 * What may stand where somebody types.
 *
 * - `words`: one of them. `runs`: the same, with blanks in them.
 * - `files`, `folders`: what the shell finds.
 */
interface Offer {
  kind: "words" | "runs" | "files" | "folders";
  /** Behind a tab, what each is about. */
  words: readonly string[];
}

const NOTHING: Offer = { kind: "words", words: [] };

function told(word: string, about: string): string {
  return `${word}\t${about}`;
}

/**
 * What may follow.
 *
 * @param typed The words behind the program's name, without quotes; the last one is the one being typed, maybe empty.
 */
async function offerFor(typed: readonly string[], commands: CommandTable): Promise<Offer> {
  const [name = "", ...words] = typed.slice(0, -1);
  const current = typed.at(-1) ?? "";
  if (typed.length < 2) {
    const options = PROGRAM_OPTIONS.flatMap(([flags, about]) =>
      flags.split(", ").map((flag) => told(flag, about)),
    );
    const names = [...SUMMARIES].map(([name, about]) => told(name, about));
    return among(current.startsWith("-") ? options : names, current);
  }
  const command = COMMAND_NAMES.find((known) => known === name);
  if (!command) return NOTHING;
  const { options, arguments: places } = commands[command];
  const byFlag = new Map<string, OptionDeclaration>(
    Object.values(options).map((option) => [flagOf(option), option]),
  );
  const { pending, places: taken, isPlain } = read(words, byFlag);
  if (pending) return valueOffer(pending, current);
  if (!isPlain && current.startsWith("-")) {
    const helps = ["-h", "--help"].map((flag) => told(flag, "show this help"));
    const flags = [...byFlag].map(([flag, option]) => told(flag, aboutText(option)));
    return among([...flags, ...helps], current);
  }
  const last = places.at(-1);
  return argumentOffer(
    places[taken.length] ?? (last?.name.includes("...") ? last : undefined),
    taken,
    current,
  );
}

/** The words before the one that is being typed. */
function read(words: readonly string[], options: ReadonlyMap<string, OptionDeclaration>) {
  let pending: OptionDeclaration | undefined;
  const places: string[] = [];
  let isPlain = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (isPlain || !word.startsWith("-")) places.push(word);
    else if (word === "--") isPlain = true;
    else if (options.get(word)?.takes.is !== "switch") pending = options.get(word);
  }
  return { pending, places, isPlain };
}

async function valueOffer(option: OptionDeclaration, value: string): Promise<Offer> {
  const { takes } = option;
  const flag = flagOf(option);
  if (flag === "--env" || flag === "--confirm") {
    const config = await readConfig(undefined).catch(() => null);
    return among(config?.environments.map(({ name }) => name) ?? [], value);
  }
  switch (takes.is) {
    case "file":
      return { kind: "files", words: [] };
    case "folder":
    case "folders":
      return { kind: "folders", words: [] };
    case "choice":
    case "list":
      return among(takes.words, value);
    default:
      return NOTHING;
  }
}

/** @param taken What stands in the places before it. */
function argumentOffer(
  place: ArgumentDeclaration | undefined,
  taken: readonly string[],
  typed: string,
): Offer {
  const takes = place?.takes;
  if (takes === undefined) return NOTHING;
  if (takes === "file") return { kind: "files", words: [] };
  if (takes === "run-first") return taken.length > 0 ? NOTHING : runOffer(typed);
  if (takes === "run") return runOffer(typed, taken);
  return among(takes, typed);
}

/** The runs here but those that are named already, newest first, also by what stands behind the folder's name; where none fits, any folder. */
function runOffer(typed: string, taken: readonly string[] = []): Offer {
  const entries = existsSync(RUNS_FOLDER) ? readdirSync(RUNS_FOLDER, { withFileTypes: true }) : [];
  const runs = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${RUNS_FOLDER}/${name}`)
    .filter((run) => !taken.includes(run))
    .filter((run) => run.startsWith(typed) || run.startsWith(`${RUNS_FOLDER}/${typed}`));
  if (runs.length === 0) return { kind: "folders", words: [] };
  return { kind: "runs", words: runs.sort().reverse() };
}

function among(words: readonly string[], typed: string): Offer {
  return { kind: "words", words: words.filter((word) => word.startsWith(typed)) };
}

/** The words of bash, which breaks them at `=` and `:` and leaves quotes in them, as other shells have them. */
function wordsOfBash(pieces: readonly string[]): string[] {
  const words: string[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const isBreak = /^(?:=|::?)$/.test(piece);
    const bare = piece.replace(/\\(.)|["']/gs, "$1");
    if ((isBreak || isOpen) && words.length > 0) words.push((words.pop() ?? "") + bare);
    else words.push(bare);
    isOpen = isBreak;
  }
  return words;
}
