import type { Lead } from "../../src/lead/schema.ts";

/** A lead, and who it truly is of: what nothing but a test can know. */
export interface PersonRow {
  row: number;
  person: number;
  lead: Lead;
}

/** A sheet, and the leads of earlier sheets; the row of an earlier one is its place in the list. */
export interface Population {
  sheet: PersonRow[];
  earlier: PersonRow[];
}

export interface Generator {
  name: string;
  /** First names, each with what its bearers are called as well. */
  shortForms(): readonly (readonly string[])[];
  /** People come back, changed in what changes; investors have many properties. */
  histories(seed: number): Population;
  /** Nobody is twice, in the sheet or in both; 3 % of the rows have a second member of the household. */
  strangers(seed: number): Population;
}
