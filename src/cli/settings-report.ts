import { CliError } from "../base/cli-error.ts";
import type { Context } from "../base/context.ts";
import { proxyFor } from "../send/proxy.ts";
import type { Config, Environment, Limits } from "../settings/config.ts";
import {
  type Found,
  findSettings,
  findTarget,
  findVariable,
  requireAgreement,
  requireBaseUrl,
  requirePartner,
  type Settings,
} from "../settings/destination.ts";
import { readConfig } from "../settings/read-config.ts";
import {
  KEY_VARIABLE,
  type PolicyFlags,
  parseSendSettings,
  readVariableLayers,
  requireVerifiedTls,
  resolveKey,
  SEND_DEFAULTS,
  type TargetFlags,
  variablesOf,
} from "../settings/settings.ts";
import { createUrl } from "../settings/target.ts";

/** One setting as it is in force. */
export interface SettingInForce {
  /** As in `baseUrl`. */
  name: string;
  /** Null when it is not set, or cannot be used; of the key only whether there is one: `set`. */
  value: string | null;
  /** As in `LEADCTL_PARTNER` or `leadctl.config.json, staging`; null when it is not set. */
  source: string | null;
}

/** What a command would go by, and everything that would stop it. */
export interface SettingsReport {
  /** Null where there is no configuration file; undefined where it cannot be used. */
  config: Config | null | undefined;
  environment: Environment | null;
  settings: SettingInForce[];
  problems: CliError[];
}

export async function reportSettings(
  flags: TargetFlags & PolicyFlags,
  context: Context,
): Promise<SettingsReport> {
  const problems = new Problems();
  const env = { ...context.env };
  const layers = (await problems.ofAsync(readVariableLayers(flags, context))) ?? { env, file: null };
  const config = await problems.ofAsync(readConfig(flags.config));
  const settings: Settings = { flags, layers, config: config ?? null };
  const found = findSettings(settings);
  const isKnown = config !== undefined;
  const parts = (isKnown && problems.of(() => findTarget(settings))) || { ...found, environment: null };
  const { environment } = parts;
  if (environment) problems.of(() => requireAgreement(environment, found));
  // What an unusable file, or an environment that is not there, would say, is not missing.
  const mayLack = isKnown && (environment !== null || found.environment === undefined);
  const usable = (part: Found | undefined, require: (part: Found | undefined) => string) =>
    part || mayLack ? problems.of(() => require(part)) : undefined;
  const baseUrl = usable(parts.baseUrl, requireBaseUrl);
  const partner = usable(parts.partner, requirePartner);
  const variables = variablesOf(layers);
  const keyVariable = environment?.keyVariable ?? KEY_VARIABLE;
  const keySource = findVariable(keyVariable, layers)?.source;
  if (keySource !== undefined || mayLack) problems.of(() => resolveKey(variables, context, keyVariable));
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
      ...limitsInForce(flags, config ?? null, environment, problems),
    ],
    problems: problems.found,
  };
}

const FLAG_OF = {
  concurrency: "--concurrency",
  rate: "--rate",
  attempts: "--attempts",
  retryBase: "--retry-base",
  retryMax: "--retry-max",
  timeout: "--timeout",
  grace: "--grace",
} as const satisfies Record<keyof Limits, string>;

function limitsInForce(
  flags: PolicyFlags,
  config: Config | null,
  environment: Environment | null,
  problems: Problems,
): SettingInForce[] {
  const defaults: Limits = SEND_DEFAULTS;
  return (Object.keys(FLAG_OF) as (keyof Limits)[]).map((name) => {
    const typed = flags[name];
    if (typed !== undefined) {
      const isRight = problems.of(() => parseSendSettings({ [name]: typed })) !== undefined;
      return inForce(name, isRight ? typed : undefined, FLAG_OF[name]);
    }
    const own = environment?.limits[name];
    if (own !== undefined) return inForce(name, own, `${config?.file}, ${environment?.name}`);
    return inForce(name, defaults[name] ?? "no limit", "default");
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
    if (!this.found.some(({ message }) => message === error.message)) this.found.push(error);
  }
}
