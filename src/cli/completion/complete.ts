import { readdirSync } from "node:fs";
import { readConfig } from "../../settings/config-file.ts";
import { aboutText, flagOf, type OptionDeclaration } from "../../settings/options.ts";
import { COMMAND_NAMES, PROGRAM_OPTIONS, SUMMARIES } from "../help/overview.ts";
import type { ArgumentDeclaration, CommandTable } from "../help/program.ts";

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
  const { options, arguments: places } = commands[command];
  const byFlag = new Map<string, OptionDeclaration>(
    Object.values(options).map((option) => [flagOf(option), option]),
  );
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
    return among(config?.environments.map(({ name }): Word => [name]) ?? [], value, start);
  }
  switch (takes.is) {
    case "file":
      return { kind: "files", words: [] };
    case "folder":
    case "folders":
      return { kind: "folders", words: [] };
    case "choice":
      return among(
        takes.words.map((word): Word => [word]),
        value,
        start,
      );
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
  const { words: found } = among(
    free.map((word): Word => [`${before}${word}`]),
    typed,
    start,
  );
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
  return among(
    takes.map((word): Word => [word]),
    typed,
  );
}

const RUNS = "leadctl-runs";

/** The runs here but those that are named already, newest first, also by what stands behind the folder's name; where none fits, any folder. */
function runOffer(typed: string, taken: readonly string[] = []): Offer {
  const runs = runNames()
    .map((name) => `${RUNS}/${name}`)
    .filter((run) => !taken.includes(run))
    .filter((run) => run.startsWith(typed) || run.startsWith(`${RUNS}/${typed}`));
  if (runs.length === 0) return { kind: "folders", words: [] };
  return { kind: "runs", words: runs.map((run): Word => [run]) };
}

function runNames(): string[] {
  try {
    const folders = readdirSync(RUNS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders
      .map(({ name }) => name)
      .sort()
      .reverse();
  } catch {
    return [];
  }
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
