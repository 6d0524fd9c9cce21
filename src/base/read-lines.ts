import { isAscii } from "node:buffer";
import { closeSync, fstatSync, readFileSync, readSync } from "node:fs";
import { isAbsent } from "./file-error.ts";
import { open, openToReadNow, whenFreeNow } from "./files.ts";
import { literalPattern } from "./literal-pattern.ts";

/** Smaller ones take more turns; the lines of larger ones outlive minor collections. */
const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Whole lines that were read together, without their newlines. They are others as soon as the reader goes on. */
export interface LineBlock {
  /** All of them. */
  bytes: Buffer;
  lines: Buffer[];
  /** Byte offset in the file of each line. */
  offsets: number[];
  /** True when the last line has no newline: the file ends there. */
  isTorn: boolean;
}

/** Reads a file of lines in blocks; memory is bounded by a block plus the longest line. */
export async function* readLineBlocks(path: string): AsyncGenerator<LineBlock> {
  for await (const { bytes, at, isTorn } of wholeLines(path)) yield { bytes, ...split(bytes, at), isTorn };
}

/**
 * Tells lines that may hold one of some texts, whatever the case of its letters. Beyond ASCII a text may be written in several ways: such
 * a line may hold anything.
 */
export function holding(texts: readonly string[]): (line: Buffer) => boolean {
  const wanted = new RegExp(texts.map(literalPattern).join("|"), "i");
  return (line) => !isAscii(line) || wanted.test(line.toString("latin1"));
}

function split(bytes: Buffer, at: number): Pick<LineBlock, "lines" | "offsets"> {
  const lines: Buffer[] = [];
  const offsets: number[] = [];
  let start = 0;
  for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, newline));
    offsets.push(at + start);
    start = newline + 1;
  }
  if (start < bytes.length) {
    lines.push(bytes.subarray(start));
    offsets.push(at + start);
  }
  return { lines, offsets };
}

/**
 * Reads a file a block of whole lines at a time, and at last what has no newline; the next block while one is dealt with. Two pieces
 * of memory are filled in turns: new memory for each block would wait for the collector, by the tens of megabytes.
 */
async function* wholeLines(path: string): AsyncGenerator<{ bytes: Buffer; at: number; isTorn: boolean }> {
  const handle = await open(path, "r");
  let [memory, spare] = [Buffer.allocUnsafe(BLOCK_BYTES), Buffer.allocUnsafe(BLOCK_BYTES)];
  let [heldBytes, at] = [0, 0];
  const readOn = (): Promise<{ bytesRead: number }> => {
    const read = handle.read(memory, heldBytes, memory.length - heldBytes, at + heldBytes);
    // It is dealt with when its turn comes.
    read.catch(() => undefined);
    return read;
  };
  let next = readOn();
  try {
    for (;;) {
      const { bytesRead } = await next;
      if (bytesRead === 0) break;
      const [bytes, from] = [memory.subarray(0, heldBytes + bytesRead), at];
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      const rest = bytes.subarray(end);
      if (rest.length >= spare.length) spare = Buffer.allocUnsafe(rest.length * 2);
      spare.set(rest);
      [memory, spare] = [spare, memory];
      [heldBytes, at] = [rest.length, from + end];
      next = readOn();
      if (end > 0) yield { bytes: bytes.subarray(0, end), at: from, isTorn: false };
    }
    if (heldBytes > 0) yield { bytes: memory.subarray(0, heldBytes), at, isTorn: true };
  } finally {
    await next.catch(() => undefined);
    await handle.close();
  }
}

const WINDOW_BYTES = 256 * 1024;
const WINDOWS_MAX = 8;

/**
 * Reads single lines of a file by their offset. Whoever asks roughly in the order of the file is served from a
 * few windows of it, 2 MiB at most.
 */
export class LineWindow {
  readonly #file: number;
  /** The most recently used first. A map that is written at each line would keep all its former tables from minor collections. */
  readonly #windows: { number: number; bytes: Buffer }[] = [];

  constructor(path: string) {
    this.#file = openToReadNow(path);
  }

  /** The line that begins at an offset, without its newline. It may be another one as soon as a further one is asked for. */
  lineAt(offset: number): Buffer {
    let line: Buffer | undefined;
    for (let at = offset; ; ) {
      const number = Math.floor(at / WINDOW_BYTES);
      const window = this.#window(number);
      const from = at - number * WINDOW_BYTES;
      const newline = window.indexOf(NEWLINE, from);
      const piece = window.subarray(from, newline < 0 ? undefined : newline);
      const isLast = newline >= 0 || window.length < WINDOW_BYTES;
      if (isLast && !line) return piece;
      line = Buffer.concat(line ? [line, piece] : [piece]);
      if (isLast) return line;
      at = (number + 1) * WINDOW_BYTES;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #window(number: number): Buffer {
    const at = this.#windows.findIndex((window) => window.number === number);
    const known = this.#windows[at];
    if (at > 0) this.#windows.splice(at, 1);
    const window = known ?? { number, bytes: this.#read(number) };
    if (at !== 0) this.#windows.unshift(window);
    return window.bytes;
  }

  /** Into the memory of the window that was not used for longest, once there are enough: new memory waits for the collector. */
  #read(number: number): Buffer {
    const left = this.#windows.length < WINDOWS_MAX ? undefined : this.#windows.pop()?.bytes.buffer;
    const memory = left ? Buffer.from(left, 0, WINDOW_BYTES) : Buffer.allocUnsafeSlow(WINDOW_BYTES);
    const length = readSync(this.#file, memory, 0, WINDOW_BYTES, number * WINDOW_BYTES);
    return memory.subarray(0, length);
  }
}

/** Most first and last lines of our files are shorter. */
const LINE_BYTES = 4 * 1024;

/**
 * The first line of a file, without its newline.
 *
 * @returns `isWhole`: whether it has one.
 */
export function firstLineOf(path: string): { line: Buffer; isWhole: boolean } {
  const file = openToReadNow(path);
  try {
    return firstLineIn(file);
  } finally {
    closeSync(file);
  }
}

/** The same of a file that is open. */
export function firstLineIn(file: number): { line: Buffer; isWhole: boolean } {
  for (let length = LINE_BYTES; ; length *= 2) {
    const bytes = Buffer.alloc(length);
    const head = bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    const newline = head.indexOf(NEWLINE);
    if (newline >= 0) return { line: head.subarray(0, newline), isWhole: true };
    if (head.length < length) return { line: head, isWhole: false };
  }
}

/** The last line of a file, without its newline; undefined where it lacks that. */
export function lastLineOf(path: string): Buffer | undefined {
  const file = openToReadNow(path);
  try {
    const { size } = fstatSync(file);
    for (let length = LINE_BYTES; ; length *= 2) {
      const from = Math.max(0, size - length);
      const tail = Buffer.alloc(size - from);
      readSync(file, tail, 0, tail.length, from);
      if (tail.at(-1) !== NEWLINE) return undefined;
      const newline = tail.lastIndexOf(NEWLINE, tail.length - 2);
      if (newline >= 0 || from === 0) return tail.subarray(newline + 1, tail.length - 1);
    }
  } finally {
    closeSync(file);
  }
}

/** A file of a few lines, at once: to have another thread read it takes many times as long. Undefined where there is none. */
export function readSmallFile(path: string): Buffer | undefined {
  try {
    return whenFreeNow(path, () => readFileSync(path));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
