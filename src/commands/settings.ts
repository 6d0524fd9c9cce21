import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import type { InputFormat } from "../input/table.ts";
import { parseRows, parseShard, type Selection } from "../plan/selection.ts";
import { type ApiKey, parseApiKey } from "../service/api-key.ts";
import { parseTarget, type Target } from "../service/target.ts";
import type { Policy } from "../submission/policy.ts";
import { PROGRESS_MODES, type ProgressMode } from "../terminal/progress.ts";
import { parseChoice, parseCount, parseDuration, parseRate, usageError } from "./option-values.ts";
import type { Rim } from "./rim.ts";

/** Flags as commander hands them over: text, or present. */
export interface TargetFlags {
  baseUrl?: string;
  partner?: string;
  envFile?: string;
  sandbox?: boolean;
}

export interface PolicyFlags {
  concurrency?: string;
  rate?: string;
  attempts?: string;
  retryBase?: string;
  retryMax?: string;
  timeout?: string;
  grace?: string;
}

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

/** @throws CliError with exit code 2 for a value that cannot be. */
export function parseSendSettings(flags: PolicyFlags): SendSettings {
  const { concurrency = "8", attempts = "5", retryBase = "500ms", retryMax = "20s" } = flags;
  return {
    policy: {
      concurrency: parseCount(concurrency, "--concurrency", 1, CONCURRENCY_MAX),
      ...(flags.rate !== undefined && { rate: parseRate(flags.rate, "--rate") }),
      attemptsMax: parseCount(attempts, "--attempts", 1, 1_000),
      retryBaseMs: parseDuration(retryBase, "--retry-base"),
      retryMaxMs: parseDuration(retryMax, "--retry-max"),
    },
    timeoutMs: parseTimeout(flags.timeout ?? "90s"),
    graceMs: parseDuration(flags.grace ?? "25s", "--grace"),
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

const FORMATS = ["csv", "json", "jsonl", "xlsx"] as const satisfies readonly InputFormat[];

/** @throws CliError with exit code 2 for a value that cannot be. */
export function parseInputSettings(flags: InputFlags): InputSettings {
  const { format, delimiter, encoding, sheet, headerRow } = flags;
  return {
    ...(format !== undefined && { format: parseChoice(format, "--format", FORMATS) }),
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

/** The variables in force: the environment over `--env-file`. */
export async function readVariables(
  flags: TargetFlags,
  rim: Rim,
): Promise<Record<string, string | undefined>> {
  if (flags.envFile === undefined) return { ...rim.env };
  const text = await readFile(flags.envFile, "utf8").catch((error: Error) => {
    throw usageError(
      `The file ${flags.envFile} cannot be read: ${error.message}`,
      "Check the path given as --env-file.",
    );
  });
  return { ...parseEnv(text.replace(/^\uFEFF/, "")), ...rim.env };
}

/**
 * Where leads go, from flags, then the environment, then `--env-file`.
 *
 * @param bound The target that the run is bound to already: it needs no flags, and tolerates no others.
 * @throws CliError with exit code 2 when it is missing or unusable.
 */
export function resolveTarget(
  flags: TargetFlags,
  variables: Readonly<Record<string, string | undefined>>,
  bound?: Target,
): Target {
  const baseUrl = flags.baseUrl ?? variables.LEADCTL_BASE_URL ?? bound?.baseUrl;
  const partner = flags.partner ?? variables.LEADCTL_PARTNER ?? bound?.partner;
  if (!baseUrl) {
    throw usageError(
      "There is no target: the service's address is not set",
      "Set LEADCTL_BASE_URL or give --base-url. To try without an account, use --sandbox.",
      "target-missing",
    );
  }
  if (!partner) {
    throw usageError(
      "There is no partner: on whose behalf the leads go is not set",
      "Set LEADCTL_PARTNER or give --partner.",
      "partner-missing",
    );
  }
  const target = parseTarget(baseUrl, partner);
  if (bound && (bound.baseUrl !== target.baseUrl || bound.partner !== target.partner)) {
    throw usageError(
      `This run is bound to ${bound.baseUrl} (partner ${bound.partner}), not to ${target.baseUrl} (partner ${target.partner})`,
      "Leave --base-url and --partner away, or submit the input anew to the other target.",
      "target-mismatch",
    );
  }
  return target;
}

const KEY_VARIABLE = "LEADCTL_API_KEY";

/**
 * The partner's key, from the environment or `--env-file`; it leaves the process's environment.
 *
 * @throws CliError with exit code 2 when there is none, or it could not stand in a header.
 */
export function resolveKey(variables: Readonly<Record<string, string | undefined>>, rim: Rim): ApiKey {
  const raw = rim.takeSecret(KEY_VARIABLE) ?? variables[KEY_VARIABLE];
  if (raw === undefined) {
    throw usageError(
      `There is no key: ${KEY_VARIABLE} is not set`,
      `Set ${KEY_VARIABLE} in the environment or in a file given as --env-file. To try without an account, use --sandbox.`,
      "key-missing",
    );
  }
  rim.keepSecret(raw.trim());
  return parseApiKey(raw, KEY_VARIABLE);
}

/**
 * Refuses an environment in which Node would not check certificates.
 *
 * @throws CliError with exit code 2.
 */
export function requireVerifiedTls(rim: Rim): void {
  if (rim.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  throw usageError(
    "NODE_TLS_REJECT_UNAUTHORIZED=0 is set: the service's identity would not be checked",
    "Unset it. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
    "tls-unverified",
  );
}

function parseTimeout(text: string): number {
  const timeoutMs = parseDuration(text, "--timeout");
  if (timeoutMs < 1)
    throw usageError(`--timeout must be more than nothing, not "${text}"`, "As in --timeout 90s.");
  return timeoutMs;
}
