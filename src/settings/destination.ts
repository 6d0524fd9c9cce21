import { parseEnv } from "node:util";
import { type Context, copyVariables, type Variables } from "../base/context.ts";
import { refusedBy } from "../base/file-error.ts";
import { readFile } from "../base/files.ts";
import { ifPossible } from "../base/if-possible.ts";
import { nearestName } from "../base/nearest-name.ts";
import { CONFIG_FILE, type Config, type Environment, readConfig } from "./config-file.ts";
import { flagOf, PLACE, type PlaceValues } from "./options.ts";
import { type Found, type SettingWarning, settingsError, settingWarning } from "./settings-errors.ts";
import {
  isSameService,
  isSameTarget,
  parseAddress,
  parseBaseUrl,
  parsePartner,
  type Target,
} from "./target.ts";

/** The target of a run. */
export interface Destination {
  /** Null where the address belongs to no environment of the configuration file. */
  environment: Environment | null;
  target: Target;
  /** Warnings to show before anything is sent, as sentences. */
  warnings: readonly SettingWarning[];
}

/** Settings by precedence: flags, variables, then the configuration. */
export interface Settings {
  flags: PlaceValues;
  layers: VariableLayers;
  /** Null if there is no configuration file. */
  config: Config | null;
}

/** The target as flags and variables give it. An empty variable counts as not set. */
export interface FoundSettings {
  environment: Found | undefined;
  baseUrl: Found | undefined;
  partner: Found | undefined;
}

/** An address may be that of the create operation, which names the partner: it counts where nothing else does. */
export function findSettings({ flags, layers }: Pick<Settings, "flags" | "layers">): FoundSettings {
  const find = (name: "env" | "baseUrl" | "partner"): Found | undefined => {
    const [value, option] = [flags[name], PLACE[name]];
    return value === undefined ? findVariable(option.variable, layers) : { value, source: flagOf(option) };
  };
  const baseUrl = find("baseUrl");
  return { environment: find("env"), baseUrl, partner: find("partner") ?? partnerIn(baseUrl) };
}

/** An address that cannot be used names none: the code that needs it reports it. */
function partnerIn(baseUrl: Found | undefined): Found | undefined {
  const partner = baseUrl && ifPossible(() => parseAddress(baseUrl.value).partner);
  if (partner === undefined) return undefined;
  return { value: partner, source: `the address in ${baseUrl?.source}`, isInAddress: true };
}

export function findVariable(variable: string, { env, file }: VariableLayers): Found | undefined {
  const own = env[variable];
  if (own) return { value: own, source: variable };
  const filed = file?.variables[variable];
  return filed ? { value: filed, source: `${variable} in ${file?.name}` } : undefined;
}

/**
 * Reads what there is to read (`--vars`, the configuration file), and finds out where leads go.
 *
 * @throws CliError with exit code 2; see `resolveDestination`, `readConfig`, `readVariableLayers`.
 */
export async function readDestination(
  flags: PlaceValues,
  context: Context,
  bound?: Target,
): Promise<{ destination: Destination; variables: Variables }> {
  const [layers, config] = [await readVariableLayers(flags, context), await readConfig(flags.config)];
  return {
    destination: resolveDestination({ flags, layers, config }, bound),
    variables: variablesOf(layers),
  };
}

/**
 * Where leads go: flags, then variables, then `--vars`, then the configuration's environment.
 *
 * An environment that was named is never overridden in its address, nor in its partner by a variable: a
 * setting for one place must not redirect leads meant for another.
 *
 * @param bound The target that the run is bound to already. It needs no settings, and contradicting ones are refused.
 * @throws CliError with exit code 2 when the target is missing, unusable or contradicted.
 */
export function resolveDestination(settings: Settings, bound?: Target): Destination {
  const { environment, baseUrl, partner } = findTarget(settings, bound);
  requireAgreement(environment, findSettings(settings), bound);
  const target = { baseUrl: requireBaseUrl(baseUrl), partner: requirePartner(partner) };
  if (bound) requireBound(target, bound);
  return {
    environment,
    target: bound ?? target,
    warnings: destinationWarnings(target, environment, settings.config),
  };
}

/** Warns that an address outside the file needs no confirmation, even if it looks like a protected one. */
export function destinationWarnings(
  { baseUrl }: Pick<Target, "baseUrl">,
  environment: Environment | null,
  config: Config | null,
): SettingWarning[] {
  const names = config?.environments.filter(({ isProtected }) => isProtected).map(({ name }) => name) ?? [];
  if (environment || names.length === 0) return [];
  return [settingWarning("address-of-no-environment", { baseUrl, file: config?.file ?? "", names })];
}

/** Address and partner as they are in force, unchecked, and the environment that they belong to. */
export interface TargetParts extends Omit<FoundSettings, "environment"> {
  environment: Environment | null;
}

/** @throws CliError with exit code 2 if no environment has the given name. */
export function findTarget(settings: Settings, bound?: Target): TargetParts {
  const { config } = settings;
  const found = findSettings(settings);
  const environment = chooseEnvironment(found, config, bound);
  const partOf = (part: "baseUrl" | "partner"): Found | undefined => {
    const own = environment && {
      value: environment.target[part],
      source: `${config?.file}, ${environment.name}`,
    };
    const ofRun = bound && { value: bound[part], source: "the run" };
    const named = found.environment ? own : undefined;
    return found[part] ?? named ?? ofRun ?? own ?? undefined;
  };
  return { environment, baseUrl: partOf("baseUrl"), partner: partOf("partner") };
}

/**
 * The environment that was named; else the one at the address that was given or is bound; else, where there is
 * no address, the file's default. So a protected place is protected however it is reached.
 *
 * @throws CliError with exit code 2 when there is none of that name.
 */
