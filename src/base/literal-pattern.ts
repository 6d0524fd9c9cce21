/** A text as the source of a regular expression that finds it as it stands. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
