import { createHash } from "node:crypto";
import { constants, lstatSync, writeSync } from "node:fs";
import { access, chmod, type FileHandle, mkdir, stat } from "node:fs/promises";
import { dirname, parse, resolve, win32 } from "node:path";
import { open, removeFile } from "./files.ts";

/** Syncs a folder, so that a file made or renamed in it survives a power cut. Not possible on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems know no such thing; nothing better is available there.
    if (!NOT_KNOWN.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

const NOT_KNOWN: ReadonlySet<string> = new Set(["EINVAL", "ENOTSUP", "ENOSYS", "EISDIR", "EBADF", "EPERM"]);

/**
 * Makes a folder, and those above it, for its owner only; every new entry is synced.
 *
 * @returns The outermost folder that is new; undefined when all of them were there.
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  requirePossible(folder);
  const path = resolve(folder);
  const made = await mkdir(path, { recursive: true, mode: 0o700 }).catch(async (error) => {
    // Node's message on Windows names neither the folder nor the drive.
    const { root } = parse(path);
    const isDriveThere = await access(root).then(
      () => true,
      () => false,
    );
    throw isDriveThere ? error : new Error(`there is no drive ${root}`, { cause: error });
  });
  if (made === undefined) return undefined;
  const first = plainPath(made);
  for (let each = path; each.length >= first.length; each = dirname(each)) {
    await syncFolder(dirname(each)).catch((error) => {
      // A folder may be writable and not readable: then only the system itself can sync it.
      if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    });
  }
  return first;
}

/** As people write it: Windows' Node gives out some paths in the form that the system uses inside (`\\\\?\\C:\\runs`). */
export function plainPath(path: string): string {
  return path.replace(/^\\\\\?\\(?:UNC(?=\\))?/, (start) => (start.endsWith("UNC") ? "\\" : ""));
}

/**
 * Opens a new file, never through a link.
 *
 * @param isOpen Whether it gets the mode of any new file here; else it is 0600, whatever the umask.
 */
export async function openNew(path: string, isOpen = false): Promise<FileHandle> {
  return openUnlinked(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, isOpen);
}

/** Writes a new file, durably: 0600, never through a link. Where that fails, nothing of it stays. */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await openNew(path);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await removeFile(path).catch(() => undefined);
    throw error;
  }
}

/** Opens a file of the run for reading and writing, made where it is absent: 0600, never through a link. */
export async function openOwn(path: string): Promise<FileHandle> {
  return openUnlinked(path, constants.O_RDWR | constants.O_CREAT);
}

/** Opens a file of ours to write at its end, made where it is absent: 0600, never through a link. */
export async function openToAppend(path: string): Promise<FileHandle> {
  return openUnlinked(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
}

async function openUnlinked(path: string, flags: number, isOpen = false): Promise<FileHandle> {
  const { O_NOFOLLOW } = constants;
  // Windows has no such flag: there a link must not be made between two looks, by somebody who may write here.
  if (O_NOFOLLOW === undefined) requireNoLink(path);
  const handle = await open(path, flags | (O_NOFOLLOW ?? 0), isOpen ? 0o666 : 0o600);
  try {
    if (O_NOFOLLOW === undefined) requireNoLink(path);
    if (!isOpen) await makePrivate(handle, 0o600);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @throws As a system does that does not follow links. */
export function requireNoLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw Object.assign(new Error(`ELOOP: ${path} is a link`), { code: "ELOOP", syscall: "open", path });
}

/**
 * Removes the rights of all other users to a file or folder of ours. If the file system has no such rights (exFAT, some
 * network drives), nothing changes.
 *
 * @param mode 0o600 for a file, 0o700 for a folder.
 */
export async function makePrivate(target: FileHandle | string, mode: number): Promise<void> {
  try {
    await (typeof target === "string" ? chmod(target, mode) : target.chmod(mode));
  } catch (error) {
    const isUnknown = RIGHTS_NOT_KNOWN.has((error as NodeJS.ErrnoException).code ?? "");
    const { uid } = await (typeof target === "string" ? stat(target) : target.stat());
    // An owner may always change the rights where there are any.
    const isOurs = process.getuid === undefined || [uid, 0].includes(process.getuid());
    if (!isUnknown || !isOurs) throw error;
  }
}

const RIGHTS_NOT_KNOWN: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

/**
 * Hands all of a buffer to the system at once: it lies in the system's memory when this returns, and on the disk only
 * after a sync. For small pieces whose sync is to start without waiting for another turn of the event loop.
 */
export function writeAllNow(handle: FileHandle, buffer: Uint8Array, position: number): void {
  let done = 0;
  while (done < buffer.length) {
    const written = writeSync(handle.fd, buffer, done, buffer.length - done, position + done);
    if (written === 0) throw new Error("the system took no bytes");
    done += written;
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

const HASHED_BYTES = 1024 * 1024;

/** SHA-256 of a whole file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  const handle = await open(path, "r");
  try {
    const block = Buffer.allocUnsafe(HASHED_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, block.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(block.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ .]|$)/i;
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/**
 * Why Windows has no use for a path that somebody gave for a new file or folder; undefined where it has. Node makes such
 * names anyway, and then Explorer and Excel can neither open nor remove what bears them.
 */
export function whyNotOnWindows(path: string): string | undefined {
  const names = path.slice(win32.parse(path).root.length).split(/[\\/]+/);
  for (const name of names) {
    if (name === "" || name === "." || name === "..") continue;
    const forbidden = FORBIDDEN.exec(name)?.[0];
    if (forbidden !== undefined) return `on Windows no name can hold ${JSON.stringify(forbidden)}`;
    if (RESERVED.test(name)) return `${name} is a name that Windows keeps for itself`;
    if (/[ .]$/.test(name)) return "on Windows no name can end with a dot or a space";
  }
  return undefined;
}

/** @throws Error that says why a path cannot be made here. */
export function requirePossible(path: string, platform: NodeJS.Platform = process.platform): void {
  const why = platform === "win32" ? whyNotOnWindows(path) : undefined;
  if (why !== undefined) throw new Error(why);
}
