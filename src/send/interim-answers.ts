import type { Socket } from "node:net";

/** `HTTP/1.1 100`: how far a status line tells an interim answer from any other. */
const STATUS_BYTES = 12;
/** An interim answer has a status below 200. It is passed over, except for 101, which ends HTTP on the connection. */
const INTERIM = /^HTTP\/\d\.\d 1(?!01)\d\d$/;
const HEAD_END = "\r\n\r\n";
/** A longer head is handed on as it is: the HTTP client judges it. */
const HEAD_BYTES_MAX = 16 * 1024;
const [DIGIT_ONE, CARRIAGE_RETURN, NEWLINE] = [0x31, 0x0d, 0x0a];
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Takes interim answers out of what a connection brings before its HTTP client reads it, asked for or not. A client must
 * be able to pass over them (RFC 9110, section 15.2), and undici, version 8 included, destroys the socket at a 100.
 *
 * This file can go once undici passes over a 100 that nobody asked for: `test/security/hostile-server/client.landing.test.ts`
 * then passes without it.
 */
export class InterimFilter {
  #isAtStart = false;
  /** The beginning of what may be an interim answer. */
  #held = NOTHING;

  /** @param socket Its `read`, through which undici gets all bytes, is replaced. */
  constructor(socket: Socket) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): Buffer | null => {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null || !this.#isAtStart) return bytes;
        const rest = this.#withoutInterim(bytes);
        if (rest.length > 0) return rest;
      }
    };
  }

  /** A request goes: its answer comes next. */
  begin(): void {
    this.#isAtStart = true;
    this.#held = NOTHING;
  }

  #withoutInterim(read: Buffer): Buffer {
    let bytes = this.#held.length === 0 ? read : Buffer.concat([this.#held, read]);
    this.#held = NOTHING;
    for (;;) {
      const breaks = lineBreaks(bytes);
      if (breaks > 0) bytes = bytes.subarray(breaks);
      // The first bytes of an ordinary answer show that it is not an interim one.
      const isOther = bytes.length >= STATUS_BYTES && bytes[STATUS_BYTES - 3] !== DIGIT_ONE;
      if (isOther || !isInterim(bytes)) break;
      const end = bytes.indexOf(HEAD_END);
      if (end >= 0) bytes = bytes.subarray(end + HEAD_END.length);
      else if (bytes.length > HEAD_BYTES_MAX) break;
      else {
        this.#held = bytes;
        return NOTHING;
      }
    }
    this.#isAtStart = false;
    return bytes;
  }
}

/** Whether bytes begin an interim answer, or may do so once there are more of them. */
function isInterim(bytes: Buffer): boolean {
  const begin = bytes.toString("latin1", 0, STATUS_BYTES);
  return INTERIM.test(begin + "HTTP/1.1 100".slice(begin.length));
}

/** How many bytes stand before the status line that a client passes over. */
function lineBreaks(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CARRIAGE_RETURN || bytes[count] === NEWLINE) count += 1;
  return count;
}
