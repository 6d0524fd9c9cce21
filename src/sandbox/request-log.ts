import { closeSync, constants, fchmodSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { type Clock, timestamp } from "../base/clock.ts";
import { requireNoLink } from "../base/durable-file.ts";
import { sandboxError } from "./sandbox-errors.ts";
import type { RequestLogEntry } from "./sandbox-types.ts";

/** Collects what a request's log entry needs. */
export type RequestTrace = Omit<RequestLogEntry, "method" | "path" | "status" | "durationMs">;

const SHOWN_LENGTH_MAX = 400;
/** Longer texts are not worth searching for secrets. */
const READ_LENGTH_MAX = 4_000;
/** A login token, wherever a client may have put it. */
const TOKEN = /[\w-]{20,}\.[\w-]{43}/g;

/** Takes every key and token out of a client's text, and cuts it to size. */
export function scrub(text: string, keys: readonly string[]): string {
  if (text.length > READ_LENGTH_MAX) return `(${text.length} characters)`;
  return scrubAll(text, keys).slice(0, SHOWN_LENGTH_MAX);
}

/** The same for a text of any size, which stays whole. */
export function scrubAll(text: string, keys: readonly string[]): string {
  const withoutKeys = keys.reduce((scrubbed, key) => scrubbed.replaceAll(key, "[key]"), text);
  return withoutKeys.replace(TOKEN, "[token]");
}

/** The file of `--log`. */
export interface LogFile {
  write(entry: RequestLogEntry): void;
  close(): void;
}

/**
 * Opens a log that only its owner can read, and adds to it. Lines are written synchronously, one at a time:
 * nothing is lost when the process is killed. A log that can no longer be written ends, and says so once.
 *
 * @throws CliError with exit code 2 when the file cannot be opened.
 */
export function openLogFile(file: string, clock: Clock, tell: (text: string) => void): LogFile {
  let descriptor: number | undefined = openPrivately(file);
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const write = (entry: RequestLogEntry): void => {
    if (descriptor === undefined) return;
    try {
      writeSync(descriptor, `${JSON.stringify({ time: timestamp(clock), ...entry })}\n`);
    } catch (error) {
      tell(`The log ends here: ${file} cannot be written (${(error as Error).message})`);
      close();
    }
  };
  return { write, close };
}

/** How each of our lines begins. */
const LINE_START = '{"time":"';

function openPrivately(file: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0);
  try {
    // Windows has no such flag.
    if (O_NOFOLLOW === undefined) requireNoLink(file);
    const descriptor = openSync(file, flags, 0o600);
    requireLog(descriptor);
    fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    throw sandboxError(
      "sandbox-log",
      { file, why: (error as NodeJS.ErrnoException).code ?? (error as Error).message },
      { cause: error },
    );
  }
}

/** Protects a file that is not one of our logs from a mistyped name. */
function requireLog(descriptor: number): void {
  const stats = fstatSync(descriptor);
  const start = Buffer.alloc(LINE_START.length);
  const isEmpty = stats.isFile() && readSync(descriptor, start, 0, start.length, 0) === 0;
  if (isEmpty || (stats.isFile() && start.toString("latin1") === LINE_START)) return;
  closeSync(descriptor);
  throw new Error("it holds something else");
}
