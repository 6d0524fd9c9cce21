import type { Field } from "../lead/field-catalogue.ts";
import type { FieldValue } from "./cell-report.ts";

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
