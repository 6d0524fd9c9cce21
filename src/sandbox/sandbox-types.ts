import type { Clock } from "../base/clock.ts";

/**
 * All that somebody who starts a sandbox has to know: its settings, what runs, and what it tells. These are the types
 * of the package's module `leadctl/sandbox`: they need nothing else of the program.
 */

export interface SandboxOptions extends ServiceSettings {
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
  /** Default 0: the system picks one. */
  port?: number;
  /** Keys that are accepted; default: one made at random. Every key works for every partner. */
  keys?: readonly string[];
  /** Base of the login links, without a trailing slash; default: the sandbox's own address. */
  linkBaseUrl?: string;
  /** Whether `quotes()` can show the leads; default true. Without, a quote takes some 200 bytes of memory. */
  keepLeads?: boolean;
  /** Called once for every request, when its answer is over. */
  log?: (entry: RequestLogEntry) => void;
  /** Whether programs on this machine may set faults, quotes and users by `/__admin`; default true. */
  admin?: boolean;
  /** How many of the latest requests `requests()` and `GET /__requests` show; default 1,000, and 0 for none. */
  keepRequests?: number;
  /** @internal Default: the system's. */
  clock?: Clock;
}

/** Settings that can change while the service runs. */
export interface ServiceSettings {
  /** The partners that exist; null and the default: any. */
  partners?: readonly string[] | null;
  /** Default none. New faults count every address's attempts from 1 again. */
  faults?: FaultOptions | null;
  /** Default and null: none. */
  rateLimit?: RateLimit | null;
  /** Status of a success, which the interface does not show; 200 to 299 without 204 and 205, which have no body. Default 200. */
  successStatus?: number;
  /** E-mail addresses of accounts that exist without a quote; default none. */
  users?: readonly string[];
  /** How long every answer is held back; default and null: not at all. */
  latency?: AnswerDelay | null;
}

/** Evenly spread from `meanMs - jitterMs` to `meanMs + jitterMs`. */
export interface AnswerDelay {
  meanMs: number;
  jitterMs?: number;
}

/** How many create requests are taken in any stretch of time of this length. */
export interface RateLimit {
  /** 1 to 100,000. */
  requests: number;
  perMs: number;
}

/** Whether a fault comes instead of the work, or instead of the work's answer. */
export type FaultSide = "before" | "after";

/** Everything that can go wrong on demand; docs/sandbox.md says what each does. */
export type FaultKind =
  | `${"500" | "502" | "503" | "504" | "reset" | "close" | "no-answer"}-${FaultSide}`
  | ("429" | "redirect" | "truncated" | "unreadable" | "no-ids" | "drip" | "endless");

/** A fault with its particulars. */
export interface FaultDetails {
  kind: FaultKind;
  /** The Retry-After of 429 and 503: seconds, or an HTTP date; null for none. Default: 1 for 429, else none. */
  retryAfter?: string | number | null | undefined;
  /** Where `redirect` points; default: the path that was asked for. */
  location?: string | undefined;
  /** Between two bytes of `drip`; default 1000. */
  intervalMs?: number | undefined;
}

/** Any answer at all, for the parts of a client that the named faults do not reach. */
export interface CustomAnswer {
  side: FaultSide;
  /** 200 to 599. */
  status: number;
  headers?: Readonly<Record<string, string>> | undefined;
  /** A string is sent as it is, anything else as JSON; default empty. */
  body?: unknown;
}

export type Fault = FaultDetails | CustomAnswer;

/** A fault, by its name alone or with its particulars; null says that there is surely none. */
export type ScriptEntry = FaultKind | Fault | null;

/**
 * Faults by e-mail address and attempt: the first entry is for the first create request that the service sees
 * for the address. The address `*` stands for every other one.
 */
export type FaultScript = Readonly<Record<string, readonly ScriptEntry[]>>;

/**
 * A fault for the requests to which all of it applies. Lists are written `3`, `2,5-7` or `10-`, and count from 1.
 */
