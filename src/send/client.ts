import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import type { Client as ClientOfUndici, buildConnector as connectorOfUndici, Dispatcher } from "undici";
import type { Clock } from "../base/clock.ts";
import { ifPossible } from "../base/if-possible.ts";
import { BODY_TOO_LARGE, BODY_UNDECODED, isWholeObject, scrubAnswer } from "../outcome/answer.ts";
import type { Exchange, ExchangeError, RowAttempt, Service, TraceHeaders } from "../outcome/exchange.ts";
import type { ApiKey } from "../settings/api-key.ts";
import { createUrl, type Target } from "../settings/target.ts";
import { type ConnectionFacts, firstValue, observedConnector } from "./connection-facts.ts";
import {
  type CarriedHandler,
  Connections,
  type ConnectionWatch,
  type OpenDispatcher,
  type ServiceConnection,
} from "./connections.ts";
import { Deadlines, type Timed } from "./deadlines.ts";
import { PROXY_REFUSED } from "./stop-reason.ts";
import { buildConnector, Client } from "./undici-parts.ts";

export interface ClientOptions {
  target: Target;
  key: ApiKey;
  /** At most this many requests are ever under way; the caller keeps to it. */
  connections: number;
  /** Total deadline of one attempt: connecting, sending and the whole body. */
  timeoutMs: number;
  /** Shown to the service as `user-agent`. */
  userAgent: string;
  clock: Clock;
  /** Carries requests another way than directly: through a proxy. */
  open?: OpenDispatcher;
}

/** Any request to the host of the service, with headers of its own beside those that every request has. */
export interface HttpRequest {
  method: string;
  /** From the root of the host, with the base URL's own path. */
  path: string;
  /** `authorization` stands here where the request has one. */
  headers: Readonly<Record<string, string>>;
  /** Null: none. */
  body: string | null;
}

/** The whole of what came back for one request. */
export interface HttpResponse extends Exchange {
  /** By lower-case name; a header that came several times is joined by commas. */
  headers: Readonly<Record<string, string>>;
}

/** The one way to the service: for submissions, which know what they ask and read, and for anything else. */
export interface HttpClient extends Service {
  /** Sends any request. Never rejects, as little as the others. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Null before the first connection, and through a proxy. */
  facts(): ConnectionFacts | null;
}

/** An answer larger than this is cut off: the interface's largest is a few hundred bytes. */
const BODY_BYTES_MAX = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** An answer whose JSON is whole, and whose end does not come, is taken after so long without a byte. */
const UNENDED_MS = 2_000;
/** A probe asks for nothing that takes time. */
const PROBE_TIMEOUT_MS = 10_000;
/** Longer than any connection rests. */
const IDLE_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS_MAX = 5_000;

/** The Lead Creation Service over HTTP/1.1: one request, one answer, no policy. Redirects are not followed. */
export function createClient(options: ClientOptions): HttpClient {
  const url = createUrl(options.target);
  const { origin, pathname: path } = url;
  const parts = connectionOptions(options.timeoutMs);
  let facts: ConnectionFacts | null = null;
  const connect = observedConnector(parts.connect, options.clock, (first) => {
    facts = first;
  });
  const direct: OpenDispatcher = (watch) => openClient(origin, { ...parts, connect }, watch);
  const { clock, connections: count, open = direct } = options;
  const connections = new Connections({ count, open, clock });
  const active = new Deadlines<ExchangeHandler>(clock);
  const everyHeaders = {
    // A gateway's, of the environment: those of the request go before them.
    ...options.key.headers,
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": options.userAgent,
  };
  const headers = { authorization: options.key.authorization, ...everyHeaders };
  const createHeaders = Object.entries({ ...headers, "content-type": "application/json" }).flat();
  /** As pairs, which undici takes as they are. */
  const headersFor = (requestId: string | undefined): string[] =>
    requestId === undefined ? createHeaders : [...createHeaders, "x-request-id", requestId];

  const dispatch = (
    request: Dispatcher.DispatchOptions,
    timed: ExchangeOptions,
    settle: Settle,
    attempt?: RowAttempt,
  ): void => {
    const handler = new ExchangeHandler(timed, (result, responseHeaders) => {
      active.remove(handler);
      connections.release(handler, attempt, result.durationMs);
      settle(result, responseHeaders);
    });
    active.add(handler);
    connections.dispatch(request, handler);
  };

  const probing = { ...options, timeoutMs: Math.min(PROBE_TIMEOUT_MS, options.timeoutMs) };

  return {
    create: (body, requestId, attempt) =>
      new Promise((resolve) =>
        dispatch(
          { origin, path, method: "POST", headers: headersFor(requestId), body: asBuffer(body) },
          options,
          resolve,
          attempt,
        ),
      ),
    probe: () =>
      new Promise((resolve) => dispatch({ origin, path, method: "GET", headers }, probing, resolve)),
    send: (request) =>
      new Promise((resolve) =>
        dispatch(
          {
            ...request,
            origin,
            method: request.method as Dispatcher.HttpMethod,
            headers: { ...everyHeaders, ...request.headers },
          },
          options,
          (result, responseHeaders) =>
            resolve({ ...result, headers: scrubbedHeaders(responseHeaders, options.key) }),
        ),
      ),
    facts: () => facts,
    onDoubt: (tell) => connections.onDoubt(tell),
    keepApart: () => connections.keepApart(),
    rest: () => connections.rest(),
    abort: () => {
      connections.abort();
      for (const handler of active.all()) handler.abort({ code: "ABORTED", message: "stopped by hand" });
    },
    close: () => connections.close(),
  };
}

