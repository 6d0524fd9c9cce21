import type { Context } from "../../base/context.ts";
import { programVersion } from "../../base/package-files.ts";
import { type ClientOptions, createClient, type HttpClient } from "../../send/client.ts";
import { proxyFor } from "../../send/proxy.ts";
import { ApiKey, KEY_VARIABLE, keyWarnings, resolveKey } from "../../settings/api-key.ts";
import type { Environment } from "../../settings/config-file.ts";
import { readDestination, requireVerifiedTls } from "../../settings/destination.ts";
import { settle } from "../../settings/option-values.ts";
import {
  type PlaceValues,
  SENDING,
  type SendingValues,
  type SendSettings,
  type TargetValues,
} from "../../settings/options.ts";
import type { SettingWarning } from "../../settings/settings-errors.ts";
import { createUrl, isOwnSandbox, SANDBOX_TARGET, type Target } from "../../settings/target.ts";
import { requireSameName } from "../ask/confirmation.ts";
import { jobError } from "../job-errors.ts";

/** A service of its own, on loopback, that lives as long as the command. */
export interface OwnSandbox {
  url: string;
  /** Each of them is let in. */
  keys: readonly string[];
  stop(): Promise<void>;
}

/** Starts one; passed in, since nobody who speaks to the service knows how it is made. */
export type StartSandbox = () => Promise<OwnSandbox>;

/** A way to a service, ready to send. */
export interface Connection<Settings = SendSettings> {
  /** What a run is bound to: for a sandbox inside the program no address, since the next one has another. */
  target: Target;
  /** Where requests go. */
  service: Target;
  key: ApiKey;
  /** The variable that holds it. */
  keyVariable: string;
  /** Null where the target is not an environment of a configuration file. */
  environment: Environment | null;
  /** Whether the environment's name was given along. */
  isConfirmed: boolean;
  /** For a gateway before the service: names of headers, each with the variable that holds its value. */
  headers: Environment["headers"];
  /** What somebody should know before anything is sent. */
  warnings: readonly SettingWarning[];
  /** What was given, and below it what the environment sets. */
  settings: Settings;
  connect(): HttpClient;
  /** Ends a sandbox that was started along. */
  close(): Promise<void>;
}

/** What a client takes of the settings. */
interface ClientSettings {
  timeoutMs: number;
  /** Default: 1. */
  concurrency?: number;
}

/**
 * Makes a way to the target that flags, variables and configuration name, or to a sandbox inside the program.
 *
 * @param startSandbox Called when the sandbox is where leads go.
 * @param bound The target that the run is bound to already.
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export function openConnection(
  options: TargetValues & SendingValues,
  startSandbox: StartSandbox,
  context: Context,
  bound?: Target,
): Promise<Connection> {
  return connectWith((limits) => settle(SENDING, options, limits), options, startSandbox, context, bound);
}

/**
 * The same for other settings than those of a run.
 *
 * @param settingsFor Called with what the environment sets, before anything is started.
 */
export async function connectWith<Settings extends ClientSettings>(
  settingsFor: (limits?: Environment["limits"]) => Settings,
  options: TargetValues,
  startSandbox: StartSandbox,
  context: Context,
  bound?: Target,
): Promise<Connection<Settings>> {
  if (options.sandbox || (bound && isOwnSandbox(bound))) {
    requireNoPlace(options, bound);
    const settings = settingsFor();
    const sandbox = await startSandbox();
    const service = { baseUrl: sandbox.url, partner: SANDBOX_TARGET.partner };
    const key = new ApiKey(sandbox.keys[0] ?? "");
    return {
      ...{ target: SANDBOX_TARGET, service, key, keyVariable: KEY_VARIABLE, headers: {} },
      ...{ environment: null, isConfirmed: false, warnings: [], settings },
      connect: () => createClient(clientOptions(service, key, settings, context)),
      close: () => sandbox.stop(),
    };
  }
  requireVerifiedTls(context);
  const { destination, variables } = await readDestination(options, context, bound);
  const { target, environment, warnings } = destination;
  const { limits, keyVariable = KEY_VARIABLE, headers = {} } = environment ?? {};
  requireSameName(options.confirm, environment);
  const settings = settingsFor(limits);
  const key = resolveKey(variables, context, keyVariable, headers);
  const proxy = proxyFor(createUrl(target), variables);
  const openThroughProxy =
    proxy && (await import("../../send/proxy-agent.ts")).openThroughProxy.bind(null, proxy);
  return {
    ...{ target, service: target, key, keyVariable, headers, environment, settings },
    isConfirmed: options.confirm !== undefined,
    warnings: [...warnings, ...keyWarnings(key, keyVariable)],
    connect: () => {
      const client = clientOptions(target, key, settings, context);
      const open = openThroughProxy?.(client.timeoutMs);
      return createClient({ ...client, ...(open && { open }) });
    },
    close: async () => undefined,
  };
}

/**
 * A sandbox that comes along is a place of its own.
 *
 * @throws CliError with exit code 2 when another one is named besides, or the run is bound to another.
 */
function requireNoPlace({ baseUrl, partner, env }: PlaceValues, bound: Target | undefined): void {
  if (baseUrl !== undefined || partner !== undefined || env !== undefined)
    throw jobError("usage/sandbox-place");
  if (bound && !isOwnSandbox(bound)) throw jobError("target-mismatch/sandbox", { baseUrl: bound.baseUrl });
}

function clientOptions(
  target: Target,
  key: ApiKey,
  { concurrency, timeoutMs }: ClientSettings,
  context: Context,
): ClientOptions {
  const userAgent = `leadctl/${programVersion()}`;
  return { target, key, connections: concurrency ?? 1, timeoutMs, userAgent, clock: context.clock };
}
