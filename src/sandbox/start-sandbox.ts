import { type Clock, systemClock } from "../base/clock.ts";
import { createHttpServer, type HttpServer, listen } from "./http-server.ts";
import { makeKey } from "./read-request.ts";
import { SandboxService } from "./sandbox-service.ts";
import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

export type {
  AnswerDelay,
  CustomAnswer,
  Fault,
  FaultDetails,
  FaultKind,
  FaultOptions,
  FaultRule,
  FaultScript,
  FaultSide,
  QuoteSeed,
  RateLimit,
  RequestLogEntry,
  Sandbox,
  SandboxOptions,
  SandboxQuote,
  ScriptEntry,
  SeenRequest,
  ServiceSettings,
} from "./sandbox-types.ts";

const REQUESTS_KEPT = 1_000;
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
    keepRequests: options.keepRequests ?? REQUESTS_KEPT,
    clock,
    isAdminServed: options.admin ?? true,
    initial: options,
    ...(options.log && { log: options.log }),
  });
  const http = createHttpServer(service);
  const url = await listen(http.server, host, port);
  service.url = url;
  service.linkBaseUrl = options.linkBaseUrl?.replace(/\/+$/, "") ?? url;
  let stopped: Promise<void> | undefined;
  return {
    url,
    keys,
    env: {
      LEADCTL_BASE_URL: url,
      LEADCTL_PARTNER: options.partners?.[0] ?? "sandbox",
      LEADCTL_API_KEY: keys[0] ?? "",
    },
    quotes: () => service.quotes(),
    requests: () => service.seen.list().requests,
    clearRequests: () => service.seen.clear(),
    requestCount: () => service.requestCount,
    change: (settings) => service.change(settings),
    addQuotes: (quotes) => service.addQuotes(quotes),
    clearQuotes: () => service.clearQuotes(),
    reset: () => service.reset(),
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
