/** One request of the smoke test as it goes over the wire. */
export interface HttpRequest {
  method: string;
  /** From the root of the host, with the base URL's own path. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Null: none. */
  body: string | null;
}

/** What came back for one request. What goes wrong is part of it. */
export interface HttpAnswer {
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
export interface HttpExchange {
  request: HttpRequest;
  answer: HttpAnswer;
}

/** A way to the environment under test, one request at a time or several. */
export interface HttpClient {
  /** Never rejects. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Ends every request under way. */
  abort(): void;
  close(): Promise<void>;
}

/** Whether the whole answer arrived. */
export function isWhole(answer: HttpAnswer): answer is HttpAnswer & { httpStatus: number } {
  return answer.httpStatus !== null && answer.bodyComplete;
}

/** The body as JSON; undefined where it is none, or nested deeper than any that is meant. */
export function jsonBody(answer: HttpAnswer): unknown {
  try {
    const value: unknown = JSON.parse(answer.body);
    return isDeeperThan(DEPTH_MAX, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** What is deeper cannot be written again: it would exhaust the stack. */
const DEPTH_MAX = 100;

function isDeeperThan(depthMax: number, root: unknown): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/** Any value of JSON as text; an object has none that it could be asked for. */
export function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