/**
 * Options that every connection to the service shares, directly or through a proxy.
 *
 * @param timeoutMs Of one attempt: connecting takes no longer either.
 */
export function connectionOptions(timeoutMs: number) {
  return {
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs), rejectUnauthorized: true, allowH2: false },
  } satisfies ClientOfUndici.Options;
}

/** Carries requests over one connection, and tells of it. */
export function openClient(
  origin: string | URL,
  { connect = {}, ...options }: ClientOfUndici.Options,
  watch: ConnectionWatch,
): ClientOfUndici {
  const connector = typeof connect === "function" ? connect : buildConnector(connect);
  const watched: connectorOfUndici.connector = (place, callback) =>
    connector(place, (...result: Parameters<connectorOfUndici.Callback>) => {
      const [, socket] = result;
      if (socket) watch.opened(socket);
      callback(...result);
    });
  return new Client(origin, { ...options, connect: watched }).on("disconnect", (_origin, _targets, error) =>
    watch.ended(error),
  );
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What following one request takes. */
type ExchangeOptions = Pick<ClientOptions, "clock" | "key" | "timeoutMs">;

/** As undici hands them over. */
type ResponseHeaders = Record<string, string | string[] | undefined>;

/** Takes the exchange, and the headers of the answer for whoever wants more of them than the exchange keeps. */
type Settle = (exchange: Exchange, headers: ResponseHeaders) => void;

const NO_HEADERS: ResponseHeaders = {};

/**
 * Follows one request and settles once. `onRequestStart` is called in the same turn in which the first
 * byte is handed to the socket, and not before there is a connection: until then nothing was sent.
 */
class ExchangeHandler implements CarriedHandler, Timed {
  connection: ServiceConnection | null = null;
  /** By the clock's `now`. */
  deadlineMs: number;
  readonly #options: ExchangeOptions;
  readonly #settle: Settle;
  readonly #startedAtMs: number;
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #settled = false;
  #httpStatus: number | null = null;
  #headers = NO_HEADERS;
  #chunks: Buffer[] = [];
  #byteCount = 0;
  #callOffUnended: (() => void) | null = null;

  constructor(options: ExchangeOptions, settle: Settle) {
    this.#options = options;
    this.#settle = settle;
    this.#startedAtMs = options.clock.now();
    this.deadlineMs = this.#startedAtMs + options.timeoutMs;
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  get bytesRead(): number {
    return this.connection?.bytesRead ?? 0;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      controller.abort(new Error("Given up before it was sent"));
      return;
    }
    this.#controller = controller;
    this.#sent = true;
    this.connection?.begin();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: ResponseHeaders,
  ): void {
    if (statusCode < 200) return;
    this.#httpStatus = statusCode;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.length;
    if (this.#byteCount > BODY_BYTES_MAX) {
      this.abort({ code: BODY_TOO_LARGE, message: "the answer is larger than 1 MiB" });
      return;
    }
    this.#chunks.push(chunk);
    this.#awaitEnd(chunk);
  }

  /** An ordinary answer is as long as its header says, and costs nothing here. */
  #awaitEnd(chunk: Buffer): void {
    const length = firstValue(this.#headers["content-length"]);
    if (length !== null && this.#byteCount >= Number(length)) return;
    const wasClosed = this.#callOffUnended !== null;
    this.#callOffUnended?.();
    this.#callOffUnended = null;
    const last = lastInk(chunk);
    if (last === undefined ? !wasClosed : last !== CLOSING_BRACE) return;
    this.#callOffUnended = this.#options.clock.after(UNENDED_MS, () => {
      if (!isWholeObject(joined(this.#chunks).toString())) return;
      this.abort({ code: "UNENDED", message: "the answer was whole, and its end did not come" });
    });
  }

  onResponseEnd(): void {
    this.connection?.end();
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish(describeError(error));
  }

  /** Its deadline has come. */
  giveUp(): void {
    const missing = this.#sent ? "whole answer" : "connection";
    this.abort({ code: "DEADLINE", message: `no ${missing} within ${this.#options.timeoutMs / 1000} s` });
  }

  /** Settles with what is known so far and closes the connection. */
  abort(reason: ExchangeError): void {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason.message));
  }

  #finish(error: ExchangeError | null): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#callOffUnended?.();
    const headers = this.#headers;
    const decoded = this.#httpStatus === null ? null : decode(joined(this.#chunks), headers);
    this.#chunks = [];
    const { key } = this.#options;
    const retryAfter = firstValue(headers["retry-after"]);
    const exchange: Exchange = {
      sent: this.#sent,
      httpStatus: this.#httpStatus,
      // A server that echoes the request must not bring the key into the journal.
      retryAfter: retryAfter && key.scrub(retryAfter),
      body: decoded && scrubAnswer(decoded.text, key),
      bodyComplete: error === null && decoded !== null && decoded.complete,
      error: describeEnd(error, decoded, key),
      durationMs: this.#options.clock.now() - this.#startedAtMs,
      trace: this.#httpStatus === null ? null : traceOf(headers, key),
    };
    if (this.connection?.isAlone) exchange.isAlone = true;
    this.#settle(exchange, headers);
  }
}

