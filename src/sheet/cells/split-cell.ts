import type { SplitRefusal } from "../cell-texts.ts";

/** What a cell that holds several fields comes apart into. Together, its texts are the words of the cell. */
export interface SplitCell {
  /** Texts by the last part of a field's path, as in `firstName`: each is read like a cell of that field. */
  parts: Readonly<Partial<Record<SplitPart, string>>>;
  /** Words of the cell that no field takes. */
  leftOut: readonly string[];
  /** Set where a careful person would look at the split again. */
  isDoubtful?: true;
  /** Why the cell cannot be taken apart: the lead is not sent. */
  refusal?: SplitRefusal;
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

export function refused(refusal: SplitRefusal): SplitCell {
  return { parts: {}, leftOut: [], refusal };
}
