import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of an archive, as text that comes in pieces. */
export interface ZipPart {
  path: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

const VERSION = 20;
/** Sizes follow the data, so that nothing has to be held; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, the first day that the format knows: the same archive for the same content. */
const DATE = 0x21;

/** Writes an archive as it goes, holding no more than a piece of one part. Up to 4 GiB. */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { path, content } of parts) {
    const part: Written = { name: Buffer.from(path), offset, crc: 0, packed: 0, unpacked: 0 };
    const header = localHeader(part);
    yield header;
    for await (const chunk of deflated(content, part)) {
      part.packed += chunk.length;
      yield chunk;
    }
    const descriptor = Buffer.concat([Buffer.from("PK\x07\x08", "latin1"), sizesOf(part)]);
    yield descriptor;
    offset += header.length + part.packed + descriptor.length;
    written.push(part);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield directoryEnd(written.length, directory.length, offset);
}

async function* deflated(content: ZipPart["content"], part: Written): AsyncGenerator<Buffer> {
  const source = Readable.from(bytesOf(content, part));
  const deflate = createDeflateRaw();
  source.on("error", (error) => deflate.destroy(error));
  yield* source.pipe(deflate) as AsyncIterable<Buffer>;
}

async function* bytesOf(content: ZipPart["content"], part: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    part.crc = crc32(bytes, part.crc);
    part.unpacked += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizesOf({ crc, packed, unpacked }: Written): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc, 0);
  sizes.writeUInt32LE(packed, 4);
  sizes.writeUInt32LE(unpacked, 8);
  return sizes;
}

function directoryEntry(part: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.write("PK\x01\x02", "latin1");
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATE, 10);
  entry.writeUInt16LE(DATE, 14);
  sizesOf(part).copy(entry, 16);
  entry.writeUInt16LE(part.name.length, 28);
  entry.writeUInt32LE(part.offset, 42);
  return Buffer.concat([entry, part.name]);
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
