/**
 * What a terminal may act on or hide: controls (C0, DEL, C1), format characters (bidirectional, zero-width,
 * byte order mark, tags), separators of lines, halves of surrogate pairs.
 */
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from a sheet or from the service, made inert and visible, on one line: an escape character shows as
 * `\x1b`, a bidirectional override as `\u{202e}`, a line break as `\n`. Everything else stays as it is.
 */
export function safeText(text: string): string {
  return text.replace(ACTIVE, visible);
}

/** {@link safeText} for text of several lines, as our own messages may be: line feeds stay. */
export function safeLines(text: string): string[] {
  return text.split(/\r?\n/).map(safeText);
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function visible(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return NAMED[character] ?? (hex.length <= 2 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}

/** Text of lines without anything that {@link safeText} shows: nearly every text. */
const PLAIN = /^[\n -~]*$/;

/** Makes a file's text safe for a terminal. The file itself keeps its data unchanged. */
export function safeFileText(text: string): string {
  if (PLAIN.test(text)) return text;
  return safeLines(text.replace(/^\uFEFF/, "")).join("\n");
}

/**
 * The document of a command's `--json`, on one line: the name and version of its schema first.
 *
 * @param name Of a schema in docs/schemas.
 * @param scrub Takes secrets out of a text. It gets every value that is one, and never the name of a key.
 */
export function documentLine(name: string, fields: object, scrub?: (text: string) => string): string {
  const document = { ...schemaHead(name), ...fields };
  return `${jsonText(document, scrub)}\n`;
}

/** The beginning of every document. All schemas share one version until one of them needs another. */
export function schemaHead(name: string) {
  return { schema: `leadctl/${name}`, version: 1 };
}

/** JSON in which nothing can act on a terminal, with every value that is a text scrubbed. */
export function jsonText(value: unknown, scrub?: (text: string) => string): string {
  const json = JSON.stringify(
    value,
    scrub && ((_key, inner: unknown) => (typeof inner === "string" ? scrub(inner) : inner)),
  );
  return inertJson(json);
}

/** JSON of however many lines in which nothing can act on a terminal; to its reader it is the same. */
export function inertJson(json: string): string {
  return PLAIN.test(json) ? json : json.replace(ACTIVE_IN_JSON, escaped);
}

/** White space separates values and never occurs inside one. */
const ACTIVE_IN_JSON = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Some of them are two units, as those of the tags. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  }).join("");
}
