import { createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { removeFolder } from "../../base/files.ts";

const NAME_LENGTH_MAX = 80;

/**
 * Keeps the bytes of a dropped file where nobody else can read them, until the work with it is done.
 *
 * @param name As the person has it. Its ending says how it is read.
 * @param work Is given the path of the file.
 */
export async function withUpload<T>(
  name: string,
  bytes: Readable,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "leadctl-"));
  try {
    const path = join(folder, plainName(name));
    await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await work(path);
  } finally {
    await removeFolder(folder);
  }
}

/** A name that every system takes, and that leads nowhere else. */
function plainName(name: string): string {
  const plain = name.normalize("NFC").replace(/[^\p{L}\p{N}._ -]+/gu, "-");
  return plain.replace(/^[. -]+/, "").slice(-NAME_LENGTH_MAX) || "file";
}
