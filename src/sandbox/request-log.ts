import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type Clock, timestamp } from "../base/clock.ts";
import { openToAppend } from "../base/durable-file.ts";
import { parseJson } from "../base/json-value.ts";
import { canRedact, redactor } from "../base/redact.ts";
import { pathOf } from "./read-request.ts";
import type { RequestLogEntry, SeenRequest } from "./sandbox-types.ts";

const SHOWN_LENGTH_MAX = 400;
/** Longer texts are not worth searching for secrets. */
const READ_LENGTH_MAX = 4_000;
/** A login token, wherever a client may have put it. */
const TOKEN = /[\w-]{20,}\.[\w-]{43}/g;

/** Takes every key and token out of a client's text. */
export type Redact = (text: string) => string;

/** @param keys Of the sandbox. */
export function redactorFor(keys: readonly string[]): Redact {
  const redact = redactor(keys);
  return (text) => redact(text).replace(TOKEN, "***");
}

/** The same, cut to size. */
function shortened(text: string, redact: Redact): string {
  if (text.length > READ_LENGTH_MAX) return `(${text.length} characters)`;
  return redact(text).slice(0, SHOWN_LENGTH_MAX);
}

/** The file of `--log`. */
export interface LogFile {
  write(entry: RequestLogEntry): void;
  close(): Promise<void>;
}

/** How a log begins. */
export const LOG_START = /^\{"time":"/;

/**
 * Opens a log that only its owner can read, and adds to it. Lines are written synchronously, one at a time:
 * nothing is lost when the process is killed. A log that can no longer be written ends, and says so once.
 */
export async function openLogFile(
  path: string,
  clock: Clock,
  tell: (text: string) => void,
): Promise<LogFile> {
  let file: FileHandle | null = await openToAppend(path);
  const close = async (): Promise<void> => {
    const opened = file;
    file = null;
    await opened?.close();
  };
  const write = (entry: RequestLogEntry): void => {
    if (file === null) return;
    try {
      writeSync(file.fd, `${JSON.stringify({ time: timestamp(clock), ...entry })}\n`);
    } catch (error) {
      tell(`The log ends here: ${path} cannot be written (${(error as Error).message})`);
      void close();
    }
  };
  return { write, close };
}

/** What there is to tell of a request, while it is answered: in the log, and to whoever asks what was sent. */
export interface RequestNote extends Omit<RequestLogEntry, "path" | "requestId"> {
  readonly time: string;
  readonly startedAtMs: number;
  /** Null when the request could not be read as HTTP. */
  readonly target: string | null;
  readonly headers: IncomingMessage["headers"];
  /** Null as long as nothing was read. */
  bodyText: string | null;
}

/** @param request Null where it could not be read as HTTP. */
export function noteOf(
  request: Pick<IncomingMessage, "method" | "url" | "headers"> | null,
  clock: Clock,
): RequestNote {
  const { method = null, url: target = null, headers = {} } = request ?? {};
  return {
    method,
    target,
    headers,
    time: timestamp(clock),
    startedAtMs: clock.now(),
    bodyText: null,
    status: null,
    outcome: "aborted",
    durationMs: 0,
  };
}

/** What may be told of a request: its identity and what it led to, without keys and tokens. */
export function entryOf(note: RequestNote, redact: Redact): RequestLogEntry {
  const { target, time: _time, startedAtMs: _started, headers, bodyText: _body, ...told } = note;
  const { email } = told;
  const id = headers["x-request-id"];
  return {
    ...told,
    path: target === null ? null : shortened(pathOf(target), redact),
    ...(email !== undefined && { email: shortened(email, redact) }),
    ...(typeof id === "string" && { requestId: shortened(id, redact) }),
  };
}

const BODY_LENGTH_MAX = 64 * 1024;
/** Names of headers that hold a credential, or may. */
const SECRET_HEADER = /auth|cookie|token|secret|key/i;

/** The latest requests, for anybody who asks what was sent. They are written out when somebody asks. */
export class SeenRequests {
  readonly #redact: Redact;
  readonly #max: number;
  readonly #notes: RequestNote[] = [];
  #total = 0;

  /** @param max How many are kept; older ones are only counted. */
  constructor(keys: readonly string[], max: number) {
    this.#redact = redactorFor(keys.filter(canRedact));
    this.#max = max;
  }

  add(note: RequestNote): void {
    if (this.#max === 0) return;
    this.#total += 1;
    if (this.#notes.push(note) > this.#max) this.#notes.shift();
  }

  /** Oldest first. */
  list(): { total: number; requests: SeenRequest[] } {
    return { total: this.#total, requests: this.#notes.map((note) => this.#seen(note)) };
  }

  clear(): void {
    this.#notes.length = 0;
    this.#total = 0;
  }

  #seen(note: RequestNote): SeenRequest {
    const headers = Object.entries(note.headers);
    return {
      ...entryOf(note, this.#redact),
      time: note.time,
      headers: Object.fromEntries(
        headers.map(([name, value]) => [name, this.#headerValue(name, String(value))]),
      ),
      body: this.#body(note.bodyText),
    };
  }

  /** At most the scheme of a credential. */
  #headerValue(name: string, value: string): string {
    if (!SECRET_HEADER.test(name)) return shortened(value, this.#redact);
    const [, scheme] = /^(bearer|basic|digest) /i.exec(value) ?? [];
    return scheme === undefined ? "***" : `${scheme} ***`;
  }

  #body(text: string | null): unknown {
    if (text === null) return null;
    if (text.length > BODY_LENGTH_MAX) return `(${text.length} characters)`;
    const shown = this.#redact(text);
    const body = parseJson(shown);
    return body === undefined ? shown : body;
  }
}
