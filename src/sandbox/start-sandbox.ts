import { type Clock, systemClock } from "../base/clock.ts";
import { createHttpServer, type HttpServer, listen } from "./http-server.ts";
import { makeKey } from "./read-request.ts";
import type { RequestLogEntry } from "./request-log.ts";
import { SandboxService, type ServiceSettings } from "./sandbox-service.ts";

export interface SandboxOptions extends ServiceSettings {
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
  /** Default 0: the system picks one. */
  port?: number;
  /** Keys that are accepted; default: one made at random. Every key works for every partner. */
  keys?: readonly string[];
  /** Base of the login links, without a trailing slash; default: the sandbox's own address. */
  linkBaseUrl?: string;
  /** Whether `quotes()` can show the leads; default true. Without, a quote takes some 200 bytes of memory. */
  keepLeads?: boolean;
  /** Called once for every request, when its answer is over. */
  log?: (entry: RequestLogEntry) => void;
  /** Default: the system's. */
  clock?: Clock;
}

/** A running Lead Creation Service on loopback. */
export interface Sandbox {
  /** The base URL for clients, without a trailing slash. */
  url: string;
  keys: readonly string[];
  /** What the service holds, in the order of creating. `lead` is the request body, null without `keepLeads`. */
  quotes(): readonly SandboxQuote[];
  /** HTTP requests so far, of whatever kind. */
  requestCount(): number;
  /** Changes settings from the next request on; those not named stay. */
  change(settings: ServiceSettings): void;
  /** Takes no more connections, lets answers under way end for a second, then closes. Never rejects. */
  stop(): Promise<void>;
}

export interface SandboxQuote {
  quoteId: string;
  email: string;
  lead: unknown;
  loginUrl: string;
}

const STOP_MS_MAX = 1_000;

/**
 * Starts the whole service of the interface in this process.
 *
 * @throws CliError with exit code 2 when the address cannot be listened on.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = "127.0.0.1", port = 0, clock = systemClock } = options;
  const keys = options.keys?.length ? options.keys : [makeKey()];
  const service = new SandboxService({
    keys,
    keepLeads: options.keepLeads ?? true,
    clock,
    ...(options.log && { log: options.log }),
  });
  service.change(options);
  const http = createHttpServer(service);
  const url = await listen(http.server, host, port);
  service.linkBaseUrl = options.linkBaseUrl?.replace(/\/+$/, "") ?? url;
  let stopped: Promise<void> | undefined;
  return {
    url,
    keys,
    quotes: () => service.quotes(),
    requestCount: () => service.requestCount,
    change: (settings) => service.change(settings),
    stop: () => {
      stopped ??= stop(http, service, clock);
      return stopped;
    },
  };
}

async function stop({ server, sockets }: HttpServer, service: SandboxService, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  service.stop();
  const deadline = new AbortController();
  await Promise.race([closed, clock.sleep(STOP_MS_MAX, deadline.signal)]);
  deadline.abort();
  for (const socket of sockets.keys()) socket.destroy();
  await closed;
}
