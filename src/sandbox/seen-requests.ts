import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Clock, timestamp } from "../base/clock.ts";
import { canRedact } from "../base/redact.ts";
import { pathOf } from "./read-request.ts";
import { type RequestTrace, scrub, scrubAll } from "./request-log.ts";
import type { SeenRequest } from "./sandbox-types.ts";

/** Notes about a request while it is answered. */
export interface SeenNote {
  readonly time: string;
  readonly method: string | null;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Null as long as nothing was read. */
  bodyText: string | null;
  readonly trace: RequestTrace;
  status: number | null;
  durationMs: number;
}

const BODY_LENGTH_MAX = 64 * 1024;
/** Names of headers that hold a credential, or may. */
const SECRET_HEADER = /auth|cookie|token|secret|key/i;

/** The latest requests, for anybody who asks what was sent. They are written out when somebody asks. */
export class SeenRequests {
  readonly #keys: readonly string[];
  readonly #clock: Clock;
  readonly #max: number;
  #notes: SeenNote[] = [];
  #droppedCount = 0;

  /** @param max How many are kept; older ones are only counted. */
  constructor(keys: readonly string[], max: number, clock: Clock) {
    this.#keys = keys.filter(canRedact);
    this.#max = max;
    this.#clock = clock;
  }

  /** Undefined where none are kept. */
  begin(request: IncomingMessage, trace: RequestTrace): SeenNote | undefined {
    if (this.#max === 0) return undefined;
    const { method = null, url = "", headers } = request;
    const time = timestamp(this.#clock);
    const unknown = { bodyText: null, status: null, durationMs: 0 };
    const note: SeenNote = { time, method, target: url, headers, trace, ...unknown };
    this.#notes.push(note);
    if (this.#notes.length >= 2 * this.#max) this.#dropOldest();
    return note;
  }

  /** Oldest first. */
  list(): { total: number; requests: SeenRequest[] } {
    this.#dropOldest();
    const requests = this.#notes.map((note) => this.#seen(note));
    return { total: this.#droppedCount + requests.length, requests };
  }

  clear(): void {
    this.#notes = [];
    this.#droppedCount = 0;
  }

  #dropOldest(): void {
    this.#droppedCount += this.#notes.splice(0, Math.max(0, this.#notes.length - this.#max)).length;
  }

  #seen({ time, method, target, headers, bodyText, trace, status, durationMs }: SeenNote): SeenRequest {
    const { email } = trace;
    return {
      time,
      method,
      path: scrub(pathOf(target), this.#keys),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, this.#headerValue(name, String(value))]),
      ),
      body: this.#body(bodyText),
      status,
      ...trace,
      ...(email !== undefined && { email: scrub(email, this.#keys) }),
      durationMs,
    };
  }

  /** At most the scheme of a credential. */
  #headerValue(name: string, value: string): string {
    if (!SECRET_HEADER.test(name)) return scrub(value, this.#keys);
    const [, scheme] = /^(bearer|basic|digest) /i.exec(value) ?? [];
    return scheme === undefined ? "***" : `${scheme} ***`;
  }

  #body(text: string | null): unknown {
    if (text === null) return null;
    if (text.length > BODY_LENGTH_MAX) return `(${text.length} characters)`;
    const shown = scrubAll(text, this.#keys);
    try {
      return JSON.parse(shown);
    } catch {
      return shown;
    }
  }
}
