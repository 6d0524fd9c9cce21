import { CliError, isSameError } from "../../base/cli-error.ts";
import { type Context, copyVariables } from "../../base/context.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { truncate } from "../../base/text-width.ts";
import { toldFailure } from "../../job/failure.ts";
import { proxyFor } from "../../send/proxy.ts";
import { KEY_VARIABLE, keyWarnings, resolveKey } from "../../settings/api-key.ts";
import { type Config, type Environment, readConfig } from "../../settings/config-file.ts";
import {
  destinationWarnings,
  type Found,
  findSettings,
  findTarget,
  findVariable,
  readVariableLayers,
  requireAgreement,
  requireBaseUrl,
  requirePartner,
  requireVerifiedTls,
  type Settings,
  type VariableLayers,
  variablesOf,
} from "../../settings/destination.ts";
import { readOptions } from "../../settings/option-values.ts";
import { type CommandValues, camelCase, flagOf, SENDING } from "../../settings/options.ts";
import { createUrl } from "../../settings/target.ts";
import { renderError, sentenceLines, tableLines } from "../../terminal/layout.ts";
import { documentLine, safeText } from "../../terminal/safe-text.ts";
import { type Style, styleFor } from "../../terminal/style.ts";
import type { ConfigDocument } from "../document-schemas.ts";

type ConfigOptions = CommandValues<"config">;

/** `leadctl config`: the settings in force, where each came from, and all that is wrong with them. */
export async function config(options: ConfigOptions, context: Context): Promise<ExitCode> {
  const report = await reportSettings(options, context);
  const { warnings, problems } = report;
  if (options.json) context.stdout.write(documentLine("config", settingsDocument(report), context.scrub));
  else {
    const style = styleFor(context.stdout, context.env);
    context.stdout.write(
      context.scrub(renderSettings({ ...report, environments: environmentsOf(report) }, style)),
    );
    const errorStyle = styleFor(context.stderr, context.env);
    for (const warning of warnings)
      context.stderr.write(context.scrub(`${sentenceLines("Warning", warning, errorStyle).join("\n")}\n`));
    for (const problem of problems) context.stderr.write(context.scrub(renderError(problem, errorStyle)));
  }
  return problems.length > 0 ? EXIT.usage : EXIT.ok;
}

function settingsDocument(report: SettingsReport): ConfigDocument {
  const { config, settings, warnings, problems } = report;
  return {
    config: { file: config?.file ?? null, environments: environmentsOf(report) },
    settings: Object.fromEntries(settings.map(({ name, ...rest }) => [name, rest])),
    warnings,
    problems: problems.map(toldFailure),
  };
}

function environmentsOf({ config }: SettingsReport) {
  return (config?.environments ?? []).map(({ name, target, isProtected }) => ({
    name,
    ...target,
    confirm: isProtected,
    default: name === config?.defaultName,
  }));
}

/** One setting as it is in force. */
interface SettingInForce {
  /** As in `baseUrl`. */
  name: string;
  /** Null when it is not set, or cannot be used; of the key only whether there is one: `set`. */
  value: string | null;
  /** As in `LEADCTL_PARTNER` or `leadctl.config.json, staging`; null when it is not set. */
  source: string | null;
}

/** What a command would go by, and everything that would stop it. */
interface SettingsReport {
  /** Null where there is no configuration file; undefined where it cannot be used. */
  config: Config | null | undefined;
  environment: Environment | null;
  settings: SettingInForce[];
  /** As sentences. */
  warnings: string[];
  problems: CliError[];
}

async function reportSettings(options: ConfigOptions, context: Context): Promise<SettingsReport> {
  const problems = new Problems();
  const env = copyVariables(context.env);
  const layers = (await problems.ofAsync(readVariableLayers(options, context))) ?? { env, file: null };
  const config = await problems.ofAsync(readConfig(options.config));
  const settings: Settings = { flags: options, layers, config: config ?? null };
  const found = findSettings(settings);
  const isKnown = config !== undefined;
  const parts = (isKnown && problems.of(() => findTarget(settings))) || { ...found, environment: null };
  const { environment } = parts;
  problems.of(() => requireAgreement(environment, found));
  // What an unusable file, or an environment that is not there, would say, is not missing.
  const mayLack = isKnown && (environment !== null || found.environment === undefined);
  const usable = (part: Found | undefined, require: (part: Found | undefined) => string) =>
    part || mayLack ? problems.of(() => require(part)) : undefined;
  const baseUrl = usable(parts.baseUrl, requireBaseUrl);
  const partner = usable(parts.partner, requirePartner);
  const variables = variablesOf(layers);
  const keyVariable = environment?.keyVariable ?? KEY_VARIABLE;
  const keySource = findVariable(keyVariable, layers)?.source;
  const key =
    keySource !== undefined || mayLack
      ? problems.of(() => resolveKey(variables, context, keyVariable, environment?.headers))
      : undefined;
  problems.of(() => requireVerifiedTls(context));
  if (baseUrl && partner) problems.of(() => proxyFor(createUrl({ baseUrl, partner }), variables));
  const chosenBy =
    found.environment?.source ?? (environment && (found.baseUrl ? "its base URL" : "default of the file"));
  return {
    config,
    environment,
    settings: [
      inForce("environment", environment?.name, chosenBy),
      inForce("baseUrl", baseUrl, parts.baseUrl?.source),
      inForce("partner", partner, parts.partner?.source),
      inForce("key", keySource === undefined ? undefined : "set", keySource),
      ...headersInForce(environment, layers),
      ...limitsInForce(options, config ?? null, environment, problems),
    ],
    warnings: [
      ...(baseUrl ? destinationWarnings({ baseUrl }, environment, settings.config) : []),
      ...(key ? keyWarnings(key, keyVariable) : []),
    ],
    problems: problems.found,
  };
}

