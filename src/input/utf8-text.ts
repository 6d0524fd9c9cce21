import { isUtf8 } from "node:buffer";
import { inputError } from "./input-error.ts";

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Checks that a stream of bytes is UTF-8 and hands it on without its byte order mark, each chunk ending
 * between two characters.
 *
 * @throws CliError at the first bytes that are not UTF-8.
 */
export async function* utf8Text(name: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of source) {
    let bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    if (isFirst) {
      if (bytes.length < BOM.length && BOM.indexOf(bytes) === 0) {
        carry = bytes;
        continue;
      }
      if (bytes.subarray(0, BOM.length).equals(BOM)) bytes = bytes.subarray(BOM.length);
      isFirst = false;
    }
    const end = bytes.length - unfinishedLength(bytes);
    carry = bytes.subarray(end);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) throw notUtf8(name);
    if (whole.length > 0) yield whole;
  }
  if (carry.length > 0 && !isUtf8(carry)) throw notUtf8(name);
  if (carry.length > 0) yield carry;
}

/** How many bytes at the end begin a character whose other bytes are still to come. */
function unfinishedLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? back : 0;
    }
  }
  return 0;
}

function notUtf8(name: string): Error {
  return inputError(
    "input-encoding",
    `${name} is not UTF-8 text`,
    'Save it again as "CSV UTF-8", or name its encoding with --encoding.',
  );
}
