import { dirname, isAbsolute, join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { describeCause, isAbsent } from "../base/file-error.ts";
import { FileInUse, readFile } from "../base/files.ts";
import type { ConfigFile } from "./config-schema.ts";
import { CONFIGURABLE } from "./options.ts";
import { type ConfigProblem, configFinding, settingsError } from "./settings-errors.ts";
import { parseTarget, type Target } from "./target.ts";

/** Where the program looks without `--config`: in the folder that it is called in. */
export const CONFIG_FILE = "leadctl.config.json";

/** A place that leads can go to, by name. */
export interface Environment {
  name: string;
  target: Target;
  /** The variable that holds the key; absent: the usual one. */
  keyVariable?: string;
  /** For a gateway before the service: names of headers, each with the variable that holds its value. */
  headers: Readonly<Record<string, string>>;
  /** What it sets of `CONFIGURABLE`, each as its flag takes it. */
  limits: Readonly<Record<string, string>>;
  /** Nothing is sent there before its name was typed. */
  isProtected: boolean;
}

/** What a configuration file says. */
export interface Config {
  /** The file, as a person would name it. */
  file: string;
  environments: readonly Environment[];
  /** Taken where nobody names an environment or an address. */
  defaultName?: string;
  /** Folders that hold runs, beside the usual one. */
  runs?: readonly string[];
}

const BYTES_MAX = 1024 * 1024;

/**
 * Reads the configuration file. Its schema is loaded only when there is one.
 *
 * @param file What `--config` names; undefined: the usual one, which need not be there.
 * @returns Null when there is none.
 * @throws CliError with exit code 2 when it cannot be used, with all that is wrong with it.
 */
export async function readConfig(file: string | undefined): Promise<Config | null> {
  const name = file ?? CONFIG_FILE;
  const text = await textOf(name).catch((error) => {
    if (file === undefined && isAbsent(error)) return null;
    if (error instanceof CliError) throw error;
    const why = isAbsent(error) ? null : describeCause(error);
    const isInUse = error instanceof FileInUse;
    const params = { file: name, isNamed: file !== undefined, why, isInUse };
    throw settingsError("config-missing", params, { cause: error });
  });
  if (text === null) return null;
  const { findProblems } = await import("./config-schema.ts");
  const { content, problems } = findProblems(text);
  if (problems) throw unusable(name, problems);
  return configOf(name, content);
}

function unusable(file: string, problems: readonly ConfigProblem[]): CliError {
  return settingsError("config-invalid", { file, problems });
}

async function textOf(name: string): Promise<string> {
  const bytes = await readFile(name);
  if (bytes.length > BYTES_MAX) throw unusable(name, [{ path: "", ...configFinding("too-large") }]);
  return bytes.toString("utf8");
}

function configOf(file: string, { environments, default: defaultName, runs = [] }: ConfigFile): Config {
  return {
    file,
    environments: Object.entries(environments).map(([name, settings]) => environmentOf(name, settings)),
    ...(defaultName !== undefined && { defaultName }),
    runs: runs.map((folder) => (isAbsolute(folder) ? folder : join(dirname(file), folder))),
  };
}

function environmentOf(name: string, settings: ConfigFile["environments"][string]): Environment {
  const { baseUrl, partner, keyVariable, headers, confirm } = settings;
  return {
    name,
    target: parseTarget(baseUrl, partner),
    ...(keyVariable !== undefined && { keyVariable }),
    headers: headers ?? {},
    limits: limitsOf(settings),
    isProtected: confirm === true,
  };
}

/** As text, so that flag and file are read by the same parsers. */
function limitsOf(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const given = [...CONFIGURABLE.keys()].filter((name) => settings[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, textFor(settings[name])]));
}

/** A number as `0.0000001` instead of `1e-7`. */
function textFor(value: unknown): string {
  const text = String(value);
  return typeof value === "number" && text.includes("e") ? value.toFixed(20).replace(/\.?0+$/, "") : text;
}
