import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { CliError } from "../../base/cli-error.ts";
import { inputError } from "../sheet-errors.ts";

const MIB = 1024 * 1024;
const FILE_BYTES_MAX = 50 * MIB;
const UNPACKED_BYTES_MAX = 300 * MIB;
/** A real workbook unpacks to some 7 to 20 times its size; a bomb to 1000. */
const RATIO_MAX = 100;
/** Small workbooks of much the same may exceed the ratio. */
const RATIO_FROM_BYTES = 20 * MIB;
const ENTRIES_MAX = 10_000;

/** A workbook's package: its parts by path, unpacked as they are read. */
export interface ZipArchive {
  has(path: string): boolean;
  /**
   * @param bytesMax What the part may unpack to, where not as much as the whole.
   * @returns `undefined` when there is no such part.
   * @throws Error when there are two, or it cannot be unpacked; reading it, when it is not what was packed.
   */
  open(path: string, bytesMax?: number): Promise<AsyncIterable<Buffer> | undefined>;
}

/**
 * Opens a package of which the directory promises no more than can be held. What an entry then unpacks to
 * is held to its promise while it is read.
 *
 * @throws CliError when it is not a ZIP, or too large, packed or unpacked.
 */
export async function openArchive(name: string, chunks: AsyncIterable<Buffer>): Promise<ZipArchive> {
  const bytes = await allBytes(name, chunks);
  const entries = new Map<string, Entry | "several">();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true });
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      const isBomb = unpacked > RATIO_FROM_BYTES && unpacked > bytes.length * RATIO_MAX;
      if (isBomb || unpacked > UNPACKED_BYTES_MAX || entries.size >= ENTRIES_MAX)
        throw tooLargeWorkbook(name);
      const path = entry.fileName.replace(/^\//, "").toLowerCase();
      entries.set(path, entries.has(path) ? "several" : entry);
    }
  } catch (error) {
    throw asBrokenWorkbook(name, error);
  }
  return {
    has: (path) => entries.has(path.toLowerCase()),
    open: async (path, bytesMax = UNPACKED_BYTES_MAX) => {
      const entry = entries.get(path.toLowerCase());
      // Another program may open the other one, so nobody knows which one a person saw.
      if (entry === "several") throw new Error(`the package has ${path} twice`);
      if (entry && entry.uncompressedSize > bytesMax) throw new Error(`the part ${path} is too large`);
      return entry && asPacked(await zip.openReadStreamPromise(entry), entry);
    },
  };
}

/** A part's bytes, held to the checksum that they were packed with: a byte lost on the way may be a digit. */
async function* asPacked(part: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let actual = 0;
  for await (const chunk of part) {
    actual = crc32(chunk, actual);
    yield chunk;
  }
  if (actual !== entry.crc32) throw new Error("a part is not what was packed");
}

/** What was said for people, as it is; whatever else a package, or the XML in it, throws as a damaged workbook. */
export function asBrokenWorkbook(name: string, error: unknown): unknown {
  return error instanceof CliError ? error : inputError("workbook-broken", { name }, { cause: error });
}

async function allBytes(name: string, chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > FILE_BYTES_MAX) throw tooLargeWorkbook(name);
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/** What to say when a package or the texts in it are more than can be held. */
export function tooLargeWorkbook(name: string): Error {
  const [mebibytesMax, unpackedMax] = [FILE_BYTES_MAX / MIB, UNPACKED_BYTES_MAX / MIB];
  return inputError("workbook-too-large", { name, mebibytesMax, unpackedMax });
}
