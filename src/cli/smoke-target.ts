import type { Dispatcher } from "undici";
import type { Context } from "../base/context.ts";
import { requireSameName } from "../job/confirmation.ts";
import { requireNoPlace } from "../job/connect.ts";
import { createProxyAgent, proxyFor } from "../send/proxy.ts";
import { ApiKey, resolveKey } from "../settings/api-key.ts";
import type { Environment } from "../settings/config-file.ts";
import { readDestination, requireVerifiedTls } from "../settings/destination.ts";
import { settle } from "../settings/option-values.ts";
import { COMMAND_OPTIONS } from "../settings/options.ts";
import { createUrl, type Target } from "../settings/target.ts";
import type { SmokeOptions } from "./smoke-settings.ts";

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