export interface FaultRule {
  fault: ScriptEntry;
  /** Leads, in the order in which their addresses were first seen: as a rule, that of the rows of a sheet. */
  leads?: string | undefined;
  /** Create requests, in the order in which they come. */
  requests?: string | undefined;
  /** Attempts of a lead. */
  attempts?: string | undefined;
  /** One of so many create requests. */
  every?: number | undefined;
  /** The share of requests, from 0 to 1; drawn by the seed, as `probabilities` are. */
  share?: number | undefined;
}

/** The first that applies decides: the script, then the rules in order, then the probabilities. */
export interface FaultOptions {
  /** From 0 to 1; together at most 1. */
  probabilities?: Readonly<Partial<Record<FaultKind, number>>>;
  /** The same seed gives the same faults to the same leads, in whatever order they come. Default 1. */
  seed?: number;
  script?: FaultScript;
  rules?: readonly FaultRule[];
}

/** A running Lead Creation Service on loopback. */
export interface Sandbox {
  /** The base URL for clients, without a trailing slash. */
  url: string;
  keys: readonly string[];
  /** Variables that point `leadctl`, or any program that reads them, to this sandbox. */
  env: Readonly<Record<"LEADCTL_BASE_URL" | "LEADCTL_PARTNER" | "LEADCTL_API_KEY", string>>;
  /** The service's quotes, in the order of creation. `lead` is the request body, null without `keepLeads`. */
  quotes(): readonly SandboxQuote[];
  /** The latest requests to the service, oldest first, without keys and tokens; see `keepRequests`. */
  requests(): readonly SeenRequest[];
  /** Forgets the requests; quotes and accounts stay. */
  clearRequests(): void;
  /** HTTP requests to the service so far, of whatever kind; what is asked of the sandbox itself does not count. */
  requestCount(): number;
  /** Changes settings from the next request on; those not named stay. */
  change(settings: ServiceSettings): void;
  /**
   * Puts quotes there, as if leads had been created; all of them or none.
   *
   * @throws CliError for an address or an id that has a quote already.
   */
  addQuotes(quotes: readonly QuoteSeed[]): readonly SandboxQuote[];
  /** Forgets all quotes: their addresses are free again. */
  clearQuotes(): void;
  /** All is as it was at the start: no quotes, no requests, the first settings. */
  reset(): void;
  /** Takes no more connections, lets answers under way end for a second, then closes. Never rejects. */
  stop(): Promise<void>;
}

/** A quote that is to be there. */
export interface QuoteSeed {
  email: string;
  /** Default: made at random. */
  quoteId?: string | undefined;
  /** What `quotes()` shows as its lead; default null. */
  lead?: unknown;
}

export interface SandboxQuote {
  quoteId: string;
  email: string;
  lead: unknown;
  loginUrl: string;
}

/** One request as the log shows it: without the key, the token of a login link, or the body. */
export interface RequestLogEntry {
  /** Null when the request could not be read as HTTP. */
  method: string | null;
  /** Without the query; null when the request could not be read as HTTP. */
  path: string | null;
  /** Null when no status line was sent. */
  status: number | null;
  /** The result, such as `created`, `invalid`, `duplicate` or `unauthorized`. */
  outcome: string;
  /** The lead's e-mail address, as it was sent. */
  email?: string;
  /** How many create requests the service has seen for this e-mail address; only while faults are set. */
  attempt?: number;
  /** The quote that this request created, whether or not the client was told. */
  quoteId?: string;
  /** The request's `x-request-id`. */
  requestId?: string;
  /** The fault that was played. */
  fault?: string;
  /** A bug of the sandbox's own, with its stack. */
  bug?: string;
  durationMs: number;
}

/** One request as the sandbox saw it. Neither keys nor tokens are in it. */
export interface SeenRequest extends RequestLogEntry {
  /** When it came, as in `2026-03-02T09:00:00.000Z`. */
  time: string;
  /** By lower-case name; of those that hold credentials only that they were there. */
  headers: Readonly<Record<string, string>>;
  /** The body as JSON where it is; else as text; null for none, and where it was refused unread. */
  body: unknown;
}
