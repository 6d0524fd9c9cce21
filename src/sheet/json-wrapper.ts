import {
  BACKSLASH,
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

import type { Notice } from "./table.ts";

const WRAPPER_KEY = "leads";

export interface WrapperStep {
  /** Where the scan stopped. */
  at: number;
  /** The chunk ended, the object did, or the list under `leads` opens at `at`. */
  found: "more" | "end" | "list";
}

/**
 * Follows the first top-level object, which is either the only lead or a wrapper around a list under the key
 * `leads`. Only the object's own keys count, wherever among them `leads` stands.
 */
export class WrapperScan {
  /** Line breaks and colons outside strings so far. */
  newlines = 0;
  pairs = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #key = "";
  #isKeyNext = false;
  #isValueNext = false;

  /** @param from Where the object's text goes on in the chunk. */
  scan(chunk: Buffer, from: number): WrapperStep {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.newlines += 1;
      if (this.#isInString) {
        this.#inString(byte);
        continue;
      }
      if (this.#isValueNext && byte === OPEN_LIST && this.#key === WRAPPER_KEY) return { at, found: "list" };
      if (byte > SPACE) this.#isValueNext = false;
      this.#outsideString(byte);
      if (this.#depth === 0) return { at: at + 1, found: "end" };
    }
    return { at: chunk.length, found: "more" };
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      return;
    }
    // One character more than the key wanted is enough to tell that it is another.
    if (this.#isKeyNext && this.#key.length <= WRAPPER_KEY.length) this.#key += String.fromCharCode(byte);
  }

  #outsideString(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        if (this.#isKeyNext) this.#key = "";
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#depth += 1;
        this.#isKeyNext = this.#depth === 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#depth -= 1;
        break;
      case COLON:
        this.pairs += 1;
        this.#isValueNext = this.#depth === 1;
        this.#isKeyNext = false;
        break;
      case COMMA:
        this.#isKeyNext = this.#depth === 1;
        break;
    }
  }
}

/** What is wrong with the text around a list of leads, if anything: it must be JSON, and name the list once. */
export function wrapperFault(before: string, after: string): string | undefined {
  try {
    JSON.parse(`${before}0${after}`);
  } catch {
    return "is not valid JSON around its list of leads";
  }
  return /"leads"\s*:/.test(after) ? 'has two lists under the key "leads"' : undefined;
}

/** Lists beside the one of leads may hold leads too. @param after Text that `wrapperFault` finds sound. */
export function listsBesideLeads(before: string, after: string): Notice[] {
  const wrapper: Record<string, unknown> = JSON.parse(`${before}0${after}`);
  const names = Object.keys(wrapper).filter((key) => Array.isArray(wrapper[key]));
  if (names.length === 0) return [];
  const named = names.map((key) => JSON.stringify(key)).join(", ");
  const message = `The leads were taken from the list under "leads"; ${named} beside it is left out`;
  return [{ code: "list-left-out", message }];
}
