import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher, Pool as PoolOfUndici } from "undici";
import type { Clock } from "../base/clock.ts";
import { BODY_TOO_LARGE, BODY_UNDECODED, isWholeObject, scrubAnswer } from "../outcome/answer.ts";
import type { Exchange, ExchangeError, Service, TraceHeaders } from "../outcome/exchange.ts";
import type { ApiKey } from "../settings/api-key.ts";
import { createUrl, type Target } from "../settings/target.ts";
import { type ConnectionFacts, observedConnector } from "./connection-facts.ts";
import { PROXY_REFUSED } from "./stop-reason.ts";
import { Pool } from "./undici-parts.ts";

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
  /** Carries requests instead of a pool of our own: a proxy's. */
  dispatcher?: Dispatcher;
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
/** Shorter than servers' own, so that a request never meets a connection that is just being closed. */
const IDLE_TIMEOUT_MS = 1_000;
const IDLE_TIMEOUT_MS_MAX = 5_000;

/** The Lead Creation Service over HTTP/1.1: one request, one answer, no policy. Redirects are not followed. */
export function createClient(options: ClientOptions): HttpClient {
  const url = createUrl(options.target);
  const pool = poolOptions(options.connections, options.timeoutMs);
  const connector = observedConnector(pool.connect, options.clock);
  const dispatcher = options.dispatcher ?? new Pool(url.origin, { ...pool, connect: connector.connect });
  const active = new Active(options.clock);
  const { origin, pathname: path } = url;
  const everyHeaders = {
    // A gateway's, of the environment: those of the request go before them.
    ...options.key.headers,
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": options.userAgent,
  };
  const headers = { authorization: options.key.authorization, ...everyHeaders };
  const createHeaders = { ...headers, "content-type": "application/json" };
  const isPlain = Object.keys(options.key.headers).length === 0;
  const headersFor = (requestId: string | undefined): Record<string, string> => {
    if (requestId === undefined) return createHeaders;
    if (!isPlain) return { ...createHeaders, "x-request-id": requestId };
    // A literal, not a spread: V8 makes an object of another kind of a spread, with which undici takes twice as long.
    return {
      authorization: headers.authorization,
      accept: headers.accept,
      "accept-encoding": headers["accept-encoding"],
      "user-agent": headers["user-agent"],
      "content-type": "application/json",
      "x-request-id": requestId,
    };
  };

  const dispatch = (request: Dispatcher.DispatchOptions, timed: ExchangeOptions, settle: Settle): void => {
    const handler = new ExchangeHandler(timed, (result, responseHeaders) => {
      active.remove(handler);
      settle(result, responseHeaders);
    });
    active.add(handler);
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      handler.onResponseError(null, error as Error);
    }
  };
  const exchange = (request: Dispatcher.DispatchOptions, timed: ExchangeOptions): Promise<Exchange> =>
    new Promise((resolve) => dispatch(request, timed, resolve));

  const probing = { ...options, timeoutMs: Math.min(PROBE_TIMEOUT_MS, options.timeoutMs) };

  return {
    create: (body, requestId) =>
      exchange(
        { origin, path, method: "POST", headers: headersFor(requestId), body: asBuffer(body) },
        options,
      ),
    probe: () => exchange({ origin, path, method: "GET", headers }, probing),
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
    facts: () => connector.facts(),
    abort: () => {
      for (const handler of active.all()) handler.abort({ code: "ABORTED", message: "stopped by hand" });
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * Options that every connection to the service shares, directly or through a proxy.
 *
 * @param timeoutMs Of one attempt: connecting takes no longer either.
 */
export function poolOptions(connections: number, timeoutMs: number) {
  return {
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs), rejectUnauthorized: true, allowH2: false },
  } satisfies PoolOfUndici.Options;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The exchanges under way, and one timer for the deadlines of all: a timer each takes a fiftieth of the sending time. No
 * Set: each time that one grows out of its deleted entries, V8 leaves the old table pointing to the new one, and minor
 * collections then keep nearly every exchange that ever was (a tenth of the sending time).
 */
class Active {
  readonly #clock: Clock;
  readonly #handlers: ExchangeHandler[] = [];
  /** Set for no deadline later than the earliest; an exchange that ends in time leaves it as it is. */
  #alarm: { atMs: number; callOff(): void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(handler: ExchangeHandler): void {
    handler.place = this.#handlers.push(handler) - 1;
    if (!this.#alarm || handler.deadlineMs < this.#alarm.atMs) this.#setAlarm(handler.deadlineMs);
  }

  remove(handler: ExchangeHandler): void {
    const last = this.#handlers.pop();
    if (last && last !== handler) {
      this.#handlers[handler.place] = last;
      last.place = handler.place;
    }
    if (this.#handlers.length > 0) return;
    this.#alarm?.callOff();
    this.#alarm = null;
  }

  all(): ExchangeHandler[] {
    return [...this.#handlers];
  }

  #setAlarm(atMs: number): void {
    this.#alarm?.callOff();
    const callOff = this.#clock.after(Math.max(0, atMs - this.#clock.now()), () => this.#giveUp());
    this.#alarm = { atMs, callOff };
  }

  /** Ends what has reached its deadline, and waits for the next one. */
  #giveUp(): void {
    this.#alarm = null;
    const nowMs = this.#clock.now();
    for (const handler of this.all()) if (handler.deadlineMs <= nowMs) handler.giveUp();
    const deadlines = this.#handlers.map(({ deadlineMs }) => deadlineMs);
    if (deadlines.length > 0) this.#setAlarm(Math.min(...deadlines));
  }
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
class ExchangeHandler implements Dispatcher.DispatchHandler {
  /** Where it stands among the active ones. */
  place = 0;
  /** By the clock's `now`. */
  readonly deadlineMs: number;
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

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      controller.abort(new Error("Given up before it was sent"));
      return;
    }
    this.#controller = controller;
    this.#sent = true;
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
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish(describeError(error));
  }

  /** Its deadline has come. */
  giveUp(): void {
    const seconds = this.#options.timeoutMs / 1000;
    this.abort({ code: "DEADLINE", message: `no whole answer within ${seconds} s` });
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
    const encoding = firstValue(headers["content-encoding"])?.trim().toLowerCase() || "identity";
    const decoded = this.#httpStatus === null ? null : decode(joined(this.#chunks), encoding);
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
    this.#settle(exchange, headers);
  }
}

/** Why there is no whole answer; a body that cannot be decoded is none. */
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

/** The last byte that is no white space; undefined when there is none. */
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

function firstValue(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
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

const EXPANSIONS: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> =
  new Map([
    ["gzip", gunzipSync],
    ["x-gzip", gunzipSync],
    ["deflate", inflateSync],
    ["br", brotliDecompressSync],
  ]);

interface Decoded {
  text: string;
  /** False when it could not be decoded. */
  complete: boolean;
}

/** We ask for no encoding; a server that encodes all the same is decoded within the same bound. */
function decode(bytes: Buffer, encoding: string): Decoded {
  if (encoding === "identity") return { text: bytes.toString(), complete: true };
  const expand = EXPANSIONS.get(encoding);
  try {
    if (expand)
      return { text: expand(bytes, { maxOutputLength: BODY_BYTES_MAX }).toString(), complete: true };
  } catch {
    // A bomb or a broken stream: what came is not readable.
  }
  return { text: `(${bytes.length} bytes in the encoding ${encoding})`, complete: false };
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