/** Why there is no whole answer. A body that cannot be decoded is not whole. */
function describeEnd(
  error: ExchangeError | null,
  decoded: Decoded | null,
  key: ApiKey,
): ExchangeError | null {
  if (error) return { ...error, message: key.scrub(error.message) };
  return decoded && !decoded.complete
    ? { code: BODY_UNDECODED, message: "the answer's encoding could not be undone" }
    : null;
}

const CLOSING_BRACE = 0x7d;

/** The last byte that is not white space; undefined when there is none. */
function lastInk(chunk: Buffer): number | undefined {
  for (let at = chunk.length - 1; at >= 0; at--) {
    const byte = chunk[at] ?? 0;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
  }
  return undefined;
}

/** Most answers come in one piece. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

/** What tells a request apart in the logs of a service, its gateway or its cloud. */
const TRACE_HEADERS = [
  "date",
  "server",
  "via",
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "x-trace-id",
  "traceparent",
  "x-amzn-requestid",
  "x-amzn-trace-id",
  "x-amz-cf-id",
  "x-azure-ref",
  "x-ms-request-id",
  "x-cloud-trace-context",
  "x-vercel-id",
  "cf-ray",
] as const;
const TRACE_CHARACTERS_MAX = 200;

function traceOf(headers: ResponseHeaders, key: ApiKey): TraceHeaders | null {
  let trace: Record<string, string> | null = null;
  for (const name of TRACE_HEADERS) {
    const value = headers[name];
    if (value === undefined) continue;
    trace ??= {};
    trace[name] = key.scrub(firstValue(value) ?? "").slice(0, TRACE_CHARACTERS_MAX);
  }
  return trace;
}

function scrubbedHeaders(headers: ResponseHeaders, key: ApiKey): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[key.scrub(name.toLowerCase()), key.scrub(Array.isArray(value) ? value.join(", ") : value)]],
    ),
  );
}

type Expand = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;

const EXPANSIONS: ReadonlyMap<string, Expand> = new Map<string, Expand>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateAny],
  ["br", brotliDecompressSync],
]);

/** As the name says, or raw, as some servers take it. */
function inflateAny(bytes: Buffer, options: ZlibOptions): Buffer {
  const isZlib = bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}

interface Decoded {
  text: string;
  /** False when it could not be decoded to its end. */
  complete: boolean;
}

/** We ask for no encoding. If a server encodes anyway, its body is decoded within the same bound. */
function decode(bytes: Buffer, headers: ResponseHeaders): Decoded {
  const encoding = firstValue(headers["content-encoding"])?.trim().toLowerCase() || "identity";
  const type = firstValue(headers["content-type"]) ?? "";
  if (encoding === "identity") return { text: textOf(bytes, type), complete: true };
  const expand = EXPANSIONS.get(encoding);
  const limits = { maxOutputLength: BODY_BYTES_MAX };
  const finishFlush = encoding === "br" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  for (const options of expand ? [limits, { ...limits, finishFlush }] : [])
    try {
      return { text: textOf(expand?.(bytes, options) ?? bytes, type), complete: options === limits };
    } catch {
      // A bomb or a broken stream. What came of one that lacks its end can be read.
    }
  return { text: `(${bytes.length} bytes in the encoding ${encoding})`, complete: false };
}

const CHARSET = /;\s*charset="?([\w-]+)/i;

/** In UTF-8, or as the answer says. */
function textOf(bytes: Buffer, type: string): string {
  const charset = CHARSET.exec(type)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return bytes.toString();
  return ifPossible(() => new TextDecoder(charset).decode(bytes)) ?? bytes.toString();
}

function describeError(error: Error & { code?: unknown }): ExchangeError {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error & { code?: unknown }) : error;
  const [, refusal] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (refusal !== undefined)
    return {
      code: PROXY_REFUSED,
      message: `the proxy answered ${refusal}, and opened no way to the service`,
    };
  const code = typeof inner?.code === "string" ? inner.code : (error.name ?? "ERROR");
  return { code, message: plainMessage(inner?.message || error.message) || code };
}

/** OpenSSL's own messages are lines of its source; their reason is all that anybody can use. */
function plainMessage(message: string): string {
  const [, reason] = /^[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):/i.exec(message) ?? [];
  return (reason ?? message).replace(/\s+/g, " ").trim();
}
