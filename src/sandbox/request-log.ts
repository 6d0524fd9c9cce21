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

const TEXT_LENGTH_MAX = 400;
/** A login token, wherever a client may have put it. */
const TOKEN = /[\w-]{20,}\.[\w-]{43}/g;

/** Cuts a client's text to size and takes out every key and token in it. */
export function scrub(text: string, keys: readonly string[]): string {
  const withoutKeys = keys.reduce((scrubbed, key) => scrubbed.replaceAll(key, "[key]"), text);
  return withoutKeys.replace(TOKEN, "[token]").slice(0, TEXT_LENGTH_MAX);
}
