import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileError } from "./file-error.ts";

/** Syncs a folder, so that a file made or renamed in it survives a power cut. Not possible on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems know no such thing; nothing better can be had there.
    if (!NOT_KNOWN.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

const NOT_KNOWN: ReadonlySet<string> = new Set(["EINVAL", "ENOTSUP", "ENOSYS"]);

/**
 * Makes a folder, and those above it, for its owner only; every new entry is synced.
 *
 * @returns The outermost folder that is new; undefined when all of them were there.
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const path = resolve(folder);
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return undefined;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made)).catch((error) => {
      // A folder may be writable and not readable: then only the system itself can sync it.
      if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    });
  }
  return first;
}

/** Opens a new file of the run, 0600 whatever the umask, never through a link. */
export async function openNew(path: string): Promise<FileHandle> {
  return openPrivate(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
}

/** Opens a file of the run for reading and writing, made where it is absent: 0600, never through a link. */
export async function openOwn(path: string): Promise<FileHandle> {
  return openPrivate(path, constants.O_RDWR | constants.O_CREAT);
}

async function openPrivate(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags | constants.O_NOFOLLOW, 0o600);
  try {
    await handle.chmod(0o600);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Writes all of a buffer at a position, however many writes that takes. */
export async function writeAll(handle: FileHandle, buffer: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesWritten } = await handle.write(buffer, done, buffer.length - done, position + done);
    if (bytesWritten === 0) throw new Error("the system took no bytes");
    done += bytesWritten;
  }
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a whole file so that readers see either the old one or the new one: to a temporary name in the
 * same folder, synced, renamed, and the folder synced.
 *
 * @throws CliError with exit code 6 when the file cannot be written, and whatever `content` throws; either
 *   way the old file stays and nothing else is left behind.
 */
export async function replaceFile(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  const handle = await orFileError(path, async () => {
    await rm(temporary, { force: true });
    return openNew(temporary);
  });
  try {
    try {
      await writeChunks(path, handle, content);
      await orFileError(path, () => handle.sync());
    } finally {
      await handle.close();
    }
    await orFileError(path, () => rename(temporary, path));
    await orFileError(path, () => syncFolder(dirname(path)));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function writeChunks(
  path: string,
  handle: FileHandle,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let position = 0;
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await orFileError(path, () => writeAll(handle, chunk, position));
    position += chunk.length;
  };
  for await (const piece of content) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes >= CHUNK_BYTES) await flush();
  }
  await flush();
}

/** Tells a disk that refuses from a fault in what is written. */
async function orFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw fileError(path, cause);
  }
}
