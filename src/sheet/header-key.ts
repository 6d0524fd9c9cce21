import { FIELDS, type Field } from "../lead/field-catalogue.ts";
import { prefixedAliases } from "./prefixed-aliases.ts";

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

/** A remark behind a header that does not change what it means. */
const REMARK =
  /\s*[([](?:required|optional|text|number|digits|yes\s*\/\s*no|y\s*\/\s*n|true\s*\/\s*false|usd|us\$|\$|#|if (?:any|applicable|condo|multi.?unit|investment|rented))[)\]]\s*$/i;

const FIELD_BY_KEY = keysOfCatalogue();

/** No field is called by more: a longer header is not looked at any closer, whatever a sheet puts there. */
const HEADER_CHARACTERS_MAX = 300;

/** A header as far as it may name anything; empty when it is too long to. */
export function shortHeader(header: string): string {
  const trimmed = header.trim();
  return trimmed.length > HEADER_CHARACTERS_MAX ? "" : trimmed;
}

/** The field that a header names: by its path, the last part of its path, its label or an alias. */
export function fieldByHeader(header: string): Field | undefined {
  return FIELD_BY_KEY.get(headerKey(shortHeader(header).replace(REMARK, "")));
}

/** Every key that a header may have, with its field: for finding near misses. */
export function headerKeys(): ReadonlyMap<string, Field> {
  return FIELD_BY_KEY;
}

function keysOfCatalogue(): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const add = (header: string, field: Field) => {
    const key = headerKey(header);
    if (!fields.has(key)) fields.set(key, field);
  };
  // By rank over all fields, so that no alias of one takes the path or label of another.
  for (const field of FIELDS) add(field.path, field);
  for (const field of FIELDS) add(field.label, field);
  for (const field of FIELDS) add(field.path.slice(field.path.lastIndexOf(".") + 1), field);
  for (const field of FIELDS) for (const alias of field.aliases) add(alias, field);
  for (const field of FIELDS) for (const alias of prefixedAliases(field)) add(alias, field);
  return fields;
}
