import type { Personal } from "../base/finding.ts";

const SHOWN_CHARACTERS_MAX = 40;
const PRINTABLE = /^[ -~]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as a message quotes it: in quotes, on one line, nothing invisible, at most 40 characters. */
export function shownValue(text: string): string {
  if (text.length <= SHOWN_CHARACTERS_MAX && PRINTABLE.test(text)) return `"${text}"`;
  const characters = [...text.slice(0, SHOWN_CHARACTERS_MAX * 2 + 1)];
  const start = characters.slice(0, SHOWN_CHARACTERS_MAX).join("");
  const escaped = start.replace(INVISIBLE, escapedCharacter);
  return characters.length > SHOWN_CHARACTERS_MAX ? `"${escaped}…"` : `"${escaped}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return ESCAPES[character] ?? `\\u{${code.toString(16).padStart(4, "0")}}`;
}

/** What stands in a cell or a header, as a message quotes it. */
export function quoted({ personal }: Personal): string {
  return shownValue(personal);
}
