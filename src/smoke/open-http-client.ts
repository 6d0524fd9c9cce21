import { type Dispatcher, Pool, request } from "undici";
import type { Clock } from "../base/clock.ts";
import { type ConnectionFacts, observedConnector } from "./connection-facts.ts";
import type { HttpAnswer, HttpClient, HttpRequest } from "./http-client.ts";

export interface HttpClientOptions {
  /** As in `https://host:8443`. */
  origin: string;
  /** Total deadline of one request: connecting, sending and the whole answer. */
  timeoutMs: number;
  userAgent: string;
  clock: Clock;
  /** Takes the key out of answers that echo it, before anybody looks at them, keeps them or cuts them short. */
  scrub(text: string): string;
  /** Carries requests instead of connections of our own: a proxy's. It is closed along. */
  dispatcher?: Dispatcher;
}

export interface ObservedHttpClient extends HttpClient {
  /** Null before the first connection, and through a proxy. */
  facts(): ConnectionFacts | null;
}

/** The interface's largest answer is a few hundred bytes. */
const BODY_BYTES_MAX = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than servers' own, so that no request meets a connection that is just being closed. */
const IDLE_TIMEOUT_MS = 1_000;
const IDLE_TIMEOUT_MS_MAX = 5_000;

/**
 * Opens a way to an environment that takes any method, header and body, and holds nothing back of the
 * answer. Redirects are not followed.
 */
export function openHttpClient(options: HttpClientOptions): ObservedHttpClient {
  const { origin, timeoutMs, clock } = options;
  const connectTimeoutMs = Math.min(CONNECT_TIMEOUT_MS, timeoutMs);
  const connector = observedConnector({ timeoutMs: connectTimeoutMs }, clock);
  const dispatcher =
    options.dispatcher ??
    new Pool(origin, {
      connect: connector.connect,
      allowH2: false,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_TIMEOUT_MS_MAX,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const underWay = new Set<AbortController>();
  const send = async (wireRequest: HttpRequest): Promise<HttpAnswer> => {
    const call = new AbortController();
    underWay.add(call);
    const startedAtMs = clock.now();
    const settled = new AbortController();
    void clock.sleep(timeoutMs, settled.signal).then(() => {
      if (!settled.signal.aborted)
        call.abort(failure("DEADLINE", `no whole answer within ${timeoutMs / 1000} s`));
    });
    const answer = emptyAnswer();
    try {
      await exchange({ ...options, dispatcher }, wireRequest, answer, call.signal);
    } catch (error) {
      answer.error = describe(error);
      answer.sent = !connector.isOwnError(error) && !isUnsent(answer.error.code);
    } finally {
      settled.abort();
      underWay.delete(call);
    }
    return { ...withoutKey(answer, options.scrub), durationMs: clock.now() - startedAtMs };
  };
  return {
    send,
    facts: () => connector.facts(),
    abort: () => {
      for (const call of underWay) call.abort(failure("ABORTED", "stopped by hand"));
    },
    close: () => dispatcher.destroy(),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

async function exchange(
  options: HttpClientOptions & { dispatcher: Dispatcher },
  { method, path, headers, body }: HttpRequest,
  answer: Mutable<HttpAnswer>,
  signal: AbortSignal,
): Promise<void> {
  const fixed = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": options.userAgent,
  };
  const response = await request(`${options.origin}${path}`, {
    dispatcher: options.dispatcher,
    method: method as Dispatcher.HttpMethod,
    headers: { ...fixed, ...headers },
    body,
    signal,
  });
  answer.httpStatus = response.statusCode;
  answer.headers = joinedHeaders(response.headers);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      if (byteCount > BODY_BYTES_MAX) throw failure("BODY_TOO_LARGE", "the answer is larger than 1 MiB");
      chunks.push(chunk);
    }
    answer.bodyComplete = true;
  } finally {
    answer.body = Buffer.concat(chunks).toString();
  }
}

function withoutKey(answer: HttpAnswer, scrub: HttpClientOptions["scrub"]): HttpAnswer {
  const headers = Object.entries(answer.headers).map(([name, value]) => [scrub(name), scrub(value)]);
  const error = answer.error && { ...answer.error, message: scrub(answer.error.message) };
  return { ...answer, headers: Object.fromEntries(headers), body: scrub(answer.body), error };
}

function emptyAnswer(): Mutable<HttpAnswer> {
  return {
    sent: true,
    httpStatus: null,
    headers: {},
    body: "",
    bodyComplete: false,
    error: null,
    durationMs: 0,
  };
}

function joinedHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function describe(error: unknown): { code: string; message: string } {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(inner instanceof Error)) return { code: "ERROR", message: String(inner) };
  const { code, message, name } = inner as NodeJS.ErrnoException;
  return { code: code ?? name, message: plainMessage(message) || (code ?? name) };
}

/** OpenSSL's own messages are lines of its source; their reason is all that anybody can use. */
function plainMessage(message: string): string {
  const [, reason] = /^[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):/i.exec(message) ?? [];
  return (reason ?? message).replace(/\s+/g, " ").trim();
}

/** Errors that only connecting has, also where a proxy connects for us. */
function isUnsent(code: string): boolean {
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_PRX_TLS"].includes(
    code,
  );
}
