import { isUtf8 } from "node:buffer";

/** What bytes 0x80 to 0x9F mean; U+FFFD for the five that mean nothing. */
const C1 = ["€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd", "\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"].join("");

const BYTE_BY_CHARACTER: ReadonlyMap<string, number> = new Map(
  [...C1].flatMap((character, index): [string, number][] =>
    character === "\ufffd" ? [] : [[character, 0x80 + index]],
  ),
);

const C1_CONTROL = /[\x80-\x9f]/g;

/**
 * Text from windows-1252 bytes, by a table of our own: `TextDecoder` gives control characters for 0x80 to
 * 0x9F on Node 20.18.3 to 22.12 and later (nodejs/node#56542, #60888).
 */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(C1_CONTROL, (control) => C1[control.charCodeAt(0) - 0x80] ?? "\ufffd");
}

/** Whether windows-1252 gives the byte no meaning, as text in another encoding would have it. */
export function isUndefinedIn1252(byte: number): boolean {
  return byte >= 0x80 && byte <= 0x9f && C1[byte - 0x80] === "\ufffd";
}

/**
 * The bytes of a text in windows-1252, or `undefined` when it has a character that is not in there. A byte without a meaning is
 * the control character that most programs make of it.
 */
export function encodeWindows1252(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isItself = code < 0x80 || (code >= 0xa0 && code <= 0xff) || isUndefinedIn1252(code);
    const byte = isItself ? code : BYTE_BY_CHARACTER.get(text[at] ?? "");
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

const NON_ASCII = /[^\x00-\x7f]/;

/** Latin letters and the usual punctuation: what Western names and addresses are written in. */
const WESTERN = /^[\x00-\u024f\u2010-\u203a\u20ac\u2122]*$/;

/**
 * What the text was before UTF-8 was taken for windows-1252 (`JosÃ©` was `José`), if it looks so. Other
 * scripts do not count: two accents in a row may happen to be the bytes of a Chinese character.
 */
export function beforeMojibake(text: string): string | undefined {
  if (!NON_ASCII.test(text)) return undefined;
  const bytes = encodeWindows1252(text);
  if (!bytes || !isUtf8(bytes)) return undefined;
  const before = bytes.toString("utf8");
  return WESTERN.test(before) ? before : undefined;
}
