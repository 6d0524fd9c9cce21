import type { SeededRandom } from "../../simulation/seeded-random.ts";

const ODD_BYTES = [
  0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x22, 0x27, 0x2c, 0x3b, 0x5c, 0x7f, 0x80, 0x9b, 0xc0, 0xed, 0xff,
] as const;
const PIECE_BYTES_MAX = 64;

/** Bytes changed, lost, doubled or put in, wherever that is. */
export function mutateBytes(bytes: Buffer, other: Buffer, random: SeededRandom): Buffer {
  const at = random.whole(0, Math.max(0, bytes.length - 1));
  const end = Math.min(bytes.length, at + random.whole(1, PIECE_BYTES_MAX));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.whole(0, 7)) {
    case 0:
      return replaced(bytes, at, (bytes[at] ?? 0) ^ (1 << random.whole(0, 7)));
    case 1:
      return replaced(bytes, at, random.pick(ODD_BYTES));
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, piece, piece, after]);
    case 4:
      return before;
    case 5: {
      const from = random.whole(0, other.length);
      return Buffer.concat([before, other.subarray(from, from + 2_000), after]);
    }
    case 6:
      return Buffer.concat([before, Buffer.alloc(random.whole(1, 300), random.pick(ODD_BYTES)), after]);
    default:
      return Buffer.concat([before, Buffer.from([random.pick(ODD_BYTES)]), bytes.subarray(at)]);
  }
}

function replaced(bytes: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(bytes);
  if (at < copy.length) copy[at] = byte;
  return copy;
}
