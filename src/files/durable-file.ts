import { constants } from "node:fs";
import { type FileHandle, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Syncs a folder, so that a file made or renamed in it survives a power cut. Not possible on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens a new file of the run, 0600 whatever the umask, never through a link. */
export async function openNew(path: string): Promise<FileHandle> {
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  await handle.chmod(0o600);
  return handle;
}

/** Writes all of a buffer at a position, however many writes that takes. */
export async function writeAll(handle: FileHandle, buffer: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesWritten } = await handle.write(buffer, done, buffer.length - done, position + done);
    done += bytesWritten;
  }
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes a whole file so that readers see either the old one or the new one: to a temporary name in the
 * same folder, synced, renamed, and the folder synced.
 */
export async function replaceFile(path: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  const temporary = join(dirname(path), `.${path.slice(dirname(path).length + 1)}.tmp`);
  await rm(temporary, { force: true });
  const handle = await openNew(temporary);
  try {
    await writeChunks(handle, content);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await handle.close();
  await rename(temporary, path).catch(async (error) => {
    await unlink(temporary).catch(() => undefined);
    throw error;
  });
  await syncFolder(dirname(path));
}

async function writeChunks(handle: FileHandle, content: AsyncIterable<string | Uint8Array>): Promise<void> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let position = 0;
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await writeAll(handle, chunk, position);
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
