import { close, fstat, open, read, type Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { CliError } from "../../base/cli-error.ts";
import { describeCause } from "../../base/file-error.ts";
import { FileInUse, whenFree } from "../../base/files.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { readAhead } from "../../base/row-stream.ts";
import { inputError } from "../sheet-errors.ts";

/** Where an input comes from: a file, which may be called otherwise than it is kept, or a stream with the name to show for it. */
export type InputSource = { path: string; name?: string } | { stdin: NodeJS.ReadableStream; name: string };

/** Large enough to keep the per-chunk cost small, small enough not to count in memory. */
const CHUNK_BYTES = 128 * 1024;

/** How much of a source is looked at to tell what it is. */
export const HEAD_BYTES = 64 * 1024;

/** What a person reads as the input's name: the file's name without folders. */
export function nameOf(source: InputSource): string {
  return source.name ?? ("path" in source ? basename(source.path) : "");
}

/**
 * The source's bytes as they are, to be read once.
 *
 * @throws CliError when the file is missing, a folder, or not readable.
 */
export async function* readBytes(source: InputSource): AsyncGenerator<Buffer> {
  try {
    if ("path" in source) return yield* readFile(source.path);
    for await (const chunk of source.stdin) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    throw error instanceof CliError ? error : await unreadable(source, error);
  }
}

const [openFile, closeFile, statFile, readFrom] = [
  promisify(open),
  promisify(close),
  promisify(fstat),
  promisify(read),
];

/**
 * By its number, not as a `FileHandle`: nobody may come to read a sheet that was opened to its end, and Node warns
 * of a handle that it finds forgotten. Nor as a stream: one that is left early closes the number whatever it was told, and
 * closed twice, the number may be another file's by then.
 *
 * @throws CliError when another program wrote into the file meanwhile: half of each state is not a sheet.
 */
async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await whenFree(path, () => openFile(path, "r"));
  try {
    const before = await statFile(file);
    for (;;) {
      const { buffer, bytesRead } = await readFrom(
        file,
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        null,
      );
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
    }
    if (before.isFile()) await requireUnchanged(path, file, before);
  } finally {
    await closeFile(file);
  }
}

async function requireUnchanged(path: string, file: number, before: Stats): Promise<void> {
  const { size, mtimeMs } = await statFile(file);
  if (size === before.size && mtimeMs === before.mtimeMs) return;
  throw inputError("input-changed", { name: path });
}

async function unreadable(source: InputSource, error: unknown): Promise<Error> {
  const name = "path" in source ? source.path : source.name;
  const more = { cause: error };
  if (error instanceof FileInUse) return inputError("input-in-use", { name, why: error.message }, more);
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "ENOENT":
    case "ENOTDIR":
      return inputError("input-missing", { name, near: await nearFile(name) }, more);
    case "EISDIR":
      return inputError("input-is-folder", { name }, more);
    case "EACCES":
    case "EPERM":
      return inputError("input-not-permitted", { name }, more);
    default:
      return inputError("input-unreadable", { name, why: describeCause(error) }, more);
  }
}

/** The file beside it whose name differs by a slip of the hand. */
async function nearFile(path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch(() => []);
  const near = nearestName(basename(path), names);
  return near === undefined ? undefined : join(dirname(path), near);
}

/** The first bytes of a stream, looked at without consuming them. */
export interface PeekedBytes {
  head: Buffer;
  /** The whole stream, head included. */
  chunks: AsyncGenerator<Buffer>;
  /** Lets go of the source, for who does not read it to its end. */
  close(): Promise<void>;
}

/** Reads ahead until `atLeast` bytes are there, or the stream ends. */
export async function peekBytes(source: AsyncGenerator<Buffer>, atLeast: number): Promise<PeekedBytes> {
  const read: Buffer[] = [];
  let length = 0;
  const chunks = await readAhead(source, (chunk) => {
    read.push(chunk);
    length += chunk.length;
    return length >= atLeast;
  });
  return { head: Buffer.concat(read), chunks, close: async () => void (await source.return(undefined)) };
}

/** The stream without its first bytes. */
export async function* withoutStart(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of chunks) {
    const rest = left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
    if (rest.length > 0) yield rest;
  }
}
