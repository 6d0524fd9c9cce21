import type { Dispatcher } from "undici";
import { ApiKey } from "../service/api-key.ts";
import { createProxyAgent, proxyFor } from "../service/proxy.ts";
import { createUrl, type Target } from "../service/target.ts";
import { usageError } from "./option-values.ts";
import type { Rim } from "./rim.ts";
import {
  readVariables,
  requireVerifiedTls,
  resolveKey,
  resolveTarget,
  type TargetFlags,
} from "./settings.ts";

/** The environment to be held against the interface. */
export interface SmokeTarget {
  target: Target;
  key: ApiKey;
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
  flags: TargetFlags,
  settings: { existingUser: string | null; timeoutMs: number },
  rim: Rim,
): Promise<SmokeTarget> {
  if (flags.sandbox) return openSandboxTarget(flags, settings.existingUser);
  requireVerifiedTls(rim);
  const variables = await readVariables(flags, rim);
  const target = resolveTarget(flags, variables);
  const key = resolveKey(variables, rim);
  const { existingUser, timeoutMs } = settings;
  const address = proxyFor(createUrl(target), variables);
  const proxy = address ? createProxyAgent(address, 1, timeoutMs) : null;
  return { target, key, proxy, existingUser, isSandbox: false, close: async () => undefined };
}

async function openSandboxTarget(flags: TargetFlags, existingUser: string | null): Promise<SmokeTarget> {
  if (flags.baseUrl !== undefined || flags.partner !== undefined) {
    throw usageError(
      "--sandbox has its own address and partner",
      "Leave --base-url and --partner away, or --sandbox.",
    );
  }
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  const user = existingUser ?? SANDBOX_USER;
  const sandbox = await startSandbox({ keepLeads: false, users: [user] });
  return {
    target: { baseUrl: sandbox.url, partner: "sandbox" },
    key: new ApiKey(sandbox.keys[0] ?? ""),
    proxy: null,
    existingUser: user,
    isSandbox: true,
    close: () => sandbox.stop(),
  };
}
