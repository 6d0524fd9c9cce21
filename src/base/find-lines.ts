import { isAscii } from "node:buffer";
import { closeSync, readSync } from "node:fs";
import { openToReadNow } from "./files.ts";

const NEWLINE = 0x0a;
/** Its text stays in the young part of the heap, and its bytes in the processor's cache: larger ones take twice as long. */
const BLOCK_BYTES = 64 * 1024;
/** Text beyond ASCII is looked for in pieces of a block, and in pieces of these. */
const [PIECE_BYTES, PART_BYTES] = [4096, 512];

/**
 * What is looked for in a line, as expressions over its bytes as Latin-1 has them, so that text beyond ASCII stands there
 * in its UTF-8 bytes. Neither matches across lines.
 */
export interface LinePattern {
  /** Finds it in every line of ASCII in which `any` finds it: it may know fewer letters, and is fast for that. Global. */
  ascii: RegExp;
  /** Finds it in any line. Not global. */
  any: RegExp;
  /** The most bytes that it finds at once. */
  bytesMax: number;
  /** Stands in all that it finds: other lines are not made into text. */
  anchor?: Anchor;
}

/** A byte that is no letter, and what stands on both sides of it, letters of ASCII in either case. */
export interface Anchor {
  byte: number;
  /** One of them stands there. In lower case. */
  around: readonly { before: string; after: string }[];
}

/** A line of a file, without its newline. */
export interface FoundLine {
  line: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
}

/**
 * The lines of a file in which something is found, each once, in order. Other lines are not even told apart: it takes little
 * more than reading the file.
 *
 * @param patterns One of them has to be found. Each is looked for on its own, which is faster than all in one expression.
 * @param also Each has to find something in the same line; they are not global.
 */
export function* findLines(
  path: string,
  patterns: readonly LinePattern[],
  also: readonly RegExp[] = [],
): Generator<FoundLine> {
  for (const { bytes, at } of wholeLines(path))
    for (const { line, offset } of linesIn(bytes, patterns, also)) yield { line, offset: at + offset };
}

/**
 * The lines of a file that hold one of some texts, or begin at one of some places, in order. Nothing is made of the others:
 * it takes little more than reading the file.
 *
 * @param texts Of ASCII.
 * @param onBytes Gets every byte that is read, in order.
 * @param range The part of the file that is read. What it cuts of a line at its ends is passed over, or a line of its own.
 */
export function pickLines(
  path: string,
  { texts, offsets }: { texts: readonly string[]; offsets: readonly number[] },
  onBytes?: (bytes: Buffer) => void,
  range?: { from: number; to: number },
): FoundLine[] {
  const needles = texts.map(needleFor);
  const found: FoundLine[] = [];
  for (const { bytes, at } of wholeLines(path, onBytes, range)) {
    const starts = new Set(
      offsets.map((offset) => offset - at).filter((start) => start >= 0 && start < bytes.length),
    );
    for (const needle of needles)
      for (const hit of hitsOf(needle, bytes)) starts.add(bytes.lastIndexOf(NEWLINE, hit) + 1);
    for (const start of [...starts].sort((one, other) => one - other))
      found.push({ offset: at + start, line: Buffer.from(bytes.subarray(start, endOfLine(bytes, start))) });
  }
  return found;
}

/** A text, and a part of it that is found sooner. */
interface Needle {
  text: Buffer;
  part: Buffer;
  /** Where the part begins in the text. */
  at: number;
}

/** Texts of at least eight bytes are looked for in steps; shorter ones by their first byte, at once where that is rare. */
const PART_BYTES_MAX = 7;
const RARE_LETTER = /[jqwxz]/;

function needleFor(text: string): Needle {
  const at = Math.max(0, text.search(RARE_LETTER));
  const bytes = Buffer.from(text);
  return { text: bytes, part: bytes.subarray(at, at + PART_BYTES_MAX), at };
}

/** Where a text stands. */
function* hitsOf({ text, part, at }: Needle, bytes: Buffer): Generator<number> {
  for (let hit = bytes.indexOf(part); hit >= 0; hit = bytes.indexOf(part, hit + 1)) {
    const [begin, end] = [hit - at, hit - at + text.length];
    if (begin >= 0 && end <= bytes.length && text.compare(bytes, begin, end) === 0) yield begin;
  }
}

/**
 * Reads a file a block of whole lines at a time. The block is used again.
 *
 * @param onBytes Gets every byte that is read, in order.
 */
