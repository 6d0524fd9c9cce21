import { closeSync, fstatSync, readSync } from "node:fs";
import { openToReadNow } from "./files.ts";

const NEWLINE = 0x0a;
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
    for (let length = LINE_BYTES; ; length *= 2) {
      const bytes = Buffer.alloc(length);
      const head = bytes.subarray(0, readSync(file, bytes, 0, length, 0));
      const newline = head.indexOf(NEWLINE);
      if (newline >= 0) return { line: head.subarray(0, newline), isWhole: true };
      if (head.length < length) return { line: head, isWhole: false };
    }
  } finally {
    closeSync(file);
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
