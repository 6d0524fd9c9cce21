import { isAscii } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { openToReadNow } from "./files.ts";

const NEWLINE = 0x0a;
/** Its text stays in the young part of the heap, and its bytes in the processor's cache: larger ones take twice as long. */
const BLOCK_BYTES = 64 * 1024;

/**
 * What is looked for in a line, as expressions over its bytes as Latin-1 has them, so that text beyond ASCII stands there
 * in its UTF-8 bytes. Neither matches across lines.
 */
export interface LinePattern {
  /** Finds it in every line of ASCII in which `any` finds it: it may know fewer letters, and is fast for that. Global. */
  ascii: RegExp;
  /** Finds it in any line. Not global. */
  any: RegExp;
}

/** A line of a file, without its newline. */
export interface FoundLine {
  line: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
}

/**
 * The lines of a file in which something is found, each once, in order. Other lines are not even told apart, unless they
 * are more than ASCII: it takes little more than reading the file.
 *
 * @param patterns One of them has to be found. Each is looked for on its own, which is faster than all in one expression.
 * @param also Each has to find something in the same line; they are not global.
 */
export function* findLines(
  path: string,
  patterns: readonly LinePattern[],
  also: readonly RegExp[] = [],
): Generator<FoundLine> {
  const file = openToReadNow(path);
  try {
    let block = Buffer.allocUnsafe(BLOCK_BYTES);
    let [heldBytes, blockAt] = [0, 0];
    for (;;) {
      if (heldBytes === block.length) block = Buffer.concat([block], block.length * 2);
      const readBytes = readSync(file, block, heldBytes, block.length - heldBytes, blockAt + heldBytes);
      const bytes = block.subarray(0, heldBytes + readBytes);
      const end = readBytes === 0 ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
      for (const { line, offset } of linesIn(bytes.subarray(0, end), patterns, also))
        yield { line, offset: blockAt + offset };
      if (readBytes === 0) return;
      block.copyWithin(0, end, bytes.length);
      heldBytes = bytes.length - end;
      blockAt += end;
    }
  } finally {
    closeSync(file);
  }
}

/** The lines are copies: the block is used again. */
function linesIn(bytes: Buffer, patterns: readonly LinePattern[], also: readonly RegExp[]): FoundLine[] {
  const text = bytes.toString("latin1");
  const starts = new Set<number>();
  for (const { ascii } of patterns) {
    ascii.lastIndex = 0;
    for (let match = ascii.exec(text); match; match = ascii.exec(text)) {
      starts.add(text.lastIndexOf("\n", match.index) + 1);
      ascii.lastIndex = endOfLine(bytes, match.index) + 1;
    }
  }
  if (!isAscii(bytes) && patterns.some(({ ascii, any }) => any.source !== ascii.source))
    for (const start of wideLinesIn(bytes))
      if (patterns.some(({ any }) => any.test(text.slice(start, endOfLine(bytes, start))))) starts.add(start);
  return [...starts]
    .sort((one, other) => one - other)
    .map((start) => ({ offset: start, end: endOfLine(bytes, start) }))
    .filter(({ offset, end }) => also.every((each) => each.test(text.slice(offset, end))))
    .map(({ offset, end }) => ({ offset, line: Buffer.from(bytes.subarray(offset, end)) }));
}

/** Where the lines begin that hold more than ASCII. */
function* wideLinesIn(bytes: Buffer): Generator<number> {
  for (let start = 0; start < bytes.length; ) {
    const end = endOfLine(bytes, start);
    if (!isAscii(bytes.subarray(start, end))) yield start;
    start = end + 1;
  }
}

function endOfLine(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from);
  return newline < 0 ? bytes.length : newline;
}
