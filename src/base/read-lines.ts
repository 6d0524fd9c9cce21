import { closeSync, readSync } from "node:fs";
import { open, openToReadNow } from "./files.ts";

/** Smaller ones take more turns; the lines of larger ones outlive minor collections. */
const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Whole lines that were read together, without their newlines. The buffers stay valid. */
export interface LineBlock {
  lines: Buffer[];
  /** Byte offset in the file of each line. */
  offsets: number[];
  /** True when the last line has no newline: the file ends there. */
  isTorn: boolean;
}

/** Reads a file of lines in blocks; memory is bounded by a block plus the longest line. */
export async function* readLineBlocks(path: string, from = 0): AsyncGenerator<LineBlock> {
  const handle = await open(path, "r");
  try {
    let rest: Buffer = Buffer.alloc(0);
    let restAt = from;
    for (;;) {
      // As much again as is held of a line: a long one is not copied over and over.
      const room = Math.max(BLOCK_BYTES, rest.length);
      const block = Buffer.allocUnsafe(rest.length + room);
      rest.copy(block);
      const { bytesRead } = await handle.read(block, rest.length, room, restAt + rest.length);
      if (bytesRead === 0) break;
      const bytes = block.subarray(0, rest.length + bytesRead);
      const { lines, offsets, end } = split(bytes, restAt);
      if (lines.length > 0) yield { lines, offsets, isTorn: false };
      rest = bytes.subarray(end);
      restAt += end;
    }
    if (rest.length > 0) yield { lines: [rest], offsets: [restAt], isTorn: true };
  } finally {
    await handle.close();
  }
}

function split(bytes: Buffer, at: number): { lines: Buffer[]; offsets: number[]; end: number } {
  const lines: Buffer[] = [];
  const offsets: number[] = [];
  let start = 0;
  for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, newline));
    offsets.push(at + start);
    start = newline + 1;
  }
  return { lines, offsets, end: start };
}

const WINDOW_BYTES = 256 * 1024;
const WINDOWS_MAX = 8;

/**
 * Reads single lines of a file by their offset. Whoever asks roughly in the order of the file is served from a
 * few windows of it, 2 MiB at most.
 */
export class LineWindow {
  readonly #file: number;
  /** By number of the window; the most recently used last. */
  readonly #windows = new Map<number, Buffer>();

  constructor(path: string) {
    this.#file = openToReadNow(path);
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
