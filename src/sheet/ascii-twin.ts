/*
 * V8 makes the sets of `\p{…}` anew for each expression: when its file is read, when it is made, and at its first uses; and
 * under the flag `i` it adds the other cases of all their letters. That takes up to 6 ms each: in a short sheet, longer
 * than all that is read with it.
 */

/**
 * Says of each text which expression reads it: the written one, or for ASCII alone, as nearly every cell is, a twin that
 * knows only the ASCII of its sets, and gives the same there. Each is made when it is first asked for.
 *
 * @param source With no `\P{…}` or `\u{…}` in it. A text: a literal is looked through by V8 whenever its file is loaded.
 * @param flags `u` among them.
 */
export function withAsciiTwin(source: string, flags: string): (text: string) => RegExp {
  let pattern: RegExp | undefined;
  let twin: RegExp | undefined;
  return (text) => {
    if (NOT_ASCII.test(text)) {
      pattern ??= new RegExp(source, flags);
      return pattern;
    }
    twin ??= new RegExp(asciiOf(source), flags.replace("u", ""));
    return twin;
  };
}

export const NOT_ASCII = /[^\0-\x7f]/;

const CONTROLS = "\\0-\\x1f\\x7f";

/** The characters of ASCII that a set has, as they stand within brackets. */
const ASCII_OF: Readonly<Record<string, string>> = {
  L: "A-Za-z",
  Lu: "A-Z",
  Ll: "a-z",
  M: "",
  N: "0-9",
  C: CONTROLS,
  Cc: CONTROLS,
  Cf: "",
  Cs: "",
  Zl: "",
  Zp: "",
};

/** An escape, or a bracket that begins or ends a class. */
const PART = /\\p\{(\w+)\}|\\[\s\S]|[[\]]/g;

function asciiOf(source: string): string {
  let isInClass = false;
  return source.replace(PART, (part, set: string | undefined) => {
    if (part === "[" || part === "]") isInClass = part === "[";
    if (set === undefined) return part;
    const characters = ASCII_OF[set];
    if (characters === undefined) throw new Error(`the ASCII of \\p{${set}} is not known`);
    return isInClass ? characters : `[${characters}]`;
  });
}

/** What is neither letter nor digit. */
export const BETWEEN_WORDS = withAsciiTwin(String.raw`[^\p{L}\p{N}]+`, "gu");

export const LETTER = withAsciiTwin(String.raw`\p{L}`, "u");
export const TWO_LETTERS = withAsciiTwin(String.raw`\p{L}{2}`, "u");