function* wholeLines(
  path: string,
  onBytes: (bytes: Buffer) => void = () => undefined,
  { from, to } = { from: 0, to: Number.POSITIVE_INFINITY },
): Generator<{ bytes: Buffer; at: number }> {
  const file = openToReadNow(path);
  try {
    let block = Buffer.allocUnsafe(BLOCK_BYTES);
    let [heldBytes, at] = [0, from];
    for (;;) {
      if (heldBytes === block.length) block = Buffer.concat([block], block.length * 2);
      const room = Math.min(block.length - heldBytes, to - at - heldBytes);
      const readBytes = room === 0 ? 0 : readSync(file, block, heldBytes, room, at + heldBytes);
      onBytes(block.subarray(heldBytes, heldBytes + readBytes));
      const bytes = block.subarray(0, heldBytes + readBytes);
      const end = readBytes === 0 ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
      yield { bytes: bytes.subarray(0, end), at };
      if (readBytes === 0) return;
      block.copyWithin(0, end, bytes.length);
      heldBytes = bytes.length - end;
      at += end;
    }
  } finally {
    closeSync(file);
  }
}

/** The lines are copies: the block is used again. */
function linesIn(bytes: Buffer, patterns: readonly LinePattern[], also: readonly RegExp[]): FoundLine[] {
  const starts = new Set<number>();
  const wholeText = patterns.filter(({ anchor }) => anchor === undefined);
  if (wholeText.length > 0) for (const start of matchesIn(bytes, wholeText)) starts.add(start);
  for (const pattern of patterns) for (const start of anchoredIn(bytes, pattern)) starts.add(start);
  return [...starts]
    .sort((one, other) => one - other)
    .map((start) => ({ offset: start, line: bytes.subarray(start, endOfLine(bytes, start)) }))
    .filter(({ line }) => also.length === 0 || also.every((each) => each.test(line.toString("latin1"))))
    .map(({ offset, line }) => ({ offset, line: Buffer.from(line) }));
}

/** Where the lines begin in which something is found, some of them more than once. */
function* matchesIn(bytes: Buffer, patterns: readonly LinePattern[]): Generator<number> {
  const text = bytes.toString("latin1");
  for (const { ascii } of patterns) {
    ascii.lastIndex = 0;
    for (let match = ascii.exec(text); match; match = ascii.exec(text)) {
      yield text.lastIndexOf("\n", match.index) + 1;
      ascii.lastIndex = endOfLine(bytes, match.index) + 1;
    }
  }
  const wide = patterns.filter(({ any, ascii }) => any.source !== ascii.source);
  if (wide.length === 0 || isAscii(bytes)) return;
  // What is left to find has a letter beyond ASCII in it.
  for (const part of widePartsIn(bytes))
    for (const { any, bytesMax } of wide) {
      const to = part + PART_BYTES + bytesMax;
      for (let from = Math.max(0, part - bytesMax); from < to; ) {
        const match = any.exec(text.slice(from, to));
        if (!match) break;
        yield text.lastIndexOf("\n", from + match.index) + 1;
        from = endOfLine(bytes, from + match.index) + 1;
      }
    }
}

/** Where the parts begin that hold more than ASCII: few do. */
function* widePartsIn(bytes: Buffer): Generator<number> {
  for (let piece = 0; piece < bytes.length; piece += PIECE_BYTES) {
    const end = Math.min(piece + PIECE_BYTES, bytes.length);
    if (isAscii(bytes.subarray(piece, end))) continue;
    for (let part = piece; part < end; part += PART_BYTES)
      if (!isAscii(bytes.subarray(part, Math.min(part + PART_BYTES, end)))) yield part;
  }
}

/** Where the lines begin in which a pattern with an anchor finds something. */
function* anchoredIn(bytes: Buffer, { anchor, any }: LinePattern): Generator<number> {
  if (!anchor) return;
  const { byte, around } = anchor;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) {
    if (!standsAround(bytes, at, around)) continue;
    const start = bytes.lastIndexOf(NEWLINE, at) + 1;
    const end = endOfLine(bytes, at);
    if (!any.test(bytes.toString("latin1", start, end))) continue;
    yield start;
    at = end;
  }
}

function standsAround(bytes: Buffer, at: number, around: Anchor["around"]): boolean {
  for (const { before, after } of around) {
    const last = before.length - 1;
    let length = 0;
    while (length <= last && lowerCase(bytes[at - 1 - length]) === before.charCodeAt(last - length)) length++;
    if (length <= last) continue;
    length = 0;
    while (length < after.length && lowerCase(bytes[at + 1 + length]) === after.charCodeAt(length)) length++;
    if (length === after.length) return true;
  }
  return false;
}

function lowerCase(byte: number | undefined): number {
  return byte === undefined ? -1 : byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function endOfLine(bytes: Buffer, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from);
  return newline < 0 ? bytes.length : newline;
}
