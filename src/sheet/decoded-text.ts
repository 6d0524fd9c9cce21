import { isAscii, isUtf8 } from "node:buffer";
import { type PeekedBytes, withoutStart } from "./byte-head.ts";
import { inputError } from "./input-error.ts";
import type { Notice } from "./table.ts";
import { encodingOf } from "./text-encoding.ts";
import { firstInvalidOffset, unfinishedLength } from "./utf8.ts";
import { decodeWindows1252, isUndefinedIn1252 } from "./windows-1252.ts";

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
  if (!verdict) {
    throw inputError(
      "encoding-unknown",
      `There is no encoding "${asked}"`,
      "Known are utf-8, utf-16le, utf-16be, windows-1252, macintosh and the others of the Encoding Standard.",
    );
  }
  const { encoding, markLength, isAssumed } = verdict;
  const bytes = withoutStart(chunks, markLength);
  switch (encoding.kind) {
    case "guess":
      return new EncodingGuess(name, notices).decode(bytes);
    case "utf-8":
      return utf8Only(name, bytes);
    case "windows-1252":
      return western(name, bytes);
    case "other":
      if (isAssumed) {
        const message = `${name} has no byte order mark and was read as ${encoding.label.toUpperCase()}`;
        notices.push({ code: "encoding-assumed", message });
      }
      return transcoded(name, bytes, encoding.label);
  }
}

/** Chunks that end between two UTF-8 characters, valid or not. */
async function* wholeCharacters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const end = bytes.length - unfinishedLength(bytes);
    carry = bytes.subarray(end);
    if (end > 0) yield bytes.subarray(0, end);
  }
  if (carry.length > 0) yield carry;
}

async function* utf8Only(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of wholeCharacters(chunks)) {
    if (!isUtf8(bytes)) throw notIn(name, "UTF-8", "Leave out --encoding, or name the right one.");
    yield bytes;
  }
}

async function* western(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of chunks) yield westernBytes(name, bytes);
}

function westernBytes(name: string, bytes: Buffer): Buffer {
  if (bytes.some(isUndefinedIn1252)) {
    throw notIn(
      name,
      "UTF-8 or windows-1252 (Western)",
      'If it comes from an older Mac, try --encoding macintosh; else save it again as "CSV UTF-8".',
    );
  }
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
      throw notIn(
        name,
        label.toUpperCase(),
        'Name the right one with --encoding, or save the file as "CSV UTF-8".',
      );
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    if (text.length > 0) yield text;
  }
  const last = decode();
  if (last.length > 0) yield last;
}

/** UTF-8 until the first bytes that are not: if all before them was ASCII, the text was windows-1252. */
class EncodingGuess {
  readonly #name: string;
  readonly #notices: Notice[];
  #isWestern = false;
  #isAsciiSoFar = true;

  constructor(name: string, notices: Notice[]) {
    this.#name = name;
    this.#notices = notices;
  }

  async *decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of wholeCharacters(chunks)) {
      if (!this.#isWestern && !isUtf8(bytes)) this.#turnWestern(bytes);
      if (this.#isWestern) {
        yield westernBytes(this.#name, bytes);
        continue;
      }
      if (this.#isAsciiSoFar && !isAscii(bytes)) this.#isAsciiSoFar = false;
      yield bytes;
    }
  }

  #turnWestern(bytes: Buffer): void {
    const offset = firstInvalidOffset(bytes);
    const sample = sampleAt(bytes, offset);
    if (!this.#isAsciiSoFar || !isAscii(bytes.subarray(0, offset))) {
      throw inputError(
        "encoding-mixed",
        `${this.#name} is UTF-8 in one place and not in another (near "${sample}")`,
        'Two exports may have been joined: save each as "CSV UTF-8" first, or name one encoding with --encoding.',
      );
    }
    this.#isWestern = true;
    this.#notices.push({
      code: "encoding-assumed",
      message: `${this.#name} is not UTF-8 and was read as windows-1252 (Western); check that "${sample}" looks right, or name the encoding with --encoding`,
    });
  }
}

const SAMPLE_BYTES_MAX = 24;

/** The piece of a cell around an offset, in windows-1252. */
function sampleAt(bytes: Buffer, offset: number): string {
  const around = decodeWindows1252(bytes.subarray(Math.max(0, offset - SAMPLE_BYTES_MAX), offset));
  const after = decodeWindows1252(bytes.subarray(offset, offset + SAMPLE_BYTES_MAX));
  const before = /[^,;\t|"\r\n]*$/.exec(around)?.[0] ?? "";
  return before + (/^[^,;\t|"\r\n]*/.exec(after)?.[0] ?? "");
}

function notIn(name: string, encoding: string, hint: string): Error {
  return inputError("input-encoding", `${name} is not text in ${encoding}`, hint);
}
