/** A digit run or an exponent that a double may not hold; strings may hold them too. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Key of the object that replaces a number; no real text has it. */
const MARK = "\u0000leadctl number";

/**
 * `JSON.parse` rounds long numbers without a word and makes `1e400` infinite, which would be sent as
 * `null`. Each number that would not survive is put as an object that keeps its text.
 *
 * @param text Sound JSON: in other text the search for a string's end would begin anew at each quote.
 */
export function withMarkedNumbers(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(TOKEN, (token) =>
    token.startsWith('"') || survives(token) ? token : JSON.stringify({ [MARK]: token }),
  );
}

/** The text of a number that was marked. */
export function markedNumber(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, MARK)) return undefined;
  return String((value as Record<string, unknown>)[MARK]);
}

function survives(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
