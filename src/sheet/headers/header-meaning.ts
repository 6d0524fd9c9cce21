import leven from "leven";
import { FIELDS, type Field } from "../../lead/field-catalogue.ts";

/**
 * The form in which two headers are the same: letters and digits only, in lower case, compatibility forms
 * folded. `First Name`, `first_name` and `firstName` are one.
 */
export function headerKey(header: string): string {
  return header
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

let fieldByName: ReadonlyMap<string, Field> | undefined;

/** No field is called by more: a longer header is not looked at any closer, whatever a sheet puts there. */
const HEADER_CHARACTERS_MAX = 300;

/** A header as far as it may name anything; empty when it is too long to. */
export function shortHeader(header: string): string {
  const trimmed = header.trim();
  return trimmed.length > HEADER_CHARACTERS_MAX ? "" : trimmed;
}

/** Whether a header is a field's path, the last part of it, or its label, whatever its case and punctuation. */
export function isNamedAs(header: string, { path, label }: Field): boolean {
  const key = headerKey(header);
  return [path, label, path.slice(path.lastIndexOf(".") + 1)].some((name) => headerKey(name) === key);
}

/** Whether a header is a field's path, or the last part of it, as programs write it: `buildingType`, not `Building Type`. */
export function isPathOf(header: string, { path }: Field): boolean {
  return header === path || (/[A-Z]/.test(header) && path.endsWith(`.${header}`));
}

/** By rank over all fields, so that no other header of one takes the path or label of another. */
function namesOfCatalogue(): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const add = (header: string, field: Field) => {
    const key = headerKey(header);
    if (!fields.has(key)) fields.set(key, field);
  };
  for (const field of FIELDS) add(field.path, field);
  for (const field of FIELDS) add(field.label, field);
  for (const field of FIELDS) add(field.path.slice(field.path.lastIndexOf(".") + 1), field);
  for (const field of FIELDS) for (const header of field.otherHeaders) add(header, field);
  return fields;
}

const SHORT_KEY = 5;

/** The field whose header a person may have meant, by a letter or two. It is suggested and never taken. */
export function nearestField(header: string): Field | undefined {
  const key = headerKey(header);
  if (key.length < 3) return undefined;
  const limit = key.length < SHORT_KEY ? 1 : 2;
  let nearest: Field | undefined;
  let least = limit + 1;
  fieldByName ??= namesOfCatalogue();
  for (const [known, field] of fieldByName) {
    if (Math.abs(known.length - key.length) > limit || known.length < 3) continue;
    const distance = leven(key, known, { maxDistance: limit + 1 });
    if (distance < least) {
      least = distance;
      nearest = field;
    }
  }
  return nearest;
}

/** What reports add to the input's own columns, in this order. */
export const OWN_COLUMNS = [
  "leadctl_row",
  "leadctl_status",
  "leadctl_quote_id",
  "leadctl_login_url",
  "leadctl_issues",
] as const;

/** One of ours, in a report or fix file that is sent again: it says nothing about the lead. */
export function isOwnColumn(header: string): boolean {
  const name = header.trim().toLowerCase();
  return OWN_COLUMNS.some((own) => own === name);
}
