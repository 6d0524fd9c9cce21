/** Letters and digits only, in lower case and without accents: how words and labels are compared. */
export function wordKey(word: string): string {
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
