import { createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { removeFolder } from "../../base/files.ts";

const NAME_LENGTH_MAX = 80;

/** A file that was dropped on the page, for as long as it is needed. */
export interface UploadedFile {
  path: string;
  remove(): Promise<void>;
}

/**
 * Keeps the bytes of a dropped file where nobody else can read them.
 *
 * @param name As the person has it. Its ending says how it is read.
 */
export async function keepUpload(name: string, bytes: Readable): Promise<UploadedFile> {
  const folder = await mkdtemp(join(tmpdir(), "leadctl-"));
  const remove = (): Promise<void> => removeFolder(folder);
  const path = join(folder, plainName(name));
  try {
    await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A name that every system takes, and that leads nowhere else. */
function plainName(name: string): string {
  const plain = name.normalize("NFC").replace(/[^\p{L}\p{N}._ -]+/gu, "-");
  return plain.replace(/^[. -]+/, "").slice(-NAME_LENGTH_MAX) || "file";
}
