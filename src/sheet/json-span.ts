import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  NEWLINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "./json-bytes.ts";

/** The piece of text under way, gathered over chunks, and where in its structure it has got to. */
export class JsonSpan {
  /** 1-based line on which it starts. */
  startLine = 1;
  /** Line breaks and colons outside strings so far. */
  newlines = 0;
  pairs = 0;
  /** Bytes gathered so far. */
  length = 0;
  #parts: Buffer[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** @param depth Brackets that are open already. */
  begin(line: number, depth = 0): void {
    this.startLine = line;
    this.newlines = 0;
    this.pairs = 0;
    this.#depth = depth;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /** Follows a string, a list or an object to its end. @returns The offset after it, -1 when it goes on. */
  scan(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.newlines += 1;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) {
        this.#isInString = true;
      } else if (byte === COLON) {
        this.pairs += 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth <= 0) return at + 1;
      }
    }
    return -1;
  }

  keep(chunk: Buffer, from: number, to: number): void {
    if (to > from) this.#parts.push(chunk.subarray(from, to));
    this.length += to - from;
  }

  /** The text gathered, which is let go of. */
  take(): string {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.length = 0;
    return bytes.toString("utf8");
  }
}
