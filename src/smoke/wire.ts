/** One request of the smoke test as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** From the root of the host, with the base URL's own path. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Null: none. */
  body: string | null;
}

/** What came back for one request. What goes wrong is part of it. */
export interface WireAnswer {
  /** False only where nothing of the request can have reached the service. */
  sent: boolean;
  /** Null when no status line arrived. */
  httpStatus: number | null;
  /** By lower-case name; a header that came several times is joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** False when the body was cut off, too large or too slow. */
  bodyComplete: boolean;
  error: { code: string; message: string } | null;
  /** From the first byte out to the last byte in. */
  durationMs: number;
}

/** A request and its answer. */
export interface WireExchange {
  request: WireRequest;
  answer: WireAnswer;
}

/** A way to the environment under test, one request at a time or several. */
export interface Wire {
  /** Never rejects. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Ends every request under way. */
  abort(): void;
  close(): Promise<void>;
}

/** Whether the whole answer arrived. */
export function isWhole(answer: WireAnswer): answer is WireAnswer & { httpStatus: number } {
  return answer.httpStatus !== null && answer.bodyComplete;
}

/** The body as JSON; undefined where it is none. */
export function jsonBody(answer: WireAnswer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
