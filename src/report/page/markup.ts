import { safeText } from "../../terminal/safe-text.ts";

/** Text that is HTML already. Only {@link html} makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Markup of nothing. */
export const NOTHING = new Markup("");

type Part = string | number | Markup | readonly Markup[];

/**
 * HTML with every value escaped that is not itself made by this tag, and what cannot be seen in it shown as on a
 * terminal; attributes have to be in double quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + partText(parts[index - 1]) + piece));
}

/** JSON that stands in a script element: nothing in it can end that element, or begin a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, unicodeEscape);
}

function partText(part: Part | undefined): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
