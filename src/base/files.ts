import { openSync, readFileSync } from "node:fs";
import fs, { type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemClock } from "./clock.ts";

/*
 * Opening, reading, renaming and removing files, for a system on which a file that one program has open is closed to
 * others: Windows, where Excel, a virus scanner or a backup may hold any file for a moment, or for a day. Each waits
 * for 2 s, then says who it is, where that can be known.
 */

/** A file that another program has open in a way that keeps us out. Has the system's own code, call and path. */
export class FileInUse extends Error {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly path: string;

  /** @param who As in `Excel (Jane Doe)`. */
  constructor(path: string, who: string | undefined, cause: NodeJS.ErrnoException) {
    const isCertain = cause.code === "EBUSY" || who !== undefined;
    const holder = who ?? "another program, such as Excel or a virus scanner,";
    super(isCertain ? `${holder} has it open` : `${holder} has it open, or there is no permission`, {
      cause,
    });
    this.path = path;
    this.code = cause.code;
    this.syscall = cause.syscall;
  }
}

/** The remedy, as a sentence. */
export const CLOSE_IT = "Close the file there, then give the same command again.";

/** 2 s together. */
const WAITS_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 730];

export interface WaitOptions {
  platform?: NodeJS.Platform;
  sleep?: (durationMs: number) => Promise<void>;
}

/**
 * Does something with a file that others may have open just now: again and again for 2 s, until they let go of it.
 *
 * @throws FileInUse where they do not; any other error of the system at once.
 */
export async function whenFree<T>(
  path: string,
  work: () => Promise<T>,
  { platform = process.platform, sleep = systemClock.sleep }: WaitOptions = {},
): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await work();
    } catch (error) {
      await sleep(waitMsAfter(error, path, turn, platform));
    }
  }
}

/** How long to wait before the next turn. @throws as `whenFree` does where there is none. */
function waitMsAfter(error: unknown, path: string, turn: number, platform = process.platform): number {
  if (!isHeld(error, platform)) throw error;
  const waitMs = WAITS_MS[turn];
  if (waitMs === undefined) throw new FileInUse(path, holderOf(path), error);
  return waitMs;
}

/** Windows says the same of a file that somebody holds as of one that belongs to somebody else. */
function isHeld(error: unknown, platform: NodeJS.Platform): error is NodeJS.ErrnoException {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "EBUSY" || (platform === "win32" && (code === "EPERM" || code === "EACCES"));
}

/** The user who has a document open, read from the lock file of Office or LibreOffice beside it. */
function holderOf(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  const office = readOrNothing(join(folder, `~$${name}`));
  if (office) return `Excel${inBrackets(office.toString("latin1", 1, 1 + Math.min(office[0] ?? 0, 54)))}`;
  const libre = readOrNothing(join(folder, `.~lock.${name}#`));
  if (libre) return `LibreOffice${inBrackets(libre.toString("utf8").split(",", 1)[0] ?? "")}`;
  return undefined;
}

/** Empty where there is such a file and it cannot be read, as Excel keeps its own. */
function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : Buffer.alloc(0);
  }
}

function inBrackets(who: string): string {
  const text = who.replace(/\p{C}/gu, "").trim();
  return text === "" ? "" : ` (${text})`;
}

export function open(path: string, flags?: string | number, mode?: number): Promise<FileHandle> {
  return whenFree(path, () => fs.open(path, flags, mode));
}

/** At once, and by its number: the whole program waits. For who reads so. */
export function openToReadNow(path: string): number {
  return whenFreeNow(path, () => openSync(path, "r"));
}

/** The same as `whenFree`, for work that is done at once: the whole program waits. */
export function whenFreeNow<T>(path: string, work: () => T): T {
  for (let turn = 0; ; turn++) {
    try {
      return work();
    } catch (error) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMsAfter(error, path, turn));
    }
  }
}

type Content<Encoding> = Encoding extends "utf8" ? string : Buffer;

export function readFile<Encoding extends "utf8" | undefined = undefined>(
  path: string,
  encoding?: Encoding,
): Promise<Content<Encoding>> {
  return whenFree(path, () => fs.readFile(path, encoding) as Promise<Content<Encoding>>);
}

/** It is the file whose place is taken that others mostly hold. */
export function rename(from: string, to: string): Promise<void> {
  return whenFree(to, () => fs.rename(from, to));
}

export function copyFile(from: string, to: string, mode?: number): Promise<void> {
  return whenFree(from, () => fs.copyFile(from, to, mode));
}

/** Removes a file, where there is one: another process may have tidied up first. */
export function removeFile(path: string): Promise<void> {
  return whenFree(path, () => fs.rm(path, { force: true }));
}

export function rmdir(path: string): Promise<void> {
  return whenFree(path, () => fs.rmdir(path));
}

/** Removes a folder with all that is in it, where there is one. */
export function removeFolder(path: string): Promise<void> {
  return whenFree(path, () => fs.rm(path, { recursive: true, force: true }));
}
