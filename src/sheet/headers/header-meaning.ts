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

/** What a field is called: its path, its label, and the last part of its path. */
export const namesOf = ({
  path,
  label,
}: Pick<Field, "path" | "label">): [path: string, label: string, part: string] => [
  path,
  label,
  path.slice(path.lastIndexOf(".") + 1),
];

/** Whether a header is one of a field's own names, whatever its case and punctuation. */
export function isNamedAs(header: string, field: Field): boolean {
  return namesOf(field).some((name) => headerKey(name) === headerKey(header));
}

/** Whether a header is a field's path, or the last part of it, as programs write it: `buildingType`, not `Building Type`. */
export function isPathOf(header: string, { path }: Field): boolean {
  return header === path || (/[A-Z]/.test(header) && path.endsWith(`.${header}`));
}

let fieldByName: ReadonlyMap<string, Field> | undefined;

/** By the form in which names are the same; what comes first has a name. */
export function byName<T>(named: readonly (readonly [name: string, T])[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const [name, value] of named) if (!found.has(headerKey(name))) found.set(headerKey(name), value);
  return found;
}

/** So that no other header of a field takes the path or label of another. */
function namesOfCatalogue(): ReadonlyMap<string, Field> {
  const own = ([0, 1, 2] as const).flatMap((at) =>
    FIELDS.map((field) => [namesOf(field)[at], field] as const),
  );
  return byName([
    ...own,
    ...FIELDS.flatMap((field) => field.otherHeaders.map((name) => [name, field] as const)),
  ]);
}

const SHORT_KEY = 5;

/** The field whose header a person may have meant, by a letter or two. It is suggested and never taken. */
export function nearestField(header: string): Field | undefined {
  const key = headerKey(header);
  if (key.length < 3) return undefined;
  let nearest: Field | undefined;
  let least = Number.POSITIVE_INFINITY;
  fieldByName ??= namesOfCatalogue();
  for (const [known, field] of fieldByName) {
    const limit = Math.min(known.length, key.length) < SHORT_KEY ? 1 : 2;
    if (Math.abs(known.length - key.length) > limit || known.length < 3) continue;
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
