import { isUtf8 } from "node:buffer";

/** How many bytes at the end begin a character whose other bytes are still to come. */
export function unfinishedLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
  }
  return 0;
}

/** The first offset at which the bytes stop being UTF-8; their length when they never do. */
export function firstInvalidOffset(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes[at] ?? 0);
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    if (length === 0 || at + length > bytes.length) return at;
    at += length;
  }
  return at;
}

/** Bytes in the character that begins with this one; 0 when none does. */
function characterLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}
