import type { Field } from "../lead/field-catalogue.ts";
import type { FieldValue } from "./cell-report.ts";
import { headerKey } from "./header-key.ts";
import type { Column } from "./table.ts";

/**
 * Whether the field is part of an address. One may be the property's and one the applicant's, so that two
 * columns for such a field are never taken for one, even where they agree.
 */
export function isOfAddress({ path }: Field): boolean {
  return path.startsWith("address.") || path.startsWith("residentialAddress.");
}

/** Whether two columns say the same, though one may write it otherwise. */
export function isSameValue({ path }: Field, one: FieldValue, other: FieldValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (path === "contactInfo.phone") return one.replace(/\D/g, "") === other.replace(/\D/g, "");
  return one.toLowerCase() === other.toLowerCase();
}

/** A field that several columns feed. */
export interface TwinColumns {
  field: Field;
  columns: readonly Column[];
}

/**
 * Finds the columns of two people, as of a borrower and a co-borrower: their names stand there twice with more
 * of them, or two columns have the same headers again. Taking what is filled would make one person of two.
 *
 * @param twins Every field that several columns feed.
 */
export function columnsOfTwoPeople(twins: readonly TwinColumns[]): TwinColumns | undefined {
  const ofPerson = twins.filter(({ field }) => field.path.startsWith("contactInfo."));
  const isNamedTwice = ofPerson.some(({ field }) => /Name$/.test(field.path));
  const again = ofPerson.filter(({ columns: [one, other] }) => one && other && isSameHeader(one, other));
  return ofPerson.length >= 2 && (isNamedTwice || again.length >= 2) ? ofPerson[0] : undefined;
}

function isSameHeader(one: Column, other: Column): boolean {
  return headerKey(one.name) === headerKey(other.name);
}
