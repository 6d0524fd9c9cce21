/** The words of a text, for looking them up: lower case, no accents, no punctuation but what stands within. */
export function wordKey(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

/** A list of words for looking keys up: each is written as {@link wordKey} gives it, for to make hundreds of keys takes time. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
