import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import type { Context } from "../base/context.ts";
import { type ApiKey, parseApiKey } from "./api-key.ts";
import type { Limits } from "./config.ts";
import { parseChoice, parseCount, parseDuration, parseRate, usageError } from "./option-values.ts";
import type { Policy } from "./policy.ts";
import { parseRows, parseShard, type Selection } from "./selection.ts";

/** Flags as commander hands them over: text, or present. */
export interface TargetFlags {
  baseUrl?: string;
  partner?: string;
  /** An environment of the configuration file. */
  env?: string;
  envFile?: string;
  /** A configuration file. */
  config?: string;
  /** The name of a protected environment. */
  confirm?: string;
  sandbox?: boolean;
}

/** The same limits that an environment of the configuration file may set. */
export type PolicyFlags = Limits;

export interface SelectionFlags {
  rows?: string;
  limit?: string;
  shard?: string;
}

export interface InputFlags {
  format?: string;
  delimiter?: string;
  encoding?: string;
  sheet?: string;
  headerRow?: string;
}

export interface MappingFlags {
  /** A mapping file. */
  mapping?: string;
}

export interface OutputFlags {
  json?: boolean;
  quiet?: boolean;
  progress?: string;
}

const CONCURRENCY_MAX = 256;

/** How leads are sent: the policy of DESIGN, with each flag's default. */
export interface SendSettings {
  policy: Policy;
  /** Total deadline of one attempt. */
  timeoutMs: number;
  /** How long requests under way may take after SIGTERM. */
  graceMs: number;
}

/** What holds where neither flag nor configuration says anything. There is no rate. */
export const SEND_DEFAULTS = {
  concurrency: "8",
  attempts: "5",
  retryBase: "500ms",
  retryMax: "20s",
  timeout: "90s",
  grace: "25s",
} as const satisfies PolicyFlags;

/**
 * @param limits Of the environment; flags go before them.
 * @throws CliError with exit code 2 for a value that cannot be.
 */
export function parseSendSettings(flags: PolicyFlags, limits: PolicyFlags = {}): SendSettings {
  const set = { ...SEND_DEFAULTS, ...limits, ...flags };
  return {
    policy: {
      concurrency: parseCount(set.concurrency, "--concurrency", 1, CONCURRENCY_MAX),
      ...(set.rate !== undefined && { rate: parseRate(set.rate, "--rate") }),
      attemptsMax: parseCount(set.attempts, "--attempts", 1, 1_000),
      retryBaseMs: parseDuration(set.retryBase, "--retry-base"),
      retryMaxMs: parseDuration(set.retryMax, "--retry-max"),
    },
    timeoutMs: parseTimeout(set.timeout),
    graceMs: parseDuration(set.grace, "--grace"),
  };
}

/** @throws CliError with exit code 2 for a value that cannot be. */
export function parseSelection(flags: SelectionFlags): Selection {
  return {
    ...(flags.rows !== undefined && { ranges: parseRows(flags.rows) }),
    ...(flags.limit !== undefined && {
      limit: parseCount(flags.limit, "--limit", 1, Number.MAX_SAFE_INTEGER),
    }),
    ...(flags.shard !== undefined && { shard: parseShard(flags.shard) }),
  };
}

export interface InputSettings {
  format?: InputFormat;
  delimiter?: string;
  encoding?: string;
  sheet?: string;
  headerRow?: number;
}

/** What `--format` takes. */
export const INPUT_FORMATS = ["csv", "json", "jsonl", "xlsx"] as const;

export type InputFormat = (typeof INPUT_FORMATS)[number];

/** What `--progress` takes. */
export const PROGRESS_MODES = ["auto", "live", "plain", "json", "none"] as const;

export type ProgressMode = (typeof PROGRESS_MODES)[number];

/** @throws CliError with exit code 2 for a value that cannot be. */
export function parseInputSettings(flags: InputFlags): InputSettings {
  const { format, delimiter, encoding, sheet, headerRow } = flags;
  return {
    ...(format !== undefined && { format: parseChoice(format, "--format", INPUT_FORMATS) }),
    ...(delimiter !== undefined && {
      delimiter: delimiter === "\\t" || delimiter === "tab" ? "\t" : delimiter,
    }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(headerRow !== undefined && { headerRow: parseCount(headerRow, "--header-row", 1, 1_000) }),
  };
}

/** What shows progress: `--quiet` shows nothing. */
export function parseProgressMode(flags: OutputFlags): ProgressMode {
  if (flags.quiet) return "none";
  return parseChoice(flags.progress ?? "auto", "--progress", PROGRESS_MODES);
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** Where variables stand: the process's environment goes before `--env-file`. */
export interface VariableLayers {
  env: Variables;
  /** Null without `--env-file`. */
  file: { name: string; variables: Variables } | null;
}

/** @throws CliError with exit code 2 when `--env-file` cannot be read. */
export async function readVariableLayers(
  { envFile }: Pick<TargetFlags, "envFile">,
  context: Pick<Context, "env">,
): Promise<VariableLayers> {
  const env = { ...context.env };
  if (envFile === undefined) return { env, file: null };
  const bytes = await readFile(envFile).catch((error: Error) => {
    throw usageError(
      `The file ${envFile} cannot be read: ${error.message}`,
      "Check the path given as --env-file.",
    );
  });
  return { env, file: { name: envFile, variables: parseEnv(textOf(bytes).replace(/^\uFEFF/, "")) } };
}

/** UTF-8, or UTF-16 with its mark, as PowerShell writes what is redirected into a file. */
function textOf(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
}

/** The variables in force. */
export function variablesOf({ env, file }: VariableLayers): Variables {
  return { ...file?.variables, ...env };
}

/** Unless an environment of the configuration file names another one. */
export const KEY_VARIABLE = "LEADCTL_API_KEY";

/**
 * The partner's key, from the environment or `--env-file`; it leaves the process's environment.
 *
 * @throws CliError with exit code 2 when there is none, or it could not stand in a header.
 */
export function resolveKey(variables: Variables, context: Context, keyVariable = KEY_VARIABLE): ApiKey {
  const raw = context.takeSecret(keyVariable) ?? variables[keyVariable];
  if (raw === undefined) {
    throw usageError(
      `There is no key: ${keyVariable} is not set`,
      `Set ${keyVariable} in the environment or in a file given as --env-file. To try without an account, use --sandbox.`,
      "key-missing",
    );
  }
  context.keepSecret(raw.trim());
  return parseApiKey(raw, keyVariable);
}

/**
 * Refuses an environment in which Node would not check certificates.
 *
 * @throws CliError with exit code 2.
 */
export function requireVerifiedTls(context: Context): void {
  if (context.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  throw usageError(
    "NODE_TLS_REJECT_UNAUTHORIZED=0 is set: the service's identity would not be checked",
    "Unset it. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
    "tls-unverified",
  );
}

/** @throws CliError with exit code 2: what ends at once gets no answer. */
export function parseTimeout(text: string): number {
  const timeoutMs = parseDuration(text, "--timeout");
  if (timeoutMs < 1)
    throw usageError(`--timeout must be more than nothing, not "${text}"`, "As in --timeout 90s.");
  return timeoutMs;
}
