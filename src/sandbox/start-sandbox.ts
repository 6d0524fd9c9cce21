import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { CliError } from "../base/cli-error.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { makeKey, routeOf } from "./read-request.ts";
import { messageAnswer, methodNotAllowed, NOT_FOUND, type SandboxAnswer } from "./sandbox-answer.ts";
import { sandboxError } from "./sandbox-errors.ts";
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
  service.book.linkBaseUrl = options.linkBaseUrl?.replace(/\/+$/, "") ?? url;
  let stopped: Promise<void> | undefined;
  return {
    url,
    keys,
    env: {
      LEADCTL_BASE_URL: url,
      LEADCTL_PARTNER: options.partners?.[0] ?? "sandbox",
      LEADCTL_API_KEY: keys[0] ?? "",
    },
    quotes: () => service.book.quotes(),
    requests: () => service.seen.list().requests,
    clearRequests: () => service.seen.clear(),
    requestCount: () => service.requestCount,
    change: (settings) => service.change(settings),
    addQuotes: (quotes) => service.book.add(quotes),
    clearQuotes: () => service.book.clear(),
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

/** A client that is slower than this is answered 408: nothing hangs. */
const HEADERS_MS_MAX = 10_000;
const REQUEST_MS_MAX = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than any client's, so that a request never meets a connection that is just being closed. */
const IDLE_MS_MAX = 60_000;

/** A server, and all of its open connections, each with the response that was last begun on it. */
interface HttpServer {
  server: Server;
  sockets: ReadonlyMap<Duplex, ServerResponse | null>;
}

/** Puts the service behind HTTP, with an answer in JSON also where node:http has none or an empty one. */
function createHttpServer(service: SandboxService): HttpServer {
  const server = createServer({
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: IDLE_MS_MAX,
    requireHostHeader: false,
  });
  const sockets = new Map<Duplex, ServerResponse | null>();
  server.on("connection", (socket) => {
    sockets.set(socket, null);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("request", (request, response) => {
    sockets.set(request.socket, response);
    service.handle(request, response);
  });
  server.on("checkExpectation", (request, response) => {
    service.refuse(request, response, messageAnswer(417, "Expectation failed", "bad-request"));
  });
  server.on("connect", (request, socket) => {
    const isCreate = routeOf(request.url ?? "").kind === "create";
    const answer = isCreate ? methodNotAllowed("POST") : NOT_FOUND;
    service.note(request, answer);
    writeRaw(socket, answer);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || hasBegunAnswer(sockets.get(socket))) {
      socket.destroy();
      return;
    }
    const answer = unreadableRequestAnswer(error.code ?? "");
    // A request that breaks off in its body has been counted, and gets its line in the log when it ends.
    if (sockets.get(socket)?.req.complete !== false) service.note(null, answer);
    writeRaw(socket, answer);
  });
  return { server, sockets };
}

/**
 * Starts to listen, and resolves with the base URL.
 *
 * @throws CliError with exit code 2 when the address is taken, not ours, or not allowed.
 */
function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(addressError(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve(urlOf(server.address()));
    });
  });
}

/** Whether the request that broke has an answer already, whole or in part: it must not get a second one. */
function hasBegunAnswer(response: ServerResponse | null | undefined): boolean {
  if (response?.headersSent !== true) return false;
  return !response.writableFinished || !response.req.complete;
}

function unreadableRequestAnswer(code: string): SandboxAnswer {
  if (code === "HPE_HEADER_OVERFLOW")
    return messageAnswer(431, "Request header fields too large", "bad-request");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return messageAnswer(408, "Request timeout", "request-timeout");
  return messageAnswer(400, "Bad request", "bad-request");
}

function writeRaw(socket: Duplex, { status, headers, body }: SandboxAnswer): void {
  const all = [...headers, "content-length", String(Buffer.byteLength(body)), "connection", "close"];
  const lines = all.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** The address as clients reach it: an unspecified address is reached over loopback. */
function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string") throw new Error(`Not a TCP address: ${address}`);
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[address.address] ?? address.address;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${address.port}`;
}

function addressError(error: NodeJS.ErrnoException, host: string, port: number): CliError {
  const params = { host, port, why: error.code ?? error.message, isTaken: error.code === "EADDRINUSE" };
  return sandboxError("sandbox-address", params, { cause: error });
}
