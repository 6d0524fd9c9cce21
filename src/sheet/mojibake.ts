import { isUtf8 } from "node:buffer";
import { encodeWindows1252 } from "./windows-1252.ts";

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
