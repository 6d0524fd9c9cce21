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

/**
 * What signs somebody in, whoever wrote it: `Bearer abc`; `token=abc` of a login link, its equals sign encoded or escaped
 * as often as texts are put into texts; `token: "abc..."` of a person or of JSON; a JSON Web Token alone, whose first part
 * is a JSON object. No part can be as long as the text and begin anew within itself: the time grows with the text alone.
 */
const CREDENTIAL = new RegExp(
  [
    String.raw`(bearer\s+)${valueUpTo("")}`,
    String.raw`(token(?:=|%(?:25){0,4}3d|\\{1,8}u003d|&(?:amp;){0,4}#(?:61|x3d);))${valueUpTo("&#")}`,
    String.raw`(token["'\\:\s]{1,12})(?<named>[\w.~+/=%-]{20,})`,
    String.raw`(?<![a-z0-9])(?<signed>eyJ[\w.~+/=%-]{16,})`,
  ].join("|"),
  "gi",
);

/** In JSON, a backslash before a quotation mark belongs to the mark, and not to the credential. */
function valueUpTo(end: string): string {
  return String.raw`(?:[^\s"'\\,;<>${end}]|\\(?!["\\]))+`;
}

/** A text without one of these holds no token. That is nearly every text. */
const HINT = /bearer|token|eyj/i;

/**
 * Masks the tokens of login links, and every other credential that shows itself as one.
 *
 * @param known What matches tokens that are known: see `tokenPattern`.
 */
export function redactTokens(text: string, known: readonly RegExp[] = []): string {
  const rest = known.reduce((left, pattern) => left.replace(pattern, MASK), text);
  if (!HINT.test(rest)) return rest;
  return rest.replace(CREDENTIAL, (found: string, ...groups) => {
    const { named, signed } = groups.at(-1) as { named?: string; signed?: string };
    // No word is so long and has a digit in it; and a word may begin like a token, in another case.
    if (named !== undefined && !/\d/.test(named)) return found;
    if (signed !== undefined && !signed.startsWith("eyJ")) return found;
    const start = groups.slice(0, 3).find((group) => group !== undefined) as string | undefined;
    return `${start ?? ""}${MASK}`;
  });
}

const TOKEN_START_LENGTH = 64;

/** What matches a token, however it is spelt, by its first characters, so that a long one costs no more than a short one; and what follows. */
export function tokenPattern(token: string): RegExp {
  const start = [...token.slice(0, TOKEN_START_LENGTH)].map(spellings).join("");
  return new RegExp(String.raw`${start}(?:[\w.~+=%-]|\\?/|\\u00[\da-f]{2})*`, "gi");
}

/**
 * The one redaction of secrets, for text on its way to people and logs: it masks the given secrets wherever they stand,
 * however they are spelt, and every credential that shows itself as one.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
    .map(secretPattern);
  return (text) =>
    redactTokens(longestFirst.reduce((scrubbed, pattern) => scrubbed.replace(pattern, MASK), text));
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
  // Written as its number, because a character may have a meaning in a pattern. In a link, a blank is a space or a plus.
  const itself = /[ +]/.test(character) ? "[ +]" : units.map((unit) => `\\u${hex(unit, 4)}`).join("");
  const backslash = /["\\/]/.test(character) ? "\\\\?" : "";
  return `(?:${backslash}${itself}|${inJson}|${encoded})`;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, "0");
}
