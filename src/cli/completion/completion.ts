import { readdirSync } from "node:fs";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { ifPossible } from "../../base/file-error.ts";
import { RUNS_FOLDER } from "../../run/run-paths.ts";
import { readConfig } from "../../settings/config-file.ts";
import { parseChoice } from "../../settings/option-values.ts";
import {
  aboutText,
  COMMAND_OPTIONS,
  flagOf,
  type OptionDeclaration,
  type OptionGroup,
} from "../../settings/options.ts";
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

/** A word that may stand there, and what it is about. */
type Word = readonly [text: string, about?: string | undefined];

/**
 * What may stand where somebody types.
 *
 * - `words`: one of them. `parts`: the same, and more may follow at once. `runs`: the same, with blanks in them.
 * - `files`, `folders`: what the shell finds.
 */
export interface Offer {
  kind: "words" | "parts" | "runs" | "files" | "folders";
  words: readonly Word[];
}

const NOTHING: Offer = { kind: "words", words: [] };
const HELP = "show this help";

/**
 * What may follow.
 *
 * @param typed The words behind the program's name, without quotes; the last one is the one being typed, maybe empty.
 */
export async function offerFor(typed: readonly string[], commands: CommandTable): Promise<Offer> {
  const [name = "", ...words] = typed.slice(0, -1);
  const current = typed.at(-1) ?? "";
  if (typed.length < 2) {
    const options = PROGRAM_OPTIONS.flatMap(([flags, about]) =>
      flags.split(", ").map((flag): Word => [flag, about]),
    );
    return among(current.startsWith("-") ? options : [...SUMMARIES], current);
  }
  const command = COMMAND_NAMES.find((known) => known === name);
  if (!command) return NOTHING;
  const { arguments: places } = commands[command];
  const options: OptionGroup = COMMAND_OPTIONS[command];
  const byFlag = new Map(Object.values(options).map((option) => [flagOf(option), option]));
  const { given, pending, places: taken, isPlain } = read(words, byFlag);
  if (pending) return valueOffer(command, pending, current);
  const [, flag = "", value = ""] = isPlain ? [] : (/^(--[^=]+)=(.*)$/s.exec(current) ?? []);
  const glued = byFlag.get(flag);
  if (glued) return glued.takes.is === "switch" ? NOTHING : valueOffer(command, glued, value, `${flag}=`);
  if (!isPlain && current.startsWith("-")) {
    const free = [...byFlag].filter(([one, option]) => isRepeatable(option) || !given.has(one));
    const helps: Word[] = [
      ["-h", HELP],
      ["--help", HELP],
    ];
    return among([...free.map(([one, option]): Word => [one, aboutText(option)]), ...helps], current);
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
  const given = new Set<string>();
  let pending: OptionDeclaration | undefined;
  const places: string[] = [];
  let isPlain = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (isPlain || !word.startsWith("-")) places.push(word);
    else if (word === "--") isPlain = true;
    else {
      given.add(word.replace(/=.*/s, ""));
      const option = options.get(word);
      if (option && option.takes.is !== "switch") pending = option;
    }
  }
  return { given, pending, places, isPlain };
}

function isRepeatable({ takes }: OptionDeclaration): boolean {
  return takes.is === "texts" || takes.is === "folders";
}

/** @param start The part of the word before the value. */
async function valueOffer(
  command: string,
  option: OptionDeclaration,
  value: string,
  start = "",
): Promise<Offer> {
  const { takes } = option;
  const flag = flagOf(option);
  if (flag === "--env" || flag === "--confirm") {
    const config = await readConfig(undefined).catch(() => null);
    return among(plain(config?.environments.map(({ name }) => name) ?? []), value, start);
  }
  switch (takes.is) {
    case "file":
      return { kind: "files", words: [] };
    case "folder":
    case "folders":
      return { kind: "folders", words: [] };
    case "choice":
      return among(plain(takes.words), value, start);
    case "list":
      return listOffer(takes.words, value, start);
    case "texts":
      return listOffer(await knownTexts(command, flag), value, start);
    default:
      return NOTHING;
  }
}

/** Words of options that are declared to take any text: the rooms that know them stand above the options. */
async function knownTexts(command: string, flag: string): Promise<readonly string[]> {
  if (command === "sandbox" && flag === "--fault") {
    const { FAULT_KINDS } = await import("../../sandbox/fault.ts");
    return FAULT_KINDS.map((kind) => `${kind}=`);
  }
  if (command !== "smoke") return [];
  const { ALL_CHECKS } = await import("../../smoke/smoke-plan.ts");
  const ids = ALL_CHECKS.flatMap(({ checks }) => checks.map(({ id }) => id));
  return flag === "--accept" ? ids.map((id) => `${id}=`) : [...ALL_CHECKS.map(({ id }) => id), ...ids];
}

/** Each of some words, behind those that are typed already, separated by commas. */
function listOffer(words: readonly string[], typed: string, start: string): Offer {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const free = words.filter((word) => !before.split(",").includes(word));
  const { words: found } = among(plain(free.map((word) => `${before}${word}`)), typed, start);
  return { kind: "parts", words: found };
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
  return among(plain(takes), typed);
}

/** The runs here but those that are named already, newest first, also by what stands behind the folder's name; where none fits, any folder. */
function runOffer(typed: string, taken: readonly string[] = []): Offer {
  const entries = ifPossible(() => readdirSync(RUNS_FOLDER, { withFileTypes: true })) ?? [];
  const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const runs = names
    .toSorted()
    .toReversed()
    .map((name) => `${RUNS_FOLDER}/${name}`)
    .filter((run) => !taken.includes(run))
    .filter((run) => run.startsWith(typed) || run.startsWith(`${RUNS_FOLDER}/${typed}`));
  if (runs.length === 0) return { kind: "folders", words: [] };
  return { kind: "runs", words: plain(runs) };
}

/** Words that say by themselves what they are about. */
function plain(words: readonly string[]): Word[] {
  return words.map((word) => [word]);
}

function among(words: readonly Word[], typed: string, start = ""): Offer {
  const found = words.filter(([text]) => text.startsWith(typed));
  return { kind: "words", words: found.map(([text, about]): Word => [start + text, about]) };
}

/**
 * The words of bash, which breaks them at `=` and `:` and leaves quotes in them, as other shells have them.
 *
 * @returns How much of the last one bash takes for words of their own, too.
 */
export function wordsOfBash(pieces: readonly string[]): { typed: string[]; brokenLength: number } {
  const typed: string[] = [];
  let brokenLength = 0;
  let isOpen = false;
  for (const piece of pieces) {
    const isBreak = /^(?:=|::?)$/.test(piece);
    const last = typed.at(-1);
    const joins = (isBreak || isOpen) && last !== undefined;
    brokenLength = !joins ? 0 : last.length + (isBreak ? piece.length : 0);
    const bare = piece.replace(/\\(.)|["']/gs, "$1");
    if (joins) typed[typed.length - 1] = last + bare;
    else typed.push(bare);
    isOpen = isBreak;
  }
  return { typed, brokenLength };
}
