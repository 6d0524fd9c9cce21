import { secretPattern } from "./secret-pattern.ts";

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
