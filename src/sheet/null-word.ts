const WORDS: ReadonlySet<string> = new Set([
  ..."null nil none n/a n.a. na n\\a nan tbd tba unknown undefined blank (blank) empty <null> (null)".split(
    " ",
  ),
  ..."- -- --- – — . .. ... ? ?? \\n".split(" "),
  "not available",
  "not applicable",
  "not provided",
]);
const LENGTH_MAX = Math.max(...[...WORDS].map((word) => word.length));

const FIRST_CODES: ReadonlySet<number> = new Set(
  [...WORDS].flatMap((word) => [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]),
);

/** Whether a cell's text is only a way of saying that there is nothing. Never asked of names. */
export function isNullWord(text: string): boolean {
  return text.length <= LENGTH_MAX && FIRST_CODES.has(text.charCodeAt(0)) && WORDS.has(text.toLowerCase());
}
