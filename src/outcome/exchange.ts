/** One request and what came back for it, before anybody reads it. */
export interface Exchange {
  /**
   * False only when it is proven that no byte of the request reached the socket. An error code proves
   * nothing: ECONNRESET happens on both sides of sending.
   */
  sent: boolean;
  /** Null when no status line arrived. */
  httpStatus: number | null;
  /** The header as it came, or null. */
  retryAfter: string | null;
  /** The answer's body as text, decoded; null when no status line arrived. */
  body: string | null;
  /** False when the body was cut off, too large, too slow or could not be decoded. */
  bodyComplete: boolean;
  /** Why there is no answer, or not a whole one. */
  error: ExchangeError | null;
  durationMs: number;
  /** To find the answer in somebody's logs: when it was made, by which program, and its id. */
  trace: TraceHeaders | null;
  /** Its connection carried no other request. */
  isAlone?: true;
}

/** One request of one row. */
export interface RowAttempt {
  row: number;
  attempt: number;
}

/** Headers of an answer, by lower-case name. */
export type TraceHeaders = Readonly<Record<string, string>>;

export interface ExchangeError {
  /** Code of Node or undici, as in `ECONNREFUSED`. */
  code: string;
  message: string;
}

/** Why there is no answer. Plain words replace the system's own where those are codes, as in `connection refused`. */
export function errorText(error: ExchangeError): string {
  const words = PLAIN_WORDS[error.code];
  const [, address] = /^connect \w+ (\S+:\d+)/.exec(error.message) ?? [];
  if (words === undefined) return error.message;
  return address === undefined ? words : words.replace("connection", `connection to ${address}`);
}

const PLAIN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ETIMEDOUT: "the connection took too long",
  UND_ERR_CONNECT_TIMEOUT: "the connection took too long",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  EPIPE: "the connection was cut",
  ENOTFOUND: "the host name could not be looked up",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "there is no way to the address",
  ENETUNREACH: "there is no network",
};

/** The same without any text of the system's. */
export function errorWords(code: string): string {
  return PLAIN_WORDS[code] ?? CLIENT_WORDS[code] ?? "the connection failed";
}

/** What the client's own errors say, without the numbers in them. */
const CLIENT_WORDS: Readonly<Record<string, string>> = {
  DEADLINE: "its time was over",
  UNENDED: "the answer was whole, and its end did not come",
  ABORTED: "stopped by hand",
  HTTPParserError: "what came is not HTTP",
};

/** The service as the submission sees it. Never rejects: what goes wrong is part of the exchange. */
export interface Service {
  /**
   * Sends one create request. The body is the plan's text, byte for byte.
   *
   * @param requestId Sent along as `x-request-id`, where there is one.
   * @param attempt Whose answer it gets, in case that turns out to be in doubt.
   */
  create(body: Uint8Array, requestId?: string, attempt?: RowAttempt): Promise<Exchange>;
  /** A GET of the create path, which creates nothing (the interface answers it with 405). */
  probe(): Promise<Exchange>;
  /** @param tell Called with what one connection answered, in order, once it is proven to have been out of step. */
  onDoubt(tell: (attempts: readonly RowAttempt[]) => void): void;
  /** From now on each request has a connection of its own. */
  keepApart(): void;
  /** Resolves once every connection was silent for long enough to show whether it was in step. */
  rest(): Promise<void>;
  /** Ends every exchange under way: each resolves with what is known of it. */
  abort(): void;
  close(): Promise<void>;
}
