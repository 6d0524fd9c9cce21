/** How the bytes of a text are to be read. `guess` is UTF-8, or windows-1252 from the first sign of it. */
export type TextEncoding =
  | { kind: "guess" }
  | { kind: "utf-8" }
  | { kind: "windows-1252" }
  /** Another one of the Encoding Standard's. */
  | { kind: "other"; label: string };

export interface EncodingVerdict {
  encoding: TextEncoding;
  /** How many bytes of byte order mark come first. */
  markLength: number;
  /** Whether the encoding was told from the text alone, without a mark. */
  isAssumed: boolean;
}

const WESTERN: ReadonlySet<string> = new Set([
  "windows-1252",
  "cp1252",
  "latin1",
  "iso-8859-1",
  "ansi",
  "ascii",
]);

/**
 * Which encoding a text is in, from its first bytes.
 *
 * @param asked What the person said with `--encoding`; a byte order mark still counts as one.
 * @returns `undefined` when the asked encoding is not known.
 */
export function encodingOf(head: Buffer, asked?: string): EncodingVerdict | undefined {
  const marked = markedEncoding(head);
  if (asked === undefined) return marked ?? unmarkedEncoding(head);
  const encoding = encodingNamed(asked);
  if (!encoding) return undefined;
  const markLength = marked && sameEncoding(marked.encoding, encoding) ? marked.markLength : 0;
  return { encoding, markLength, isAssumed: false };
}

function markedEncoding(head: Buffer): EncodingVerdict | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return { encoding: { kind: "guess" }, markLength: 3, isAssumed: false };
  }
  if (head[0] === 0xff && head[1] === 0xfe) return utf16("utf-16le", 2, false);
  if (head[0] === 0xfe && head[1] === 0xff) return utf16("utf-16be", 2, false);
  return undefined;
}

/** UTF-16 of mostly Western text has a zero in every other byte. */
function unmarkedEncoding(head: Buffer): EncodingVerdict {
  const length = Math.min(head.length - (head.length % 2), 4096);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  const most = (length / 2) * 0.7;
  if (length >= 4 && odd > most && even === 0) return utf16("utf-16le", 0, true);
  if (length >= 4 && even > most && odd === 0) return utf16("utf-16be", 0, true);
  return { encoding: { kind: "guess" }, markLength: 0, isAssumed: false };
}

function utf16(label: string, markLength: number, isAssumed: boolean): EncodingVerdict {
  return { encoding: { kind: "other", label }, markLength, isAssumed };
}

function encodingNamed(asked: string): TextEncoding | undefined {
  const name = asked.trim().toLowerCase();
  if (name === "utf-8" || name === "utf8") return { kind: "utf-8" };
  if (WESTERN.has(name)) return { kind: "windows-1252" };
  try {
    return { kind: "other", label: new TextDecoder(name).encoding };
  } catch {
    return undefined;
  }
}

function sameEncoding(marked: TextEncoding, asked: TextEncoding): boolean {
  if (marked.kind === "guess") return asked.kind === "utf-8";
  return marked.kind === "other" && asked.kind === "other" && marked.label === asked.label;
}
