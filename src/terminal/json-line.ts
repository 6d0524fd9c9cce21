import { ACTIVE } from "./safe-text.ts";

/** A document on one line, in which nothing can act on a terminal: JSON itself lets most controls of Unicode stand. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(ACTIVE, escaped)}\n`;
}

/** Some of them are two units, as those of the tags. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  }).join("");
}
