import { closeSync, constants, fchmodSync, openSync, writeSync } from "node:fs";
import { CliError } from "../cli-error.ts";
import type { Clock } from "../clock.ts";
import { EXIT } from "../exit-codes.ts";
import type { RequestLogEntry } from "./request-log.ts";

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
      writeSync(descriptor, `${JSON.stringify({ time: clock.date().toISOString(), ...entry })}\n`);
    } catch (error) {
      tell(`The log ends here: ${file} cannot be written (${(error as Error).message})`);
      close();
    }
  };
  return { write, close };
}

function openPrivately(file: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  try {
    const descriptor = openSync(file, flags, 0o600);
    fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    throw new CliError(
      `--log ${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? error})`,
      {
        code: "sandbox-log",
        exitCode: EXIT.usage,
        hint: "Name a file in a folder that exists and is yours; it must not be a link.",
        cause: error,
      },
    );
  }
}