function chooseEnvironment(
  { environment, baseUrl, partner }: FoundSettings,
  config: Config | null,
  bound?: Target,
): Environment | null {
  if (environment) return requireEnvironment(environment, config);
  if (!config) return null;
  const address = bound?.baseUrl ?? (baseUrl?.value || undefined);
  if (address === undefined) return byName(config, config.defaultName) ?? null;
  return environmentAt(config, address, bound?.partner ?? partner?.value, bound !== undefined);
}

function environmentAt(
  { environments, defaultName }: Config,
  address: string,
  partner: string | undefined,
  isBound: boolean,
): Environment | null {
  const baseUrl = parseBaseUrl(address);
  // If several match, the careful one is used: the run did not name one when it began.
  const rank = ({ name, target, isProtected }: Environment): number =>
    (target.partner === partner ? 8 : 0) +
    (target.baseUrl === baseUrl ? 4 : 0) +
    (!isBound && name === defaultName ? 2 : 0) +
    (isProtected ? 1 : 0);
  const there = environments.filter(({ target }) => isSameService(target.baseUrl, baseUrl));
  return there.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

function requireEnvironment({ value, source }: Found, config: Config | null): Environment {
  if (!config) throw settingsError("config-missing/environment", { file: CONFIG_FILE, value, source });
  const environment = byName(config, value);
  if (environment) return environment;
  const names = config.environments.map(({ name }) => name);
  const near = nearestName(value, names);
  throw settingsError("environment-unknown", { file: config.file, value, source, near, names });
}

function byName({ environments }: Config, wanted: string | undefined): Environment | undefined {
  return environments.find(({ name }) => name === wanted);
}

/**
 * Makes sure that nothing set for another place contradicts what is in force: no address an environment that was named,
 * no partner but a typed one that of the environment, and none that of an address that names its own.
 *
 * @param bound The target that the run is bound to already: a partner that is the run's contradicts nothing.
 * @throws CliError with exit code 2, with both.
 */
export function requireAgreement(
  environment: Environment | null,
  found: FoundSettings,
  bound?: Target,
): void {
  const { baseUrl, partner } = found;
  const inAddress = partnerIn(baseUrl);
  if (inAddress && partner && partner.value !== inAddress.value)
    throw settingsError("environment-conflict/partners", { address: inAddress, other: partner });
  if (!environment) return;
  const { name, target } = environment;
  if (found.environment && baseUrl && !isSameService(parseBaseUrl(baseUrl.value), target.baseUrl)) {
    throw settingsError("environment-conflict/address", {
      name,
      place: target.baseUrl,
      environment: found.environment,
      other: { ...baseUrl, value: parseBaseUrl(baseUrl.value) },
    });
  }
  // A partner that was typed is meant; a variable may have been set for another environment.
  const isMeant = partner?.source === flagOf(PLACE.partner) || partner?.value === bound?.partner;
  if (partner && !isMeant && partner.value !== target.partner) {
    throw settingsError("environment-conflict/partner", {
      name,
      place: target.partner,
      environment: found.environment,
      other: partner,
    });
  }
}

/** @throws CliError with exit code 2. */
export function requireBaseUrl(found: Found | undefined): string {
  if (found?.value) return parseBaseUrl(found.value);
  throw settingsError("target-missing");
}

/** @throws CliError with exit code 2. */
export function requirePartner(found: Found | undefined): string {
  if (found?.value) return parsePartner(found.value);
  throw settingsError("partner-missing");
}

function requireBound(target: Target, bound: Target): void {
  if (isSameTarget(bound, target)) return;
  throw settingsError("target-mismatch", { bound, target });
}

/** The sources of variables: the process's environment takes precedence over `--vars`. */
export interface VariableLayers {
  env: Variables;
  /** Null without `--vars`. */
  file: { name: string; variables: Variables } | null;
}

/** @throws CliError with exit code 2 when `--vars` cannot be read. */
export async function readVariableLayers(
  { vars }: Pick<PlaceValues, "vars">,
  context: Pick<Context, "env">,
): Promise<VariableLayers> {
  const env = copyVariables(context.env);
  if (vars === undefined) return { env, file: null };
  const bytes = await readFile(vars).catch((error: Error) => {
    throw settingsError("usage/vars", { file: vars, ...refusedBy(error) });
  });
  return {
    env,
    file: {
      name: vars,
      variables: copyVariables(parseEnv(withHashes(textOf(bytes).replace(/^\uFEFF/, "")))),
    },
  };
}

/** A value in quotes, to be passed over, or one without. */
const ASSIGNMENT = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=)(?:[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)|(.*))/gm;

/** For Node, every `#` begins a comment where a value has no quotes, also that of `k-12#34`: here, white space comes before one. */
function withHashes(text: string): string {
  return text.replace(ASSIGNMENT, (line: string, name: string, bare?: string) => {
    const value = bare?.replace(/\s#.*$/, "").trim();
    const quote = value?.includes("#") && ["'", '"', "`"].find((mark) => !value.includes(mark));
    return quote ? `${name}${quote}${value}${quote}` : line;
  });
}

/** UTF-8, or UTF-16 with its mark, as PowerShell writes what is redirected into a file. */
function textOf(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
}

/** The variables in force: an empty one of the process does not hide that of the file. */
export function variablesOf({ env, file }: VariableLayers): Variables {
  const filed = Object.entries(file?.variables ?? {}).filter(([name]) => !env[name]);
  return copyVariables({ ...env, ...Object.fromEntries(filed) });
}

/**
 * Refuses an environment in which Node would not check certificates.
 *
 * @throws CliError with exit code 2.
 */
export function requireVerifiedTls(context: Context): void {
  if (context.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  throw settingsError("tls-unverified");
}
