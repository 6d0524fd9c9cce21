import { closeSync, openSync, readSync } from "node:fs";
import { decodeLine } from "../journal/line.ts";
import type { ResultRecord } from "../journal/record.ts";

const WINDOW_BYTES = 256 * 1024;
const WINDOWS_MAX = 8;
const NEWLINE = 0x0a;

/**
 * Reads single results of a journal by their offset. Rows are settled roughly in input order, so a few
 * windows of the file serve almost every read.
 */
export class JournalWindow {
  readonly #file: number;
  /** By number of the window; the most recently used last. */
  readonly #windows = new Map<number, Buffer>();

  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  /** The result whose line begins at an offset; undefined when there is none. */
  resultAt(offset: number): ResultRecord | undefined {
    const record = decodeLine(this.#lineAt(offset));
    return record?.type === "result" ? record : undefined;
  }

  close(): void {
    closeSync(this.#file);
  }

  #lineAt(offset: number): Buffer {
    const pieces: Buffer[] = [];
    for (let at = offset; ; ) {
      const number = Math.floor(at / WINDOW_BYTES);
      const window = this.#window(number);
      const from = at - number * WINDOW_BYTES;
      const newline = window.indexOf(NEWLINE, from);
      pieces.push(window.subarray(from, newline < 0 ? undefined : newline));
      if (newline >= 0 || window.length < WINDOW_BYTES) break;
      at = (number + 1) * WINDOW_BYTES;
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #window(number: number): Buffer {
    const known = this.#windows.get(number);
    if (known) {
      this.#windows.delete(number);
      this.#windows.set(number, known);
      return known;
    }
    const bytes = Buffer.allocUnsafe(WINDOW_BYTES);
    const length = readSync(this.#file, bytes, 0, WINDOW_BYTES, number * WINDOW_BYTES);
    const window = bytes.subarray(0, length);
    this.#windows.set(number, window);
    const oldest = this.#windows.keys().next().value;
    if (this.#windows.size > WINDOWS_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
