import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Dispatcher } from "undici";
import type { Context } from "../base/context.ts";
import { requireSameName } from "../job/confirmation.ts";
import { requireNoPlace } from "../job/connect.ts";
import { judgeEmail } from "../lead/email.ts";
import { createProxyAgent, proxyFor } from "../send/proxy.ts";
import { ApiKey, resolveKey } from "../settings/api-key.ts";
import type { Environment } from "../settings/config-file.ts";
import { readDestination, requireVerifiedTls } from "../settings/destination.ts";
import { settle, usageError } from "../settings/option-values.ts";
import { COMMAND_OPTIONS, type CommandValues } from "../settings/options.ts";
import { createUrl, type Target } from "../settings/target.ts";
import { type Baseline, parseBaseline } from "../smoke/discovery/baseline.ts";
import { parseEmailTemplate } from "../smoke/smoke-lead.ts";

export type SmokeOptions = CommandValues<"smoke">;

export interface SmokeSettings {
  mayCreate: boolean;
  isDiscovering: boolean;
  /** Where the discovered facts are kept. */
  outputPath: string | null;
  junitPath: string | null;
  baseline: Baseline | null;
  roundCount: number;
  email(tag: string): string;
  existingUser: string | null;
}

const BASELINE_MARK = '"leadctlDiscovery"';
const JUNIT_MARK = '<testsuites name="leadctl smoke"';

/**
 * Reads the flags and the baseline, and makes sure that the files can be written: a run that has
 * created quotes must not fail over a misspelt folder.
 *
 * @throws CliError with exit code 2.
 */
export function parseSmokeSettings(options: SmokeOptions): SmokeSettings {
  const { output, junit, baseline, existingUser } = options;
  if (output !== undefined) requireWritable("--output", output, BASELINE_MARK);
  if (junit !== undefined) requireWritable("--junit", junit, JUNIT_MARK);
  if (existingUser !== undefined && judgeEmail(existingUser) === "invalid") {
    throw usageError(
      `--existing-user takes an e-mail address, not "${existingUser}"`,
      "Name an account that has no quote.",
    );
  }
  return {
    mayCreate: options.create,
    isDiscovering: options.discover || output !== undefined || baseline !== undefined,
    outputPath: output ?? null,
    junitPath: junit ?? null,
    baseline: baseline === undefined ? null : readBaseline(baseline),
    roundCount: options.roundCount,
    email: parseEmailTemplate(options.email),
    existingUser: existingUser ?? null,
  };
}

function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw usageError(
      `The baseline ${path} cannot be read: ${(error as Error).message}`,
      `Make one with: leadctl smoke --discover --output ${path}`,
      "baseline-missing",
    );
  }
  return parseBaseline(text, path);
}

/** @param mark What an earlier file of ours holds: nothing else is written over. */
function requireWritable(flag: string, path: string, mark: string): void {
  let text: string;
  try {
    accessSync(dirname(path), constants.W_OK);
    text = existsSync(path) ? readFileSync(path, "utf8") : "";
  } catch (error) {
    throw usageError(`${flag} ${path} cannot be written: ${(error as Error).message}`, "Give another name.");
  }
  if (text !== "" && !text.includes(mark)) {
    throw usageError(`${flag} ${path} would write over a file of another kind`, "Give another name.");
  }
}

/** The environment to be checked. */
export interface SmokeTarget {
  target: Target;
  /** Null where the target is no environment of a configuration file. */
  environment: Environment | null;
  key: ApiKey;
  /** Total deadline of one request. */
  timeoutMs: number;
  /** Null where there is no proxy on the way. */
  proxy: Dispatcher | null;
  /** An account that exists there without a quote; null where nobody named one. */
  existingUser: string | null;
  isSandbox: boolean;
  /** Ends a sandbox that was started along. */
  close(): Promise<void>;
}

const SANDBOX_USER = "known@example.com";

/**
 * Finds the target as `submit` does, or starts a sandbox.
 *
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export async function openSmokeTarget(
  options: SmokeOptions,
  existingUser: string | null,
  context: Context,
): Promise<SmokeTarget> {
  if (options.sandbox) return openSandboxTarget(options, existingUser);
  requireVerifiedTls(context);
  const { destination, variables } = await readDestination(options, context);
  const { target, environment, limits, keyVariable } = destination;
  requireSameName(options.confirm, environment);
  const { timeoutMs } = settle(COMMAND_OPTIONS.smoke, options, limits);
  const key = resolveKey(variables, context, keyVariable);
  const address = proxyFor(createUrl(target), variables);
  const proxy = address ? createProxyAgent(address, 1, timeoutMs) : null;
  const close = async (): Promise<void> => undefined;
  return { target, environment, key, timeoutMs, proxy, existingUser, isSandbox: false, close };
}

async function openSandboxTarget(options: SmokeOptions, existingUser: string | null): Promise<SmokeTarget> {
  requireNoPlace(options);
  const { timeoutMs } = settle(COMMAND_OPTIONS.smoke, options);
  const { startSandbox } = await import("../sandbox/start-sandbox.ts");
  const user = existingUser ?? SANDBOX_USER;
  const sandbox = await startSandbox({ keepLeads: false, users: [user] });
  return {
    target: { baseUrl: sandbox.url, partner: "sandbox" },
    environment: null,
    key: new ApiKey(sandbox.keys[0] ?? ""),
    timeoutMs,
    proxy: null,
    existingUser: user,
    isSandbox: true,
    close: () => sandbox.stop(),
  };
}
