import { readFileSync } from "node:fs";
import { ApiKey } from "../service/api-key.ts";
import { type ClientOptions, createClient } from "../service/client.ts";
import type { Service } from "../service/exchange.ts";
import { createProxyAgent, proxyFor } from "../service/proxy.ts";
import { createUrl, type Target } from "../service/target.ts";
import { usageError } from "./option-values.ts";
import type { Rim } from "./rim.ts";
import {
  readVariables,
  requireVerifiedTls,
  resolveKey,
  resolveTarget,
  type SendSettings,
  type TargetFlags,
} from "./settings.ts";

/** What a run that sends to a sandbox inside the program is bound to. */
const SANDBOX_TARGET: Target = { baseUrl: "sandbox", partner: "sandbox" };

/** A way to the service, ready to send. */
export interface Connection {
  /** What the run is bound to. */
  target: Target;
  connect(settings: SendSettings): Service;
  /** Ends a sandbox that was started along. */
  close(): Promise<void>;
}

/**
 * Makes a way to the target that flags and environment name, or to a sandbox inside the program.
 *
 * @param bound The target that the run is bound to already.
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export async function openConnection(flags: TargetFlags, rim: Rim, bound?: Target): Promise<Connection> {
  if (flags.sandbox || bound?.baseUrl === SANDBOX_TARGET.baseUrl)
    return openSandboxConnection(flags, rim, bound);
  requireVerifiedTls(rim);
  const variables = await readVariables(flags, rim);
  const target = resolveTarget(flags, variables, bound);
  const key = resolveKey(variables, rim);
  const proxy = proxyFor(createUrl(target), variables);
  return {
    target,
    connect: (settings) => {
      const { timeoutMs, policy } = settings;
      const dispatcher = proxy && createProxyAgent(proxy, policy.concurrency, timeoutMs);
      return createClient({
        ...clientOptions(target, key, settings, rim),
        ...(dispatcher && { dispatcher }),
      });
    },
    close: async () => undefined,
  };
}

async function openSandboxConnection(
  flags: TargetFlags,
  rim: Rim,
  bound: Target | undefined,
): Promise<Connection> {
  if (flags.baseUrl !== undefined || flags.partner !== undefined) {
    throw usageError(
      "--sandbox has its own address and partner",
      "Leave --base-url and --partner away, or --sandbox.",
    );
  }
  if (bound && bound.baseUrl !== SANDBOX_TARGET.baseUrl) {
    throw usageError(
      `This run is bound to ${bound.baseUrl}, not to a sandbox`,
      "Leave --sandbox away.",
      "target-mismatch",
    );
  }
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  const sandbox = await startSandbox({ keepLeads: false });
  const target = { baseUrl: sandbox.url, partner: SANDBOX_TARGET.partner };
  const key = new ApiKey(sandbox.keys[0] ?? "");
  return {
    target: SANDBOX_TARGET,
    connect: (settings) => createClient(clientOptions(target, key, settings, rim)),
    close: () => sandbox.stop(),
  };
}

function clientOptions(target: Target, key: ApiKey, settings: SendSettings, rim: Rim): ClientOptions {
  return {
    target,
    key,
    connections: settings.policy.concurrency,
    timeoutMs: settings.timeoutMs,
    userAgent: `leadctl/${programVersion()}`,
    clock: rim.clock,
  };
}

/** As package.json says. */
export function programVersion(): string {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}
