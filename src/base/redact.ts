/** Shorter than any key that is one: `test`, `k1`. */
const SECRET_LENGTH_MIN = 8;
/** Letters alone, with signs between them: what may be a word, or a name in a program. */
const LETTERS = /^[A-Za-z]+(?:[-_. ]+[A-Za-z]+)*$/;
/** So many letters in a row, between signs and capitals, are a word; fewer, on average, are drawn at random. */
const WORD_LENGTH_MIN = 4;
const WORDS_LENGTH_MAX = 24;

/**
 * Whether a secret can be taken out of texts without harm. What is short, or may be a word (`status`,
 * `not-confirmed`, `monthlyRentalIncome`), also stands where nobody put the secret.
 */
export function canRedact(secret: string): boolean {
  return secret.length >= SECRET_LENGTH_MIN && !isLikeWords(secret);
}

function isLikeWords(secret: string): boolean {
  if (!LETTERS.test(secret) || secret.length > WORDS_LENGTH_MAX) return false;
  const parts = secret.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return secret.replace(/[^A-Za-z]/g, "").length / parts.length >= WORD_LENGTH_MIN;
}
/** Fewer of a secret's first characters than this turn up at the end of a text by chance. */
const CUT_LENGTH_MIN = 8;
const MASK = "***";

/** `Bearer abc`, in whatever case and wherever it begins. */
const BEARER = credentialAfter(String.raw`bearer\s+`, "");
/** `token=abc` of a login link, also where its equals sign is percent-encoded. */
const TOKEN = credentialAfter("token(?:=|%3d)", "&#");

/** In JSON, a backslash before a quotation mark belongs to the mark, and not to the credential. */
function credentialAfter(start: string, end: string): RegExp {
  return new RegExp(String.raw`(${start})(?:[^\s"'\\,;<>${end}]|\\(?!["\\]))+`, "gi");
}

/**
 * A scrubber for text on its way to people and logs: it masks the given secrets wherever they stand,
 * however they are spelt, every bearer credential, and the token of every login link.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
    .map(secretPattern);
  return (text) =>
    longestFirst
      .reduce((scrubbed, pattern) => scrubbed.replace(pattern, MASK), text)
      .replace(BEARER, `$1${MASK}`)
      .replace(TOKEN, `$1${MASK}`);
}

/**
 * What matches a secret however it is spelt where text passes through: as it is, in another case,
 * percent-encoded, or as JSON may write it (`\u006b`, `\"`), character by character. At the very end of a text its
 * first characters will do: an answer may break off within it.
 *
 * @param secret Not empty.
 */
export function secretPattern(secret: string): RegExp {
  const parts = [...secret].map(spellings);
  const start = parts.slice(0, CUT_LENGTH_MIN).join("");
  const rest = parts.slice(CUT_LENGTH_MIN);
  const cut = rest.reduceRight((inner, part) => `(?:${part}${inner})?`, "");
  return new RegExp(rest.length === 0 ? start : `${start}(?:${rest.join("")}|${cut}$)`, "gi");
}

function spellings(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const inJson = units.map((unit) => `\\\\u${hex(unit, 4)}`).join("");
  const encoded = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join("");
  // By its number, so that no character can mean something in a pattern.
  const itself = units.map((unit) => `\\u${hex(unit, 4)}`).join("");
  const backslash = /["\\/]/.test(character) ? "\\\\?" : "";
  return `(?:${backslash}${itself}|${inJson}|${encoded})`;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, "0");
}
