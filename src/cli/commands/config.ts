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
import { CONFIGURABLE, type CommandValues } from "../../settings/options.ts";
import type { Found } from "../../settings/settings-errors.ts";
import { createUrl } from "../../settings/target.ts";
import { renderError, sentenceLines, tableLines } from "../../terminal/layout.ts";
import { documentLine, safeText } from "../../terminal/safe-text.ts";
import { type Style, styleFor } from "../../terminal/style.ts";
import type { ConfigDocument } from "../document-schemas.ts";

type ConfigOptions = CommandValues<"config">;

/** `leadctl config`: the settings in force, where each came from, and all that is wrong with them. */
export async function config(options: ConfigOptions, context: Context): Promise<ExitCode> {
  const { document, problems } = await reportSettings(options, context);
  const { stdout, stderr, env, scrub } = context;
  if (options.json) stdout.write(documentLine("config", document, scrub));
  else {
    stdout.write(scrub(renderSettings(document, styleFor(stdout, env))));
    const style = styleFor(stderr, env);
    for (const warning of document.warnings)
      stderr.write(scrub(`${sentenceLines("Warning", warning, style).join("\n")}\n`));
    for (const problem of problems) stderr.write(scrub(renderError(problem, style)));
  }
  return problems.length > 0 ? EXIT.usage : EXIT.ok;
}

type SettingInForce = ConfigDocument["settings"][string];

/** The settings that a command would use, and every problem that would stop it. */
async function reportSettings(
  options: ConfigOptions,
  context: Context,
): Promise<{ document: ConfigDocument; problems: readonly CliError[] }> {
  const problems: CliError[] = [];
  const keep = (error: unknown): undefined => {
    if (!(error instanceof CliError)) throw error;
    // Settings depend on one another, and so are looked at more than once.
    if (!problems.some((one) => isSameError(one, error))) problems.push(error);
  };
  /** Does something that may fail as expected; undefined where it did: the failure is told with the others. */
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      return keep(error);
    }
  };
  const env = copyVariables(context.env);
  const layers = (await readVariableLayers(options, context).catch(keep)) ?? { env, file: null };
  const config = await readConfig(options.config).catch(keep);
  const settings: Settings = { flags: options, layers, config: config ?? null };
  const found = findSettings(settings);
  const isKnown = config !== undefined;
  const parts = (isKnown && attempt(() => findTarget(settings))) || { ...found, environment: null };
  const { environment } = parts;
  attempt(() => requireAgreement(environment, found));
  // A setting is not missing if it may stand in an unusable file or an absent environment.
  const mayLack = isKnown && (environment !== null || found.environment === undefined);
  const usable = (part: Found | undefined, require: (part: Found | undefined) => string) =>
    part || mayLack ? attempt(() => require(part)) : undefined;
  const baseUrl = usable(parts.baseUrl, requireBaseUrl);
  const partner = usable(parts.partner, requirePartner);
  const variables = variablesOf(layers);
  const keyVariable = environment?.keyVariable ?? KEY_VARIABLE;
  const keySource = findVariable(keyVariable, layers)?.source;
  const key =
    keySource !== undefined || mayLack
      ? attempt(() => resolveKey(variables, context, keyVariable, environment?.headers))
      : undefined;
  attempt(() => requireVerifiedTls(context));
  if (baseUrl && partner) attempt(() => proxyFor(createUrl({ baseUrl, partner }), variables));
  const chosenBy =
    found.environment?.source ?? (environment && (found.baseUrl ? "its base URL" : "default of the file"));
  const inForces = {
    environment: inForce(environment?.name, chosenBy),
    baseUrl: inForce(baseUrl, parts.baseUrl?.source),
    partner: inForce(partner, parts.partner?.source),
    key: inForce(keySource === undefined ? undefined : "set", keySource),
    ...headersInForce(environment, layers),
    ...limitsInForce(config ?? null, environment),
  };
  const environments = (config?.environments ?? []).map(({ name, target, isProtected }) => ({
    name,
    ...target,
    confirm: isProtected,
    default: name === config?.defaultName,
  }));
  const document = {
    config: { file: config?.file ?? null, environments },
    settings: inForces,
    warnings: [
      ...(baseUrl ? destinationWarnings({ baseUrl }, environment, settings.config) : []),
      ...(key ? keyWarnings(key, keyVariable) : []),
    ].map(({ message }) => message),
    problems: problems.map(toldFailure),
  };
  return { document, problems };
}

/** Says of each header only whether its variable has a value. */
function headersInForce(environment: Environment | null, layers: VariableLayers) {
  return Object.fromEntries(
    Object.entries(environment?.headers ?? {}).map(([name, variable]) => {
      const source = findVariable(variable, layers)?.source;
      return [`headers.${name}`, inForce(source && "set", source)];
    }),
  );
}

/** How leads are sent, as far as no option of a command says it. */
function limitsInForce(config: Config | null, environment: Environment | null) {
  return Object.fromEntries(
    [...CONFIGURABLE].map(([name, { fallback, takes }]): [string, SettingInForce] => {
      const own = environment?.limits[name];
      if (own !== undefined) return [name, inForce(own, `${config?.file}, ${environment?.name}`)];
      return [name, inForce(fallback ?? (takes.is === "switch" ? "false" : "no limit"), "default")];
    }),
  );
}

function inForce(value: string | null | undefined, source: string | null | undefined): SettingInForce {
  return { value: value ?? null, source: source ?? null };
}

const VALUE_COLUMNS_MAX = 60;
const UNUSABLE: ReadonlySet<string> = new Set(["config-invalid", "config-missing"]);

/** The settings in force, a line each with where it came from; below them the environments that there are. */
export function renderSettings({ config, settings, problems }: ConfigDocument, style: Style): string {
  const { chalk, signs } = style;
  const lines = Object.entries(settings).map(([name, { value, source }]) => {
    const shown = safeText(value ?? (source === null ? "not set" : "unusable"));
    return [nameInWords(name), truncate(shown, VALUE_COLUMNS_MAX, signs.ellipsis), safeText(source ?? "")];
  });
  const places = config.environments.map(({ name, baseUrl, partner, ...marks }) => {
    const remarks = [...(marks.default ? ["default"] : []), ...(marks.confirm ? ["protected"] : [])];
    return [safeText(name), safeText(baseUrl), safeText([`partner ${partner}`, ...remarks].join(", "))];
  });
  const isUnusable = problems.some(({ finding }) => UNUSABLE.has(finding));
  const none = isUnusable ? "The configuration file cannot be used" : "No configuration file";
  const title = config.file === null ? none : `Environments in ${safeText(config.file)}`;
  const [first = "", ...rest] = tableLines([["Setting", "Value", "From"], ...lines]);
  return `${[chalk.bold(first), ...rest, "", chalk.bold(title), ...tableLines(places)].join("\n")}\n`;
}

/** `retryBase` as `retry base`. */
function nameInWords(name: string): string {
  if (name.startsWith("headers.")) return name.replace("headers.", "header ");
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace("url", "URL");
}
