/** What a cell that holds several fields comes apart into. Together, its texts are the words of the cell. */
export interface SplitCell {
  /** Texts by the last part of a field's path, as in `firstName`: each is read like a cell of that field. */
  parts: Readonly<Partial<Record<SplitPart, string>>>;
  /** Words of the cell that no field takes. */
  leftOut: readonly string[];
  /** Set where a careful person would look at the split again. */
  isDoubtful?: true;
  /** Why the cell cannot be taken apart, as the rest of a sentence that begins with it: the lead is not sent. */
  refusal?: string;
}

export type SplitPart =
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "street"
  | "city"
  | "state"
  | "zip"
  | "county"
  | "street2"
  | "houseNumber"
  | "streetSuffix";

/** @param why The rest of a sentence that begins with the cell, with what to do. */
export function refused(why: string): SplitCell {
  return { parts: {}, leftOut: [], refusal: why };
}

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
