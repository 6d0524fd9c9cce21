import { beforeMojibake, decodeWindows1252, isUndefinedIn1252 } from "./windows-1252.ts";

/** `&amp;`, `&#39;`, `&#x27;`, `&eacute;` */
const HTML_CODE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  ndash: "–",
  mdash: "—",
};

/** `eacute` is an e with this mark. */
const ACCENTED = /^([a-z])(acute|grave|uml|tilde|circ|cedil|ring)$/i;
const ACCENTS: Readonly<Record<string, string>> = {
  acute: "\u0301",
  grave: "\u0300",
  uml: "\u0308",
  tilde: "\u0303",
  circ: "\u0302",
  cedil: "\u0327",
  ring: "\u030a",
};

/** Text that went through a web page twice has codes of codes. */
const TURNS_MAX = 2;

/**
 * Undoes what programs do to text on its way into a sheet: UTF-8 that was taken for windows-1252 (`JosÃ©`), and codes of web
 * pages (`O&#39;Brien`). Nobody writes either by hand.
 *
 * @returns The text itself where nothing of the kind is in it.
 */
export function unspoilt(text: string): string {
  let plain = text;
  for (let turn = 0; turn < TURNS_MAX && plain.includes("&"); turn++)
    plain = plain.replace(HTML_CODE, decodedCode);
  return beforeMojibake(plain) ?? plain;
}

/** Whether a code of web pages is left in a text, as of a line's end or of a letter that is none of the few: `&#10;`, `&scaron;`. */
export function holdsCode(text: string): boolean {
  return text.includes("&") && LEFT_CODE.test(text);
}

/** Not `AT&T;`. */
const LEFT_CODE = /&(?:#\d+|#x[\da-f]+|[a-z]{2,});/i;

/** What a code stands for; the code itself where nobody knows. */
function decodedCode(code: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const [, letter = "", accent = ""] = ACCENTED.exec(name) ?? [];
    const accented = letter + (ACCENTS[accent.toLowerCase()] ?? "");
    return NAMED[name.toLowerCase()] ?? (accented.normalize("NFC") || code);
  }
  const point = Number.parseInt(decimal ?? hexadecimal ?? "", decimal === undefined ? 16 : 10);
  // Browsers take these for bytes of windows-1252, and so did who wrote `&#146;`.
  if (point >= 0x80 && point <= 0x9f)
    return isUndefinedIn1252(point) ? code : decodeWindows1252(Buffer.of(point));
  const isCharacter =
    point > 0x20 && point !== 0x7f && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : code;
}
