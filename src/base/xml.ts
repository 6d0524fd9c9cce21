/** Characters that XML 1.0 cannot hold, even escaped. */
const NOT_XML = /[\0-\x08\x0b-\x1f\p{Cs}\ufffe\uffff]/gu;
/** Characters that XML can hold but that control a terminal or hide text: controls, directions, invisible ones. */
const ACTIVE = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;
const SPECIAL = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text that needs no escape: nearly all text. */
const PLAIN = /^[\t\n !#-%'-;=?-~]*$/;

/**
 * Text as XML 1.0 writes it, between tags or as the value of an attribute on one line. What it cannot hold becomes
 * U+FFFD, so that something is seen to be missing; what cannot be seen is written by its number; line breaks become line
 * feeds, as every reader makes of them.
 */
export function xmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(NOT_XML, "\ufffd")
    .replace(SPECIAL, (character) => ENTITIES[character] ?? "")
    .replace(ACTIVE, (character) => `&#${character.codePointAt(0)};`);
}

/** Attributes as they follow a tag's name, each with a space in front. Line breaks and tabs survive in them. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join("");
}

function attributeText(value: string): string {
  return xmlText(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
