import { inputError } from "./input-error.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEWLINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from "./json-bytes.ts";
import type { JsonItem } from "./json-item.ts";
import { JsonSpan } from "./json-span.ts";
import { listsBesideLeads, WrapperScan, wrapperFault } from "./json-wrapper.ts";
import type { Notice } from "./table.ts";

type State = "start" | "top-object" | "before-item" | "nested" | "scalar" | "wrapper-rest" | "done";

const BEGIN_ADVICE = "JSON input is a list of leads, one lead, or a lead on each line.";
const ITEM_BYTES_MAX = 1024 * 1024;

/**
 * Cuts JSON text into its top-level items without holding more than one of them: a list, one object,
 * objects one after the other, or a list under the key `leads` of one object.
 *
 * It only tells strings from brackets. Whether an item is sound is for `JSON.parse` to say.
 *
 * @throws CliError where the text around the items is broken, or an item is longer than 1 MiB.
 */
export async function* jsonItems(
  name: string,
  chunks: AsyncIterable<Buffer>,
  notices: Notice[],
): AsyncGenerator<JsonItem[]> {
  const cutter = new JsonCutter(name, notices);
  for await (const chunk of chunks) {
    const items = cutter.add(chunk);
    if (items.length > 0) yield items;
  }
  const last = cutter.end();
  if (last.length > 0) yield last;
}

class JsonCutter {
  readonly #name: string;
  readonly #notices: Notice[];
  #state: State = "start";
  #container: "list" | "leads" | "sequence" = "sequence";
  #line = 1;
  #found: JsonItem[] = [];
  #ordinal = 0;

  readonly #span = new JsonSpan();
  #needsComma = false;
  #isAfterComma = false;

  readonly #wrapper = new WrapperScan();
  /** The wrapper's text up to its list, once there is one. */
  #wrapperStart = "";

  constructor(name: string, notices: Notice[]) {
    this.#name = name;
    this.#notices = notices;
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
        this.#span.length > 0
          ? ` in the middle of item ${this.#ordinal + 1}, which starts in line ${this.#span.startLine}`
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
    if (byte !== OPEN_OBJECT) throw this.#broken("does not begin with [ or {", BEGIN_ADVICE);
    this.#begin("top-object");
    return at;
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
    if (this.#container === "list") this.#state = "done";
    else this.#begin("wrapper-rest", 1);
    return at + 1;
  }

  #topObject(chunk: Buffer, from: number): number {
    const scan = this.#wrapper;
    const newlines = scan.newlines;
    const { at, found } = scan.scan(chunk, from);
    this.#line += scan.newlines - newlines;
    this.#span.pairs = scan.pairs;
    if (found === "end") return this.#close(chunk, from, at);
    this.#keep(chunk, from, at);
    if (found === "more") return at;
    this.#wrapperStart = this.#span.take();
    this.#container = "leads";
    this.#state = "before-item";
    return at + 1;
  }

  /** An object, a list or a string, up to its last byte. */
  #nested(chunk: Buffer, from: number): number {
    const span = this.#span;
    const newlines = span.newlines;
    const end = span.scan(chunk, from);
    this.#line += span.newlines - newlines;
    return end < 0 ? this.#keep(chunk, from, chunk.length) : this.#close(chunk, from, end);
  }

  #scalar(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
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

  #begin(state: State, depth = 0): void {
    this.#state = state;
    this.#span.begin(this.#line, depth);
  }

  #close(chunk: Buffer, from: number, to: number): number {
    this.#keep(chunk, from, to);
    this.#finish();
    return to;
  }

  #finish(): void {
    if (this.#state === "wrapper-rest") {
      const rest = this.#span.take();
      const fault = wrapperFault(this.#wrapperStart, rest);
      if (fault !== undefined) throw this.#broken(fault, "Check the commas, quotes and brackets around it.");
      this.#notices.push(...listsBesideLeads(this.#wrapperStart, rest));
      this.#state = "done";
      return;
    }
    this.#ordinal += 1;
    this.#found.push({
      ordinal: this.#ordinal,
      line: this.#span.startLine,
      text: this.#span.take(),
      pairs: this.#span.pairs,
    });
    this.#state = "before-item";
    this.#needsComma = true;
    this.#isAfterComma = false;
  }

  #keep(chunk: Buffer, from: number, to: number): number {
    this.#span.keep(chunk, from, to);
    if (this.#span.length > ITEM_BYTES_MAX) {
      const limit = `${ITEM_BYTES_MAX / 1024 / 1024} MiB`;
      const what = `has an item longer than ${limit}, starting in line ${this.#span.startLine}`;
      throw this.#broken(what, "Most often a quote or a bracket is missing there.");
    }
    return to;
  }

  #isBlank(byte: number): boolean {
    if (byte === NEWLINE) this.#line += 1;
    return byte === NEWLINE || byte === SPACE || byte === 0x0d || byte === 0x09;
  }

  #stray(byte: number): Error {
    const shown = byte > SPACE && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : "something";
    return this.#broken(
      `is not valid JSON: ${shown} in line ${this.#line} does not belong there`,
      `Check line ${this.#line} and the one before it for a missing or extra comma or bracket.`,
    );
  }

  #broken(what: string, hint: string): Error {
    return inputError("json-broken", `${this.#name} ${what}`, hint);
  }
}
