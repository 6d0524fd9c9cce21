import type { Dispatcher } from "undici";
import type { Context } from "../base/context.ts";
import { requireSameName } from "../job/confirmation.ts";
import { requireNoPlace } from "../job/connect.ts";
import { createProxyAgent, proxyFor } from "../send/proxy.ts";
import { ApiKey } from "../settings/api-key.ts";
import type { Environment } from "../settings/config.ts";
import { readDestination } from "../settings/read-destination.ts";
import { parseTimeout, requireVerifiedTls, resolveKey, type TargetFlags } from "../settings/settings.ts";
import { createUrl, type Target } from "../settings/target.ts";

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

/** Smoke asks little, and one request after the other: it need not wait as long as a run. */
export const SMOKE_TIMEOUT = "30s";

const SANDBOX_USER = "known@example.com";

/**
 * Finds the target as `submit` does, or starts a sandbox.
 *
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export async function openSmokeTarget(
  flags: TargetFlags & { timeout?: string },
  existingUser: string | null,
  context: Context,
): Promise<SmokeTarget> {
  if (flags.sandbox) return openSandboxTarget(flags, existingUser);
  requireVerifiedTls(context);
  const { destination, variables } = await readDestination(flags, context);
  const { target, environment, limits, keyVariable } = destination;
  requireSameName(flags.confirm, environment);
  const timeoutMs = parseTimeout(flags.timeout ?? limits.timeout ?? SMOKE_TIMEOUT);
  const key = resolveKey(variables, context, keyVariable);
  const address = proxyFor(createUrl(target), variables);
  const proxy = address ? createProxyAgent(address, 1, timeoutMs) : null;
  const close = async (): Promise<void> => undefined;
  return { target, environment, key, timeoutMs, proxy, existingUser, isSandbox: false, close };
}

async function openSandboxTarget(
  flags: TargetFlags & { timeout?: string },
  existingUser: string | null,
): Promise<SmokeTarget> {
  requireNoPlace(flags);
  const timeoutMs = parseTimeout(flags.timeout ?? SMOKE_TIMEOUT);
  const { startSandbox } = await import("../sandbox/sandbox.ts");
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
