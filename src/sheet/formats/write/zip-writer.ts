import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ZipFile } from "yazl";

/** One file of an archive, as text that comes in pieces. */
export interface ZipPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

/** A file of an archive that stands there unpacked, so that a look at the beginning of the archive shows it. */
export interface PlainPart {
  path: string;
  plain: string;
}

/** The first day that the format knows: the same archive for the same content. */
const ZIP_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Writes an archive as it goes, holding no more than a piece of one part. The next part is asked for when the one
 * before it is through, so that it can say what turned up there.
 *
 * @throws Error whatever making a part throws.
 */
export async function* writeZip(
  parts: Iterable<ZipPart | PlainPart> | AsyncIterable<ZipPart | PlainPart>,
): AsyncGenerator<Buffer> {
  // Loaded when there is one to write: every submission imports this.
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const adding = addParts(zip, parts, output).catch((error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    output.destroy();
    await adding;
  }
}

async function addParts(
  zip: ZipFile,
  parts: Iterable<ZipPart | PlainPart> | AsyncIterable<ZipPart | PlainPart>,
  output: PassThrough,
): Promise<void> {
  for await (const part of parts) {
    if ("plain" in part) {
      zip.addBuffer(Buffer.from(part.plain), part.path, { ...ZIP_OPTIONS, compress: false });
      continue;
    }
    const { path, content } = part;
    const source = Readable.from(content);
    // A pipe does not hand on that nobody reads any longer.
    const stop = (): Readable => source.destroy();
    output.once("close", stop);
    zip.addReadStreamLazy(path, ZIP_OPTIONS, (take) => take(null, source));
    await finished(source, { writable: false }).catch((error) => {
      if (!output.destroyed) throw error;
    });
    output.off("close", stop);
    if (output.destroyed) return;
  }
  zip.end();
}
