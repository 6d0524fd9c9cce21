/** The form in which a word is looked up: lower case, no accents, no punctuation but what stands within. */
export function wordKey(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}