/** Of each header only whether its variable has a value. */
function headersInForce(environment: Environment | null, layers: VariableLayers): SettingInForce[] {
  return Object.entries(environment?.headers ?? {}).map(([name, variable]) => {
    const source = findVariable(variable, layers)?.source;
    return inForce(`headers.${name}`, source && "set", source);
  });
}

function limitsInForce(
  options: ConfigOptions,
  config: Config | null,
  environment: Environment | null,
  problems: Problems,
): SettingInForce[] {
  return Object.entries(SENDING).map(([key, option]) => {
    const name = camelCase(option.flags);
    const typed = options[key as keyof typeof SENDING];
    if (typed !== undefined) {
      const isRight = problems.of(() => readOptions({ [key]: option }, { [name]: typed })) !== undefined;
      return inForce(name, isRight ? typed : undefined, flagOf(option));
    }
    const own = environment?.limits[name];
    if (own !== undefined) return inForce(name, own, `${config?.file}, ${environment?.name}`);
    return inForce(
      name,
      "fallback" in option ? option.fallback : option.takes.is === "switch" ? "false" : "no limit",
      "default",
    );
  });
}

function inForce(
  name: string,
  value: string | null | undefined,
  source: string | null | undefined,
): SettingInForce {
  return { name, value: value ?? null, source: source ?? null };
}

/** Expected failures, kept instead of thrown. */
class Problems {
  readonly found: CliError[] = [];

  /** Undefined when it failed. */
  of<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#keep(error);
      return undefined;
    }
  }

  async ofAsync<T>(work: Promise<T>): Promise<T | undefined> {
    return work.catch((error) => {
      this.#keep(error);
      return undefined;
    });
  }

  #keep(error: unknown): void {
    if (!(error instanceof CliError)) throw error;
    // Settings depend on one another, and so are looked at more than once.
    if (!this.found.some((one) => isSameError(one, error))) this.found.push(error);
  }
}

export interface SettingsTable {
  /** Null where there is none; undefined where it cannot be used. */
  config: { file: string } | null | undefined;
  settings: readonly { name: string; value: string | null; source: string | null }[];
  environments: readonly {
    name: string;
    baseUrl: string;
    partner: string;
    confirm: boolean;
    default: boolean;
  }[];
}

const VALUE_COLUMNS_MAX = 60;
const NO_CONFIG: Readonly<Record<string, string>> = {
  null: "No configuration file",
  undefined: "The configuration file cannot be used",
};
/** The settings in force, a line each with where it came from; below them the environments that there are. */
export function renderSettings({ config, settings, environments }: SettingsTable, style: Style): string {
  const { chalk, signs } = style;
  const header = ["Setting", "Value", "From"];
  const lines = settings.map(({ name, value, source }) => [
    nameInWords(name),
    truncate(
      safeText(value ?? (source === null ? "not set" : "unusable")),
      VALUE_COLUMNS_MAX,
      signs.ellipsis,
    ),
    safeText(source ?? ""),
  ]);
  const places = environments.map(({ name, baseUrl, partner, ...marks }) => {
    const remarks = [...(marks.default ? ["default"] : []), ...(marks.confirm ? ["protected"] : [])];
    return [safeText(name), safeText(baseUrl), safeText([`partner ${partner}`, ...remarks].join(", "))];
  });
  const title = config ? `Environments in ${safeText(config.file)}` : NO_CONFIG[String(config)];
  const [first = "", ...rest] = tableLines([header, ...lines]);
  return `${[chalk.bold(first), ...rest, "", chalk.bold(title), ...tableLines(places)].join("\n")}\n`;
}

/** `retryBase` as `retry base`. */
function nameInWords(name: string): string {
  if (name.startsWith("headers.")) return name.replace("headers.", "header ");
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace("url", "URL");
}
