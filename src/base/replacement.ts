import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemClock } from "./clock.ts";
import { openNew, requirePossible, syncFolder, writeAll } from "./durable-file.ts";
import { fileError } from "./file-error.ts";
import { removeFile, rename } from "./files.ts";

/** Written at once. */
const PIECE_BYTES = 256 * 1024;
/** Bytes that are written before the disk syncs while more is made: one sync of a whole plan would block the program. */
const SYNCED_AHEAD_BYTES = 8 * 1024 * 1024;
const ENCODER = new TextEncoder();

/**
 * A file that is written whole before it takes its name, so that readers see either the old one or the new one: to
 * a temporary name in the same folder, synced, and renamed. The new name survives a power cut after `syncPlaced`.
 *
 * Every step throws CliError with exit code 6 when the system refuses it; then the old file stays, and `discard`
 * leaves nothing else behind.
 */
export class Replacement {
  readonly #path: string;
  readonly temporary: string;
  readonly #handle: FileHandle;
  /**
   * Two pieces of memory take turns: one is filled while what the other one held is written. New memory for each would wait
   * for the collector, by the tens of megabytes.
   */
  #filling = Buffer.allocUnsafe(PIECE_BYTES);
  #spare = Buffer.allocUnsafe(PIECE_BYTES);
  #filledBytes = 0;
  #position = 0;
  /** The write that is under way while the next piece is made. */
  #writing: Promise<void> = Promise.resolve();
  /** The sync that is under way, and up to where one was begun. */
  #syncing: Promise<void> = Promise.resolve();
  #syncedPosition = 0;

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path;
    this.temporary = temporary;
    this.#handle = handle;
  }

  static begin(path: string, use: FileUse = "own"): Promise<Replacement> {
    return orFileError(path, async () => {
      requirePossible(path);
      const end = use === "own" ? "tmp" : `${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
      const temporary = join(dirname(path), `.${basename(path)}.${end}`);
      await (use === "own" ? removeFile(temporary) : removeRemains(path));
      return new Replacement(path, temporary, await openNew(temporary, use === "open"));
    });
  }

  async write(content: string | Uint8Array): Promise<void> {
    let rest = content;
    while (rest.length > 0) {
      const taken = this.#take(rest);
      rest = typeof rest === "string" ? rest.slice(taken) : rest.subarray(taken);
      if (rest.length > 0) await this.#flush();
    }
  }

  /** Makes durable what was written, under the temporary name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
    await this.#syncing;
    await orFileError(this.#path, () => this.#handle.sync());
    await this.#handle.close();
  }

  /** Gives the finished file its name, for good. */
  async place(): Promise<void> {
    await this.placeAs(this.#path);
    await syncPlaced(dirname(this.#path));
  }

  /**
   * The same for one of several files, whose names survive a power cut once the folder is synced.
   *
   * @param path A name in the same folder: another one where the file cannot have its own.
   */
  async placeAs(path: string): Promise<void> {
    await orFileError(path, () => rename(this.temporary, path));
  }

  /** To be called when any other step threw. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#syncing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await removeFile(this.temporary).catch(() => undefined);
  }

  /** Takes as much as there is room for. @returns How many characters or bytes. */
  #take(content: string | Uint8Array): number {
    const room = this.#filling.subarray(this.#filledBytes);
    if (typeof content === "string") {
      const { read, written } = ENCODER.encodeInto(content, room);
      this.#filledBytes += written;
      return read;
    }
    const taken = content.subarray(0, room.length);
    room.set(taken);
    this.#filledBytes += taken.length;
    return taken.length;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#position - this.#syncedPosition >= SYNCED_AHEAD_BYTES) await this.#syncAhead();
    const filled = this.#filling.subarray(0, this.#filledBytes);
    const position = this.#position;
    [this.#filling, this.#spare] = [this.#spare, this.#filling];
    this.#filledBytes = 0;
    this.#position += filled.length;
    this.#writing = orFileError(this.#path, () => writeAll(this.#handle, filled, position));
    // The next caller awaits it; until then it must not count as an unhandled rejection.
    this.#writing.catch(() => undefined);
  }

  /** One at a time: a disk that is slower than we are is not given more. */
  async #syncAhead(): Promise<void> {
    await this.#syncing;
    this.#syncedPosition = this.#position;
    this.#syncing = orFileError(this.#path, () => this.#handle.datasync());
    this.#syncing.catch(() => undefined);
  }
}

/**
 * Who may use a file. `own`: its folder is locked. `shared`: several processes may replace it at once, and the last one stays.
 * `open`: the same, and anybody may see it, so that it gets the mode of any new file here.
 */
type FileUse = "own" | "shared" | "open";

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Replaces a file by what pieces of content make.
 *
 * @throws CliError with exit code 6 when the file cannot be written, and whatever `content` throws; either
 *   way the old file stays and nothing else is left behind.
 */
export async function replaceFile(path: string, content: Content, use: FileUse = "own"): Promise<void> {
  const file = await prepareFile(path, content, use);
  await file.place().catch(async (error) => {
    await file.discard();
    throw error;
  });
}

/** As `replaceFile`, up to the moment when the file gets its name. */
export async function prepareFile(path: string, content: Content, use?: FileUse): Promise<Replacement> {
  const file = await Replacement.begin(path, use);
  try {
    for await (const piece of content) await file.write(piece);
    await file.finish();
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Behind a file's name, in the temporary name that a process gives it for itself. */
const OWN_NAME = /^\d+-[0-9a-f]{8}\.tmp$/;
/** Every writer changes its file sooner than that. */
const UNCHANGED_MS_MAX = 60 * 60 * 1000;

/** Removes what processes that ended while they replaced a file have left of it. */
async function removeRemains(path: string): Promise<void> {
  const folder = dirname(path);
  const start = `.${basename(path)}.`;
  const nowMs = systemClock.date().getTime();
  // A folder may be writable and not readable.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(start) || !OWN_NAME.test(name.slice(start.length))) continue;
    const remains = join(folder, name);
    const { mtimeMs = nowMs } = (await lstat(remains).catch(() => undefined)) ?? {};
    if (nowMs - mtimeMs > UNCHANGED_MS_MAX) await removeFile(remains).catch(() => undefined);
  }
}

/** Makes the names durable that finished files were given in a folder. */
export async function syncPlaced(folder: string): Promise<void> {
  await orFileError(folder, () => syncFolder(folder));
}

/** Tells a disk that refuses from a fault in what is written. */
async function orFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw fileError(path, cause);
  }
}
