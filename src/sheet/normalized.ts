/** Letters and digits only, in lower case and without accents: how labels are compared. */
export function normalized(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
