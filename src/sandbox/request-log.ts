/** One request as the log shows it: without the key, the token of a login link, or the body. */
export interface RequestLogEntry {
  /** Null when the request could not be read as HTTP. */
  method: string | null;
  /** Without the query; null when the request could not be read as HTTP. */
  path: string | null;
  /** Null when no status line was sent. */
  status: number | null;
  /** What the service made of it, as in `created`, `invalid`, `duplicate` or `unauthorized`. */
  outcome: string;
  /** The lead's e-mail address, as it was sent. */
  email?: string;
  /** How many create requests the service has seen for this e-mail address; only while faults are set. */
  attempt?: number;
  /** The quote that this request created, whether or not the client was told. */
  quoteId?: string;
  /** The fault that was played. */
  fault?: string;
  /** A bug of the sandbox's own, with its stack. */
  bug?: string;
  durationMs: number;
}

/** What a request gathers for its entry on the way through the service. */
export type RequestTrace = Omit<RequestLogEntry, "method" | "path" | "status" | "durationMs">;

const SHOWN_LENGTH_MAX = 400;
/** Longer texts are not worth searching for secrets. */
const READ_LENGTH_MAX = 4_000;
/** A login token, wherever a client may have put it. */
const TOKEN = /[\w-]{20,}\.[\w-]{43}/g;

/** Takes every key and token out of a client's text, and cuts it to size. */
export function scrub(text: string, keys: readonly string[]): string {
  if (text.length > READ_LENGTH_MAX) return `(${text.length} characters)`;
  const withoutKeys = keys.reduce((scrubbed, key) => scrubbed.replaceAll(key, "[key]"), text);
  return withoutKeys.replace(TOKEN, "[token]").slice(0, SHOWN_LENGTH_MAX);
}
