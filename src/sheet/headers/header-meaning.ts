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

/** What a field is called, the more exact first: its path, its label, and the last part of its path. */
const namesOf = ({ path, label }: Field) => [path, label, path.slice(path.lastIndexOf(".") + 1)] as const;

/** Whether a header is one of a field's own names, whatever its case and punctuation. */
export function isNamedAs(header: string, field: Field): boolean {
  return namesOf(field).some((name) => headerKey(name) === headerKey(header));
}

/** Whether a header is a field's path, or the last part of it, as programs write it: `buildingType`, not `Building Type`. */
export function isPathOf(header: string, { path }: Field): boolean {
  return header === path || (/[A-Z]/.test(header) && path.endsWith(`.${header}`));
}

/** By the form in which names are the same; what comes first has a name. */
export function byName<T>(named: readonly (readonly [name: string, T])[]): ReadonlyMap<string, T> {
  return new Map(named.map(([name, value]) => [headerKey(name), value] as const).toReversed());
}

/** So that no other header of a field takes the path or label of another. */
const OWN_NAMES = byName(
  ([0, 1, 2] as const).flatMap((at) => FIELDS.map((field) => [namesOf(field)[at], field] as const)),
);

/** The field that a header is a name of: of two addresses the last part of a path is the property's. */
export function fieldNamed(header: string): Field | undefined {
  return OWN_NAMES.get(headerKey(header));
}

const SHORT_KEY = 5;

const ALL_NAMES: readonly (readonly [key: string, Field])[] = [
  ...OWN_NAMES,
  ...FIELDS.flatMap((field) => field.otherHeaders.map((name) => [headerKey(name), field] as const)),
];

/** The field whose header a person may have meant, by a letter or two. It is suggested and never taken. */
export function nearestField(header: string): Field | undefined {
  const key = headerKey(header);
  if (key.length < 3) return undefined;
  let nearest: Field | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [known, field] of ALL_NAMES) {
    const limit = Math.min(known.length, key.length) < SHORT_KEY ? 1 : 2;
    if (Math.abs(known.length - key.length) > limit || known.length < 3) continue;
    // "Vorname" is near to "surname" by accident: nobody slips at the first letter.
    if (known[0] !== key[0]) continue;
    const distance = leven(key, known, { maxDistance: limit + 1 });
    if (distance <= limit && distance < least) {
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
