import { closeSync, openSync, readSync } from "node:fs";

const WINDOW_BYTES = 256 * 1024;
const WINDOWS_MAX = 8;
const NEWLINE = 0x0a;

/**
 * Reads single lines of a file by their offset. Whoever asks roughly in the order of the file is served from a
 * few windows of it, 2 MiB at most.
 */
export class LineWindow {
  readonly #file: number;
  /** By number of the window; the most recently used last. */
  readonly #windows = new Map<number, Buffer>();

  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  /** The line that begins at an offset, without its newline. */
  lineAt(offset: number): Buffer {
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

  close(): void {
    closeSync(this.#file);
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
