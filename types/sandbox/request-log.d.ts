import { type Clock } from "../base/clock.ts";
import type { RequestLogEntry } from "./sandbox-types.ts";
/** What a request gathers for its entry on the way through the service. */
export type RequestTrace = Omit<RequestLogEntry, "method" | "path" | "status" | "durationMs">;
/** Takes every key and token out of a client's text, and cuts it to size. */
export declare function scrub(text: string, keys: readonly string[]): string;
/** The same for a text of any size, which stays whole. */
export declare function scrubAll(text: string, keys: readonly string[]): string;
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
export declare function openLogFile(file: string, clock: Clock, tell: (text: string) => void): LogFile;
