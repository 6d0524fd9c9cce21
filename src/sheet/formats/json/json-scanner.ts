const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;

/** How many objects deep a list is looked for. */
const WRAPPERS_MAX = 3;
/** One character more than the longest key wanted has is enough to tell that it is another. */
const KEY_CHARACTERS_MAX = 20;

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
  #listKeys: ReadonlySet<string> | undefined;
  #openLists = 0;
  /** The last string outside lists, in lower case, as far as it may be a key wanted. */
  #key = "";

  /**
   * @param depth Brackets that are open already.
   * @param listKeys Keys in lower case: where a list stands under one of them, `scan` stops in front of it. Not
   *   within another list, nor deeper than {@link WRAPPERS_MAX} objects.
   */
  begin(line: number, depth = 0, listKeys?: ReadonlySet<string>): void {
    this.startLine = line;
    this.newlines = 0;
    this.pairs = 0;
    this.#depth = depth;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#listKeys = listKeys;
    this.#openLists = 0;
    this.#key = "";
  }

  /** Brackets that are open. Where `scan` stopped in front of a list wanted, and not at the value's end, there are some. */
  get depth(): number {
    return this.#depth;
  }

  /** The key of the list wanted that `scan` stopped in front of. */
  get listKey(): string {
    return this.#key;
  }

  /** Looks for no list any more. */
  passLists(): void {
    this.#listKeys = undefined;
  }

  /** Follows a string, a list or an object to its end. @returns The offset after it, -1 when it goes on. */
  scan(chunk: Buffer, from: number): number {
    const listKeys = this.#listKeys;
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
        if (listKeys && this.#openLists === 0 && this.#key.length <= KEY_CHARACTERS_MAX) {
          this.#key += String.fromCharCode(byte).toLowerCase();
        }
      } else if (byte === QUOTE) {
        isInString = true;
        if (listKeys && this.#openLists === 0) this.#key = "";
      } else if (byte === COLON) {
        this.pairs += 1;
      } else if (byte === OPEN_LIST && depth <= WRAPPERS_MAX && this.#isWanted()) {
        end = at;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
        if (byte === OPEN_LIST) this.#openLists += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (byte === CLOSE_LIST) this.#openLists -= 1;
        if (depth <= 0) end = at + 1;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return end;
  }

  #isWanted(): boolean {
    return this.#openLists === 0 && this.#listKeys?.has(this.#key) === true;
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
