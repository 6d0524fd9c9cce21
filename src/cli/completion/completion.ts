import { readdirSync } from "node:fs";
import type { Context } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { ifPossible } from "../../base/if-possible.ts";
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

/** The command that the scripts ask (see cli.ts), as in `leadctl __complete submit --form`. */
const COMPLETE = "__complete";

/** Asks the program at each Tab. The typed words are passed as arguments and never run. */
const BASH = String.raw`# Completion of leadctl for bash 3.2 and later. Written by: leadctl completion bash
_leadctl() {
  local word
  COMPREPLY=()
  # Bash would quote our words again inside an open quote: it completes files there.
  case ${"$"}{COMP_WORDS[COMP_CWORD]} in [\'\"]*) return ;; esac
  while IFS=$'\t' read -r word _; do
    case $word in *[!A-Za-z0-9_./,=-]*) printf -v word %q "$word" ;; esac
    COMPREPLY+=("$word")
  done < <(leadctl ${COMPLETE} "${"$"}{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
}
# Bash 3.2 sorts whatever it is offered.
complete -o nosort -o default -F _leadctl leadctl 2>/dev/null || complete -o default -F _leadctl leadctl
`;

const ZSH = String.raw`#compdef leadctl
# Completion of leadctl for zsh. Written by: leadctl completion zsh
_leadctl() {
  local -a lines found shown
  lines=("${"$"}{(@f)$(leadctl ${COMPLETE} "${"$"}{(@Q)words[2,CURRENT-1]}" "${"$"}{(Q)PREFIX}" 2>/dev/null </dev/null)}")
  found=("${"$"}{(@)lines%%$'\t'*}")
  shown=("${"$"}{(@)lines/$'\t'/  -- }")
  if [[ -n $found ]]; then compadd -U -V leadctl -l -d shown -a found; else compset -P '--*='; _files; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _leadctl "$@"; else compdef _leadctl leadctl; fi
`;

const FISH = String.raw`# Completion of leadctl for fish 3 and later. Written by: leadctl completion fish
function __leadctl_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct | string unescape)
    set -l lines (leadctl ${COMPLETE} $words[2..-1] "$typed" 2>/dev/null </dev/null)
    if set -q lines[1]
        printf '%s\n' $lines
    else
        set -l start (string match -r -- '^--[^=]*=' "$typed")
        for found in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$typed"))
            echo "$start"$found
        end
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

/** Answers a script: a line for each word, with what it is about behind a tab. Where there are none, the shell offers files. */
export async function complete(
  typed: readonly string[],
  commands: CommandTable,
  { stdout }: Pick<Context, "stdout">,
): Promise<ExitCode> {
  const words = await wordsFor(typed, commands);
  for (const [text, about] of words) stdout.write(about === undefined ? `${text}\n` : `${text}\t${about}\n`);
  return EXIT.ok;
}

/** A word that may stand there, and what it is about. */
type Word = readonly [text: string, about?: string | undefined];

/** @param typed The words behind the program's name, without quotes; the last one is the one being typed, maybe empty. */
async function wordsFor(typed: readonly string[], commands: CommandTable): Promise<Word[]> {
  const [name = "", ...words] = typed.slice(0, -1);
  const current = typed.at(-1) ?? "";
  if (typed.length < 2)
    return among(current.startsWith("-") ? flagWords(PROGRAM_OPTIONS) : [...SUMMARIES], current);
  const command = COMMAND_NAMES.find((known) => known === name);
  if (!command) return [];
  const declared: OptionGroup = COMMAND_OPTIONS[command];
  const options = new Map(Object.values(declared).map((option) => [flagOf(option), option]));
  const { pending, places, isPlain } = read(words, options);
  // Bash completes the sign between an option and its value where nothing stands behind it yet.
  if (pending) return valueWords(pending, current === "=" ? "" : current);
  if (isPlain || !current.startsWith("-")) return argumentWords(commands[command].arguments, places, current);
  const [, start = "", flag = "", value = ""] = /^((--[^=]+)=)(.*)$/s.exec(current) ?? [];
  const glued = options.get(flag);
  if (glued) return valueWords(glued, value, start);
  const flags = [...options].map(([one, option]): Word => [one, aboutText(option)]);
  return among([...flags, ...flagWords([["-h, --help", "show this help"]])], current);
}

function flagWords(options: readonly (readonly [flags: string, about: string])[]): Word[] {
  return options.flatMap(([flags, about]) => flags.split(", ").map((flag): Word => [flag, about]));
}

/** The words before the one that is being typed. */
function read(words: readonly string[], options: ReadonlyMap<string, OptionDeclaration>) {
  let pending: OptionDeclaration | undefined;
  const places: string[] = [];
  let isPlain = false;
  for (const word of words) {
    // Bash has the sign between an option and its value as a word.
    if (pending && word === "=") continue;
    if (pending) pending = undefined;
    else if (isPlain || !word.startsWith("-")) places.push(word);
    else if (word === "--") isPlain = true;
    else pending = options.get(word);
    if (pending?.takes.is === "switch") pending = undefined;
  }
  return { pending, places, isPlain };
}

/** @param start The part of the word before the value. */
async function valueWords(option: OptionDeclaration, value: string, start = ""): Promise<Word[]> {
  const { takes } = option;
  if (["--env", "--confirm"].includes(flagOf(option))) {
    const config = await readConfig(undefined).catch(() => null);
    return plain(config?.environments.map(({ name }) => name) ?? [], value, start);
  }
  if (takes.is === "choice") return plain(takes.words, value, start);
  if (takes.is !== "list") return [];
  // Those that are typed already stand before it.
  const before = value.slice(0, value.lastIndexOf(",") + 1);
  const free = takes.words.filter((word) => !before.split(",").includes(word));
  return plain(free, value.slice(before.length), start + before);
}

/** @param taken What stands in the places before it. */
function argumentWords(
  places: readonly ArgumentDeclaration[],
  taken: readonly string[],
  typed: string,
): Word[] {
  const last = places.at(-1);
  const { takes } = places[taken.length] ?? (last?.name.includes("...") ? last : undefined) ?? {};
  if (takes === "run" || (takes === "run-first" && taken.length === 0)) return runWords(typed, taken);
  return typeof takes === "object" ? plain(takes, typed) : [];
}

/** The runs here but those that are named already, newest first, also by what stands behind the folder's name. */
function runWords(typed: string, taken: readonly string[]): Word[] {
  const entries = ifPossible(() => readdirSync(RUNS_FOLDER, { withFileTypes: true })) ?? [];
  const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  return names
    .toSorted()
    .toReversed()
    .map((name): Word => [`${RUNS_FOLDER}/${name}`])
    .filter(([run]) => !taken.includes(run))
    .filter(([run]) => run.startsWith(typed) || run.startsWith(`${RUNS_FOLDER}/${typed}`));
}

/** Words that say by themselves what they are about. */
function plain(words: readonly string[], typed: string, start = ""): Word[] {
  return words.filter((word) => word.startsWith(typed)).map((word) => [start + word]);
}

function among(words: readonly Word[], typed: string): Word[] {
  return words.filter(([text]) => text.startsWith(typed));
}
