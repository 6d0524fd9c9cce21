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
