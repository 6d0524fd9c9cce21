import { nearestName } from "../base/nearest-name.ts";
import {
  camelCase,
  flagOf,
  type OptionDeclaration,
  type OptionGroup,
  type OptionKind,
  type OptionValues,
  type SettledValues,
} from "./options.ts";
import { parseRows, parseShard, type RowRange, rowsText, type Shard } from "./selection.ts";
import { settingsError } from "./settings-errors.ts";

/** Values as they were typed or configured, by name in camel case: text, texts, or `true` for a switch. */
export type TypedValues = Readonly<Record<string, unknown>>;

/**
 * Reads what was typed as options of a command.
 *
 * @returns Given values and defaults, by the names of the declarations.
 * @throws CliError with exit code 2 for a value that cannot be.
 */
export function readOptions<Group extends OptionGroup>(
  group: Group,
  typed: TypedValues,
): OptionValues<Group> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(group)) {
    const value = readOption(option, typed);
    if (value !== undefined) values[name] = value;
  }
  return values as OptionValues<Group>;
}

/** Why an earlier name of an option should not be used, of each that was typed. */
export function formerNames(group: OptionGroup, typed: TypedValues): string[] {
  return Object.values(group).flatMap(({ former }) =>
    former && typed[camelCase(former.flags)] !== undefined ? [former.warning] : [],
  );
}

/** Undefined if nothing was typed and there is no default. */
function readOption(option: OptionDeclaration, typed: TypedValues): unknown {
  const { flags, former, takes } = option;
  const given = typed[camelCase(flags)] ?? (former && typed[camelCase(former.flags)]);
  if (takes.is === "switch") return flags.startsWith("--no-") ? given !== false : given === true;
  if (takes.is === "texts" || takes.is === "folders") return given ?? [];
  const text = given ?? option.default;
  return text === undefined ? undefined : parseValue(takes, String(text), flagOf(option));
}

/**
 * The values in force: what was given, then what the configuration sets, then what is declared.
 *
 * @param configured By the names of the configuration; checked when it was read.
 */
export function settle<Group extends OptionGroup>(
  group: Group,
  given: OptionValues<Group>,
  configured: TypedValues = {},
): SettledValues<Group> {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(group)) {
    const own = (given as TypedValues)[name];
    const text = configured[camelCase(option.flags)] ?? option.fallback;
    // A switch that is off is left out.
    if (option.takes.is === "switch") {
      if (own === true || text === "true") values[name] = true;
    } else if (own !== undefined) values[name] = own;
    else if (text !== undefined) values[name] = parseValue(option.takes, String(text), flagOf(option));
  }
  return values as SettledValues<Group>;
}

/** Options as they would be typed for these values, as in `["--rows", "5,7-10", "--strict"]`. */
export function wordsFor(group: OptionGroup, values: object): string[] {
  return Object.entries(group).flatMap(([name, option]) => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    if (option.takes.is === "switch") return value === true ? [flagOf(option)] : [];
    return value === undefined ? [] : [flagOf(option), textOf(option.takes, value)];
  });
}

function textOf({ is }: OptionKind, value: unknown): string {
  switch (is) {
    case "rows":
      return rowsText(value as readonly RowRange[]);
    case "shard":
      return `${(value as Shard).index}/${(value as Shard).count}`;
    case "delimiter":
      return value === "\t" ? "tab" : String(value);
    case "duration":
      return `${value}ms`;
    case "age":
      return `${Number(value) / 60_000}m`;
    default:
      return String(value);
  }
}

/**
 * Reads one value of an option.
 *
 * @param flag For the message, as in `--rate`.
 * @throws CliError with exit code 2.
 */
export function parseValue(kind: OptionKind, text: string, flag: string): unknown {
  const bare = text.trim();
  switch (kind.is) {
    case "count": {
      const [count, max] = [/^\d+$/.test(bare) ? Number(bare) : Number.NaN, kind.max];
      if (count >= kind.min && count <= max) return count;
      const shown = max === Number.MAX_SAFE_INTEGER ? null : max;
      throw settingsError("usage/count", { flag, text, min: kind.min, max: shown });
    }
    case "rate":
      if (/^\d+(\.\d+)?$/.test(bare) && Number(bare) > 0) return Number(bare);
      throw settingsError("usage/rate", { flag, text });
    case "duration":
      return parseDuration(text, flag, kind.minMs);
    case "age":
      if (/^\d{1,6}[mhdw]$/.test(bare)) return inMs(bare);
      throw settingsError("usage/age", { flag, text });
    case "choice":
      return parseChoice(text, flag, kind.words);
    case "list":
      return [...new Set(text.split(",").map((word) => parseChoice(word.trim(), flag, kind.words)))];
    case "rows":
      return parseRows(text, flag);
    case "shard":
      return parseShard(text, flag);
    case "delimiter":
      return text === "\\t" || text === "tab" ? "\t" : text;
    default:
      return text;
  }
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const UNIT_MS: Readonly<Record<string, number>> = UNITS;

function inMs(text: string): number {
  return Number.parseFloat(text) * (UNIT_MS[text.replace(/^[\d.]+/, "")] ?? 1);
}

/** A duration as it is written. */
export const DURATION = /^\d+(?:\.\d+)?(?:ms|s|m|h)$/;

/** A timer of Node ends at once where it should wait for more than 596 h; two durations may be added up. */
const HOURS_MAX = 240;

/**
 * Reads a duration such as `250ms`, `30s` or `2m`.
 *
 * @returns Milliseconds.
 * @throws CliError with exit code 2.
 */
export function parseDuration(text: string, flag: string, minMs = 0): number {
  if (!DURATION.test(text.trim())) throw settingsError("usage/duration", { flag, text });
  const durationMs = inMs(text.trim());
  if (durationMs < minMs) throw settingsError("usage/no-duration", { flag, text });
  if (durationMs > HOURS_MAX * UNITS.h)
    throw settingsError("usage/duration-long", { flag, text, hoursMax: HOURS_MAX });
  return durationMs;
}

/** @throws CliError with exit code 2 for a text that is none of them. */
export function parseChoice<T extends string>(text: string, flag: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw settingsError("usage/choice", { flag, text, near: nearestName(text, choices), choices });
}
