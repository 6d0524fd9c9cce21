/**
 * The same code in ASCII alone. In memory it is half as large as with a single other character in it, and V8 reads it
 * without decoding.
 *
 * @throws Error where that would change what the code does.
 */
export function inAscii(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code))
    throw new Error(
      "String.raw shows how its characters are written: write those beyond ASCII as \\u and four digits",
    );
  if (ESCAPED_BEYOND_ASCII.test(code))
    throw new Error("A backslash stands before a character beyond ASCII: leave it out");
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** After a backslash that does not belong to one before it, as the second one of `\\é` does. */
const ESCAPED_BEYOND_ASCII = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/;
