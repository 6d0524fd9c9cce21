import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive, and every lie that its headers may tell. */
export interface Packed {
  name: string;
  text: string;
  /** Stored as it is, instead of deflated. */
  isStored?: boolean;
  flags?: number;
  method?: number;
  crc?: number;
  packedBytes?: number;
  unpackedBytes?: number;
  /** Of the directory entry: 0xA1FF0000 is a symbolic link on Unix. */
  attributes?: number;
  /** Where the directory says that it lies; absent: where it does. */
  offset?: number;
  /** Sizes after the data instead of before it. */
  hasDescriptor?: boolean;
  extra?: Buffer;
}

/** An archive with all the lies in it. */
export function packed(entries: readonly Packed[], claimedCount = entries.length): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.text);
    const body = entry.isStored ? data : deflateRawSync(data);
    const facts = {
      flags: (entry.flags ?? 0) | (entry.hasDescriptor ? 8 : 0),
      method: entry.method ?? (entry.isStored ? 0 : 8),
      crc: entry.crc ?? crc32(data),
      packedBytes: entry.packedBytes ?? body.length,
      unpackedBytes: entry.unpackedBytes ?? data.length,
    };
    const name = Buffer.from(entry.name);
    const extra = entry.extra ?? Buffer.alloc(0);
    const inFront = entry.hasDescriptor ? { ...facts, crc: 0, packedBytes: 0, unpackedBytes: 0 } : facts;
    const local = [Buffer.from("PK\x03\x04\x14\0"), fields(inFront, name, extra), name, extra, body];
    if (entry.hasDescriptor) local.push(Buffer.from("PK\x07\x08"), sizes(facts));
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.attributes ?? 0, 6);
    tail.writeUInt32LE(entry.offset ?? at, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x03\x14\0"), fields(facts, name, extra), tail, name, extra]),
    );
    const bytes = Buffer.concat(local);
    bodies.push(bytes);
    at += bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(claimedCount & 0xffff, 8);
  end.writeUInt16LE(claimedCount & 0xffff, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, index, end]);
}

interface Facts {
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
}

function fields(facts: Facts, name: Buffer, extra: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(facts.flags, 0);
  head.writeUInt16LE(facts.method, 2);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(name.length, 0);
  lengths.writeUInt16LE(extra.length, 2);
  return Buffer.concat([head, sizes(facts), lengths]);
}

function sizes({ crc, packedBytes, unpackedBytes }: Facts): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(crc, 0);
  bytes.writeUInt32LE(packedBytes, 4);
  bytes.writeUInt32LE(unpackedBytes, 8);
  return bytes;
}
