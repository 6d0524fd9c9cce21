import { inputError } from "./input-error.ts";

/** The text of one top-level item, cut out of its surroundings. */
export interface JsonItem {
  /** 1-based. */
  ordinal: number;
  /** 1-based line on which the item starts. */
  line: number;
  text: string;
  /** Colons outside strings: as many as the item has keys, repeated ones included. */
  pairs: number;
}

type State = "start" | "top-object" | "before-item" | "nested" | "scalar" | "wrapper-rest" | "done";

const ITEM_BYTES_MAX = 1024 * 1024;
const WRAPPER_KEY = "leads";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;

/**
 * Cuts JSON text into its top-level items without holding more than one of them: a list, one object,
 * objects one after the other, or a list under the key `leads` of one object.
 *
 * It only tells strings from brackets. Whether an item is sound is for `JSON.parse` to say.
 *
 * @throws CliError where the text around the items is broken, or an item is longer than 1 MiB.
 */
export async function* jsonItems(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonItem[]> {
  const cutter = new JsonCutter(name);
  for await (const chunk of chunks) {
    const items = cutter.add(chunk);
    if (items.length > 0) yield items;
  }
  const last = cutter.end();
  if (last.length > 0) yield last;
}

class JsonCutter {
  readonly #name: string;
  #state: State = "start";
  #container: "list" | "leads" | "sequence" = "sequence";
  #line = 1;
  #found: JsonItem[] = [];
  #ordinal = 0;

  #parts: Buffer[] = [];
  #length = 0;
  #startLine = 1;
  #pairs = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  #needsComma = false;
  #isAfterComma = false;

  /** In the top-level object: the key under way or last read, and whether its value comes next. */
  #key = "";
  #isKeyNext = false;
  #isValueNext = false;
  #wrapperStart = "";

  constructor(name: string) {
    this.#name = name;
  }

  /** The items that end in this chunk. */
  add(chunk: Buffer): JsonItem[] {
    this.#found = [];
    let at = 0;
    while (at < chunk.length) at = this.#advance(chunk, at);
    return this.#found;
  }

  /** What is left at the end of the text. */
  end(): JsonItem[] {
    this.#found = [];
    if (this.#state === "scalar" && this.#container === "sequence") this.#finish();
    const isBetween = this.#state === "before-item" && this.#container === "sequence";
    if (this.#state === "start")
      throw this.#broken("holds no lead", "Put each lead in an object of its own.");
    if (this.#state !== "done" && !isBetween) {
      const where =
        this.#length > 0
          ? ` in the middle of item ${this.#ordinal + 1}, which starts in line ${this.#startLine}`
          : "";
      throw this.#broken(
        `ends too early${where || " (a closing bracket is missing)"}`,
        "Most often the file was cut off: export or copy it again.",
      );
    }
    return this.#found;
  }

  #advance(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case "start":
        return this.#start(chunk, at);
      case "before-item":
        return this.#beforeItem(chunk, at);
      case "top-object":
        return this.#topObject(chunk, at);
      case "nested":
      case "wrapper-rest":
        return this.#nested(chunk, at);
      case "scalar":
        return this.#scalar(chunk, at);
      case "done":
        return this.#done(chunk, at);
    }
  }

  #start(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#isBlank(byte)) return at + 1;
    if (byte === OPEN_LIST) {
      this.#container = "list";
      this.#state = "before-item";
      return at + 1;
    }
    if (byte !== OPEN_OBJECT) {
      throw this.#broken(
        "does not begin with [ or {",
        "JSON input is a list of leads, one lead, or a lead on each line.",
      );
    }
    this.#begin("top-object");
    this.#depth = 1;
    this.#isKeyNext = true;
    return this.#keep(chunk, at, at + 1);
  }

  #beforeItem(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.#isBlank(byte)) return at + 1;
    if (this.#container === "sequence") {
      if (byte !== OPEN_OBJECT) throw this.#stray(byte);
    } else if (byte === CLOSE_LIST && !this.#isAfterComma) {
      return this.#closeList(at);
    } else if (this.#needsComma) {
      if (byte !== COMMA) throw this.#stray(byte);
      this.#needsComma = false;
      this.#isAfterComma = true;
      return at + 1;
    } else if (byte === CLOSE_LIST || byte === COMMA || byte === COLON || byte === CLOSE_OBJECT) {
      throw this.#stray(byte);
    }
    this.#begin(byte === OPEN_OBJECT || byte === OPEN_LIST || byte === QUOTE ? "nested" : "scalar");
    return at;
  }

  #closeList(at: number): number {
    if (this.#container === "list") {
      this.#state = "done";
    } else {
      this.#begin("wrapper-rest");
      this.#depth = 1;
    }
    return at + 1;
  }

  /** The first top-level object, which may turn out to be a wrapper around the list of leads. */
  #topObject(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isInString) {
        this.#inString(byte);
        if (this.#isInString && this.#isKeyNext && this.#key.length <= WRAPPER_KEY.length) {
          this.#key += String.fromCharCode(byte);
        }
        continue;
      }
      if (this.#isValueNext && byte === OPEN_LIST && this.#key === WRAPPER_KEY) {
        this.#keep(chunk, from, at);
        this.#wrapperStart = this.#take();
        this.#container = "leads";
        this.#state = "before-item";
        this.#isValueNext = false;
        return at + 1;
      }
      if (byte > 0x20) this.#isValueNext = false;
      if (byte === QUOTE) {
        this.#isInString = true;
        if (this.#isKeyNext) this.#key = "";
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
        this.#isKeyNext = false;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#close(chunk, from, at + 1);
      } else if (byte === COLON) {
        this.#pairs += 1;
        this.#isValueNext = this.#depth === 1;
        this.#isKeyNext = false;
      } else if (byte === COMMA) {
        this.#isKeyNext = this.#depth === 1;
      }
    }
    return this.#keep(chunk, from, chunk.length);
  }

  /** An object, a list or a string, up to its last byte. */
  #nested(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isInString) {
        this.#inString(byte);
        if (!this.#isInString && this.#depth === 0) return this.#close(chunk, from, at + 1);
      } else if (byte === QUOTE) {
        this.#isInString = true;
      } else if (byte === COLON) {
        this.#pairs += 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth <= 0) return this.#close(chunk, from, at + 1);
      }
    }
    return this.#keep(chunk, from, chunk.length);
  }

  #scalar(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte <= 0x20 || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        return this.#close(chunk, from, at);
      }
    }
    return this.#keep(chunk, from, chunk.length);
  }

  #done(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (!this.#isBlank(byte)) throw this.#stray(byte);
    return at + 1;
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #begin(state: State): void {
    this.#state = state;
    this.#startLine = this.#line;
    this.#depth = 0;
    this.#pairs = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  #close(chunk: Buffer, from: number, to: number): number {
    this.#keep(chunk, from, to);
    this.#finish();
    return to;
  }

  #finish(): void {
    if (this.#state === "wrapper-rest") {
      this.#checkWrapper();
      this.#state = "done";
      return;
    }
    this.#ordinal += 1;
    this.#found.push({
      ordinal: this.#ordinal,
      line: this.#startLine,
      text: this.#take(),
      pairs: this.#pairs,
    });
    this.#state = "before-item";
    this.#needsComma = true;
    this.#isAfterComma = false;
  }

  /** What stands around the list under `leads` must be JSON too, and name it once. */
  #checkWrapper(): void {
    const rest = this.#take();
    try {
      JSON.parse(`${this.#wrapperStart}0${rest}`);
    } catch {
      throw this.#broken(
        "is not valid JSON around its list of leads",
        "Check the commas, quotes and brackets there.",
      );
    }
    if (/"leads"\s*:/.test(rest))
      throw this.#broken('has two lists under the key "leads"', "Keep one of them.");
  }

  #keep(chunk: Buffer, from: number, to: number): number {
    if (to > from) this.#parts.push(chunk.subarray(from, to));
    this.#length += to - from;
    if (this.#length > ITEM_BYTES_MAX) {
      const limit = `${ITEM_BYTES_MAX / 1024 / 1024} MiB`;
      throw this.#broken(
        `has an item longer than ${limit}, starting in line ${this.#startLine}`,
        "Most often a quote or a bracket is missing there.",
      );
    }
    return to;
  }

  #take(): string {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return bytes.toString("utf8");
  }

  #isBlank(byte: number): boolean {
    if (byte === NEWLINE) this.#line += 1;
    return byte === NEWLINE || byte === 0x20 || byte === 0x0d || byte === 0x09;
  }

  #stray(byte: number): Error {
    const shown = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : "something";
    return this.#broken(
      `is not valid JSON: ${shown} in line ${this.#line} does not belong there`,
      `Check line ${this.#line} and the one before it for a missing or extra comma or bracket.`,
    );
  }

  #broken(what: string, hint: string): Error {
    return inputError("json-broken", `${this.#name} ${what}`, hint);
  }
}
