import type { Context } from "../../base/context.ts";
import { programVersion } from "../../base/package-files.ts";
import { createClient, type HttpClient } from "../../send/client.ts";
import type { OpenDispatcher } from "../../send/connections.ts";
import { proxyFor } from "../../send/proxy.ts";
import { ApiKey, KEY_VARIABLE, keyWarnings, resolveKey } from "../../settings/api-key.ts";
import type { Environment } from "../../settings/config-file.ts";
import { readDestination, requireVerifiedTls } from "../../settings/destination.ts";
import { settle } from "../../settings/option-values.ts";
import {
  type COMMAND_OPTIONS,
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

/** Says how long a request may take, whatever a command calls usual. */
type TimeoutOption = (typeof SENDING | typeof COMMAND_OPTIONS.smoke)["timeoutMs"];

/** Starts one; passed in, since nobody who speaks to the service knows how it is made. */
export type StartSandbox = () => Promise<OwnSandbox>;

/** A way to a service, ready to send. */
export interface Connection {
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
  settings: SendSettings;
  /** @param connections At most so many requests are under way. Default: as many as the settings say. */
  connect(connections?: number): HttpClient;
  /** Ends a sandbox that was started along. */
  close(): Promise<void>;
}

/**
 * Makes a way to the target that flags, variables and configuration name, or to a sandbox inside the program.
 *
 * @param startSandbox Called when the sandbox is where leads go.
 * @param bound The target that the run is bound to already.
 * @param timeout The option that says how long a request may take.
 * @throws CliError with exit code 2 for a missing or unusable setting; nothing is sent.
 */
export async function openConnection(
  options: TargetValues & SendingValues,
  startSandbox: StartSandbox,
  context: Context,
  bound?: Target,
  timeout: TimeoutOption = SENDING.timeoutMs,
): Promise<Connection> {
  const isOwn = options.sandbox || (bound !== undefined && isOwnSandbox(bound));
  const { limits, open, ...way } = isOwn
    ? await wayToSandbox(options, startSandbox, bound)
    : await wayToService(options, context, bound);
  const settings = settle({ ...SENDING, timeoutMs: timeout }, options, limits);
  const { concurrency, timeoutMs } = settings;
  return {
    ...way,
    settings,
    isConfirmed: options.confirm !== undefined,
    connect: (connections = concurrency) =>
      createClient({
        target: way.service,
        key: way.key,
        connections,
        timeoutMs,
        clock: context.clock,
        userAgent: `leadctl/${programVersion()}`,
        ...(open && { open: open(timeoutMs) }),
      }),
  };
}

/** A connection before it has settings. */
interface Way extends Omit<Connection, "settings" | "isConfirmed" | "connect"> {
  limits?: Environment["limits"];
  /** Opens connections another way than directly. @param timeoutMs Of one attempt. */
  open?(timeoutMs: number): OpenDispatcher;
}

/**
 * A sandbox that comes along is a place of its own.
 *
 * @throws CliError with exit code 2 when another one is named besides, or the run is bound to another.
 */
async function wayToSandbox(
  { baseUrl, partner, env }: PlaceValues,
  startSandbox: StartSandbox,
  bound: Target | undefined,
): Promise<Way> {
  if (baseUrl !== undefined || partner !== undefined || env !== undefined)
    throw jobError("usage/sandbox-place");
  if (bound && !isOwnSandbox(bound)) throw jobError("target-mismatch/sandbox", { baseUrl: bound.baseUrl });
  const sandbox = await startSandbox();
  return {
    target: SANDBOX_TARGET,
    service: { ...SANDBOX_TARGET, baseUrl: sandbox.url },
    key: new ApiKey(sandbox.keys[0] ?? ""),
    keyVariable: KEY_VARIABLE,
    headers: {},
    environment: null,
    warnings: [],
    close: () => sandbox.stop(),
  };
}

async function wayToService(
  options: TargetValues,
  context: Context,
  bound: Target | undefined,
): Promise<Way> {
  requireVerifiedTls(context);
  const { destination, variables } = await readDestination(options, context, bound);
  const { target, environment, warnings } = destination;
  const { limits, keyVariable = KEY_VARIABLE, headers = {} } = environment ?? {};
  requireSameName(options.confirm, environment);
  const key = resolveKey(variables, context, keyVariable, headers);
  const proxy = proxyFor(createUrl(target), variables);
  return {
    target,
    service: target,
    key,
    keyVariable,
    headers,
    environment,
    warnings: [...warnings, ...keyWarnings(key, keyVariable)],
    ...(limits && { limits }),
    ...(proxy && { open: (await import("../../send/proxy-agent.ts")).openThroughProxy.bind(null, proxy) }),
    close: async () => undefined,
  };
}
