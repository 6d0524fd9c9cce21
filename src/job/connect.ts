import type { Context } from "../base/context.ts";
import { programVersion } from "../base/program-version.ts";
import type { Service } from "../outcome/exchange.ts";
import { type ClientOptions, createClient } from "../send/client.ts";
import { createProxyAgent, proxyFor } from "../send/proxy.ts";
import { ApiKey, resolveKey } from "../settings/api-key.ts";
import type { Environment } from "../settings/config-file.ts";
import { readDestination, requireVerifiedTls } from "../settings/destination.ts";
import { settle, usageError } from "../settings/option-values.ts";
import {
  type PlaceValues,
  SENDING,
  type SendingValues,
  type SendSettings,
  type TargetValues,
} from "../settings/options.ts";
import { createUrl, type Target } from "../settings/target.ts";
import { requireSameName } from "./confirmation.ts";

/** A service of its own, on loopback, that lives as long as the command. */
export interface OwnSandbox {
  url: string;
  /** Each of them is let in. */
  keys: readonly string[];
  stop(): Promise<void>;
}

/** Starts one; passed in, since nobody who speaks to the service knows how it is made. */
export type StartSandbox = () => Promise<OwnSandbox>;

/** What a run that sends to a sandbox inside the program is bound to. */
const SANDBOX_TARGET: Target = { baseUrl: "sandbox", partner: "sandbox" };

/** A way to the service, ready to send. */
export interface Connection {
  /** What the run is bound to. */
  target: Target;
  /** Null where the target is no environment of a configuration file. */
  environment: Environment | null;
  /** Whether the environment's name was given along. */
  isConfirmed: boolean;
  /** What was given, and below it what the environment sets. */
  settings: SendSettings;
  connect(): Service;
  /** Ends a sandbox that was started along. */
  close(): Promise<void>;
}

/**
 * Makes a way to the target that flags, variables and configuration name, or to a sandbox inside the program.
 *
 * @param startSandbox Called when the sandbox is where leads go.
 * @param bound The target that the run is bound to already.
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export async function openConnection(
  options: TargetValues & SendingValues,
  startSandbox: StartSandbox,
  context: Context,
  bound?: Target,
): Promise<Connection> {
  if (options.sandbox || bound?.baseUrl === SANDBOX_TARGET.baseUrl)
    return openSandboxConnection(options, startSandbox, context, bound);
  requireVerifiedTls(context);
  const { destination, variables } = await readDestination(options, context, bound);
  const { target, environment, limits, keyVariable } = destination;
  requireSameName(options.confirm, environment);
  const settings = settle(SENDING, options, limits);
  const key = resolveKey(variables, context, keyVariable);
  const proxy = proxyFor(createUrl(target), variables);
  const { timeoutMs, concurrency } = settings;
  return {
    target,
    environment,
    isConfirmed: options.confirm !== undefined,
    settings,
    connect: () => {
      const dispatcher = proxy && createProxyAgent(proxy, concurrency, timeoutMs);
      return createClient({
        ...clientOptions(target, key, settings, context),
        ...(dispatcher && { dispatcher }),
      });
    },
    close: async () => undefined,
  };
}

async function openSandboxConnection(
  options: TargetValues & SendingValues,
  startSandbox: StartSandbox,
  context: Context,
  bound: Target | undefined,
): Promise<Connection> {
  requireNoPlace(options);
  if (bound && bound.baseUrl !== SANDBOX_TARGET.baseUrl) {
    throw usageError(
      `This run is bound to ${bound.baseUrl}, not to a sandbox`,
      "Leave --sandbox away.",
      "target-mismatch",
    );
  }
  const settings = settle(SENDING, options);
  const sandbox = await startSandbox();
  const target = { baseUrl: sandbox.url, partner: SANDBOX_TARGET.partner };
  const key = new ApiKey(sandbox.keys[0] ?? "");
  return {
    target: SANDBOX_TARGET,
    environment: null,
    isConfirmed: false,
    settings,
    connect: () => createClient(clientOptions(target, key, settings, context)),
    close: () => sandbox.stop(),
  };
}

/**
 * A sandbox that comes along is a place of its own.
 *
 * @throws CliError with exit code 2 when another one is named besides.
 */
export function requireNoPlace({ baseUrl, partner, env }: PlaceValues): void {
  if (baseUrl === undefined && partner === undefined && env === undefined) return;
  throw usageError(
    "--sandbox has its own address and partner",
    "Leave --env, --base-url and --partner away, or --sandbox.",
  );
}

function clientOptions(target: Target, key: ApiKey, settings: SendSettings, context: Context): ClientOptions {
  return {
    target,
    key,
    connections: settings.concurrency,
    timeoutMs: settings.timeoutMs,
    userAgent: `leadctl/${programVersion()}`,
    clock: context.clock,
  };
}
