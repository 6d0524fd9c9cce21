import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";

/** What a file looked like, to tell one that was written since. */
export type Stamps = ReadonlyMap<string, string>;

/** The stamp of every file below some folders, without reading them. */
export function stampFiles(folders: readonly string[]): Map<string, string> {
  return new Map(folders.flatMap(filesBelow).flatMap((path) => stampOf(path)));
}

/**
 * The files below some folders that hold a secret. One that has not changed since it was stamped is somebody's
 * input, such as a file of settings.
 */
export function filesHolding(
  secrets: readonly string[],
  folders: readonly string[],
  before: Stamps,
): string[] {
  return [...stampFiles(folders)]
    .filter(([path, stamp]) => before.get(path) !== stamp)
    .map(([path]) => path)
    .filter((path) => holdsSecret(readIfThere(path), secrets));
}

/** Whether bytes hold a secret: as it is, in another case, percent-encoded, in Base64, or inside a zip archive. */
export function holdsSecret(bytes: Buffer, secrets: readonly string[]): boolean {
  const texts = [bytes, ...zipParts(bytes)].map((part) => part.toString("latin1"));
  return texts.some((text) => {
    const folded = text.toLowerCase();
    return secrets.some(
      (secret) =>
        [secret, encodeURIComponent(secret)].some((form) => folded.includes(form.toLowerCase())) ||
        base64Cores(secret).some((core) => text.includes(core)),
    );
  });
}

/** What Base64 makes of a secret wherever it begins, without the characters that its neighbours share in. */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.from("\0".repeat(shift) + secret).toString("base64");
    const byteCount = shift + Buffer.byteLength(secret);
    return text.slice(Math.ceil((shift * 4) / 3), Math.floor((byteCount * 4) / 3));
  });
}

const ZIP_ENTRY = Buffer.from("PK\x03\x04", "latin1");
const ZIP_DEFLATED = 8;

/** The contents of a zip archive's packed entries, as of an .xlsx file. */
function zipParts(bytes: Buffer): Buffer[] {
  if (!bytes.subarray(0, 4).equals(ZIP_ENTRY)) return [];
  const parts: Buffer[] = [];
  for (let at = 0; at >= 0; at = bytes.indexOf(ZIP_ENTRY, at + 4)) {
    if (bytes.length < at + 30 || bytes.readUInt16LE(at + 8) !== ZIP_DEFLATED) continue;
    const data = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    try {
      parts.push(inflateRawSync(bytes.subarray(data)));
    } catch {
      // Not an entry, but packed bytes that look like the start of one.
    }
  }
  return parts;
}

function filesBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or closed to us on purpose.
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function stampOf(path: string): [string, string][] {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? [[path, `${stat.ino} ${stat.size} ${stat.ctimeNs}`]] : [];
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
