import { isAscii, isUtf8 } from "node:buffer";
import { personal } from "../../base/finding.ts";
import { sheetNotice } from "../notice-texts.ts";
import { inputError } from "../sheet-errors.ts";
import type { Notice } from "../table.ts";
import { decodeWindows1252, isUndefinedIn1252 } from "../text/windows-1252.ts";
import { type PeekedBytes, withoutStart } from "./input-source.ts";

/**
 * A text's bytes as UTF-8 without a byte order mark, each chunk ending between two characters.
 *
 * @param asked What the person said with `--encoding`.
 * @param notices Takes what a person should know about the guess.
 * @throws CliError when the bytes are not text in the encoding asked for or guessed; while reading, too.
 */
export function decodedText(
  name: string,
  { head, chunks }: PeekedBytes,
  notices: Notice[],
  asked?: string,
): AsyncGenerator<Buffer> {
  const verdict = encodingOf(head, asked);
  if (!verdict) throw inputError("encoding-unknown", { asked: asked ?? "" });
  const { encoding, markLength, isAssumed } = verdict;
  const bytes = withoutStart(chunks, markLength);
  if (encoding === GUESS) return guessed(name, bytes, notices);
  if (encoding === WESTERN) return western(name, bytes);
  if (isAssumed) {
    const assumed = { name: personal(name), encoding: encoding.toUpperCase() };
    notices.push(sheetNotice("encoding-unmarked", assumed));
  }
  return transcoded(name, bytes, encoding);
}

/** Chunks that end between two UTF-8 characters, valid or not. */
async function* wholeCharacters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const end = bytes.length - lastCharacterLength(bytes);
    carry = bytes.subarray(end);
    if (end > 0) yield bytes.subarray(0, end);
  }
  if (carry.length > 0) yield carry;
}

async function* western(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of chunks) yield fromWestern(name, bytes);
}

/** @param but What windows-1252 has no word for. */
function fromWestern(name: string, bytes: Buffer, but?: RegExp): Buffer {
  if (bytes.some(isUndefinedIn1252) || but?.test(bytes.toString("latin1")))
    throw inputError("input-encoding/western", { name });
  return Buffer.from(decodeWindows1252(bytes));
}

async function* transcoded(
  name: string,
  chunks: AsyncIterable<Buffer>,
  label: string,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  // Always as a stream: on its own, Node's decoder gets single-byte encodings wrong.
  const decode = (bytes?: Buffer) => {
    try {
      return Buffer.from(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
    } catch {
      throw inputError("input-encoding", { name, encoding: label.toUpperCase() });
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    if (text.length > 0) yield text;
  }
  const last = decode();
  if (last.length > 0) yield last;
}

/** `JosŽ`, `Ib‡ñez`: what an older Mac's é and á are in windows-1252, where no word has such characters. */
const MAC_WORD = /[a-z]\x8e|[A-Za-z]\x87[a-z]/;

/** UTF-8 until the first bytes that are not: if all before them was ASCII, the text was windows-1252. */
async function* guessed(
  name: string,
  chunks: AsyncIterable<Buffer>,
  notices: Notice[],
): AsyncGenerator<Buffer> {
  let [isWestern, isAsciiSoFar] = [false, true];
  for await (const bytes of wholeCharacters(chunks)) {
    if (!isWestern && !isUtf8(bytes)) {
      const offset = firstInvalidOffset(bytes);
      const sample = sampleAt(bytes, offset);
      if (!isAsciiSoFar || !isAscii(bytes.subarray(0, offset)))
        throw inputError("encoding-mixed", { name, sample });
      isWestern = true;
      notices.push(sheetNotice("encoding-assumed", { name: personal(name), sample: personal(sample) }));
    }
    isAsciiSoFar &&= isAscii(bytes);
    yield isWestern ? fromWestern(name, bytes, MAC_WORD) : bytes;
  }
}

/** What stands for bytes that are not UTF-8. A text may also hold it itself, where an earlier program lost a letter. */
const REPLACEMENT = "\ufffd";

function firstInvalidOffset(bytes: Buffer): number {
  const replacement = Buffer.from(REPLACEMENT);
  let offset = 0;
  for (const valid of bytes.toString("utf8").split(REPLACEMENT)) {
    offset += Buffer.byteLength(valid);
    if (!bytes.subarray(offset, offset + replacement.length).equals(replacement)) break;
    offset += replacement.length;
  }
  return offset;
}

const SAMPLE_BYTES_MAX = 24;

/** The piece of a cell around an offset, in windows-1252. */
function sampleAt(bytes: Buffer, offset: number): string {
  const around = decodeWindows1252(bytes.subarray(Math.max(0, offset - SAMPLE_BYTES_MAX), offset));
  const after = decodeWindows1252(bytes.subarray(offset, offset + SAMPLE_BYTES_MAX));
  const before = /[^,;\t|"\r\n]*$/.exec(around)?.[0] ?? "";
  return before + (/^[^,;\t|"\r\n]*/.exec(after)?.[0] ?? "");
}

/** UTF-8, or windows-1252 from the first sign of it. */
const GUESS = "guess";
const WESTERN = "windows-1252";

interface EncodingVerdict {
  /** A name of the Encoding Standard, or {@link GUESS}. */
  encoding: string;
  /** How many bytes of byte order mark come first. */
  markLength: number;
  /** Whether the encoding was told from the text alone, without a mark. */
  isAssumed?: true;
}

/** Byte order marks, in Latin-1. */
const MARKS = [
  { encoding: GUESS, mark: "\xef\xbb\xbf" },
  { encoding: "utf-16le", mark: "\xff\xfe" },
  { encoding: "utf-16be", mark: "\xfe\xff" },
];

/**
 * Which encoding a text is in, from its first bytes.
 *
 * @param asked What the person said with `--encoding`; a byte order mark still counts as one.
 * @returns `undefined` when the asked encoding is not known.
 */
function encodingOf(head: Buffer, asked?: string): EncodingVerdict | undefined {
  const start = head.toString("latin1", 0, 3);
  const marked = MARKS.find(({ mark }) => start.startsWith(mark));
  if (asked === undefined)
    return marked ? { ...marked, markLength: marked.mark.length } : unmarkedEncoding(head);
  const encoding = encodingNamed(asked);
  if (encoding === undefined) return undefined;
  const isMarked = marked && encoding === (marked.encoding === GUESS ? "utf-8" : marked.encoding);
  return { encoding, markLength: isMarked ? marked.mark.length : 0 };
}

/** UTF-16 of mostly Western text has a zero in every other byte. */
function unmarkedEncoding(head: Buffer): EncodingVerdict {
  const length = Math.min(head.length - (head.length % 2), 4096);
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  const most = (length / 2) * 0.7;
  if (length >= 4 && odd > most && even === 0)
    return { encoding: "utf-16le", markLength: 0, isAssumed: true };
  if (length >= 4 && even > most && odd === 0)
    return { encoding: "utf-16be", markLength: 0, isAssumed: true };
  return { encoding: GUESS, markLength: 0 };
}

function encodingNamed(asked: string): string | undefined {
  const name = asked.trim().toLowerCase();
  try {
    return new TextDecoder(name === "ansi" ? WESTERN : name).encoding;
  } catch {
    return undefined;
  }
}

/** How many bytes at the end belong to the last character, to which others may still belong; 0 for one of ASCII. */
function lastCharacterLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back;
  }
  return 0;
}
