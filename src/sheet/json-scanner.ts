const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;

/**
 * Follows one value of JSON text, chunk by chunk, and gathers its bytes. It only tells strings from brackets;
 * whether the value is sound is for `JSON.parse` to say, which is faster at it than any parser in JavaScript.
 */
export class JsonScanner {
  /** 1-based line on which the value starts. */
  startLine = 1;
  /** Line breaks in it so far. */
  newlines = 0;
  /** Colons outside strings so far: as many as it has keys, repeated ones included. */
  pairs = 0;
  /** Bytes gathered so far. */
  length = 0;
  #parts: Buffer[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #listKey: string | undefined;
  /** The last string in the outermost object, as far as it may be the key wanted. */
  #key = "";

  /**
   * @param depth Brackets that are open already.
   * @param listKey Key of the outermost object: where its value is a list, `scan` stops in front of it.
   */
  begin(line: number, depth = 0, listKey?: string): void {
    this.startLine = line;
    this.newlines = 0;
    this.pairs = 0;
    this.#depth = depth;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#listKey = listKey;
    this.#key = "";
  }

  /** Whether `scan` stopped in front of the list wanted, and not at the value's end. */
  get isAtList(): boolean {
    return this.#depth > 0;
  }

  /** Follows a string, a list or an object to its end. @returns The offset after it, -1 when it goes on. */
  scan(chunk: Buffer, from: number): number {
    const listKey = this.#listKey;
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    let end = -1;
    for (let at = from; at < chunk.length && end < 0; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.newlines += 1;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInString = false;
          if (depth === 0) end = at + 1;
          continue;
        }
        // One character more than the key wanted is enough to tell that it is another.
        if (listKey !== undefined && depth === 1 && this.#key.length <= listKey.length) {
          this.#key += String.fromCharCode(byte);
        }
      } else if (byte === QUOTE) {
        isInString = true;
        if (depth === 1) this.#key = "";
      } else if (byte === COLON) {
        this.pairs += 1;
      } else if (byte === OPEN_LIST && depth === 1 && this.#key === listKey) {
        end = at;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth <= 0) end = at + 1;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return end;
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

/** A digit run or an exponent that a double may not hold; strings may hold them too. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Key of the object that stands for a number, in text that no one writes. */
const MARK = "\u0000leadctl number";

/**
 * `JSON.parse` rounds long numbers without a word and makes `1e400` infinite, which would be sent as
 * `null`. Each number that would not survive is put as an object that keeps its text.
 *
 * @param text Sound JSON: in other text the search for a string's end would begin anew at each quote.
 */
export function withMarkedNumbers(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(TOKEN, (token) =>
    token.startsWith('"') || survives(token) ? token : JSON.stringify({ [MARK]: token }),
  );
}

/** The text of a number that was marked. */
export function markedNumber(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, MARK)) return undefined;
  return String((value as Record<string, unknown>)[MARK]);
}

function survives(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
