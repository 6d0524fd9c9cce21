import { fieldAt } from "../../lead/field-catalogue.ts";
import { located, spokenPlaces } from "./header-address.ts";
import { marksOf } from "./header-marks.ts";
import { fieldNamed } from "./header-meaning.ts";
import { applyRules } from "./header-rules.ts";
import { type AddressOwner, hasAny, type Item, itemAt, type Tags, type Whose } from "./header-tags.ts";
import { HEADER_CHARACTERS_MAX, type Word, wordsOf } from "./header-text.ts";

/** What a header says by itself. Its cells and the other columns may say more. */
export interface HeaderMeaning {
  /**
   * Absent when the header names nothing of a lead that is known, and nothing known to be irrelevant either.
   * `street` is also the item of an address word alone ("Property Address"): its cells may hold whole addresses.
   * `occupancy` may tell the usage or the rental occupancy: its cells say which.
   */
  item?: Item;
  /** Absent when the header does not say whose. */
  whose?: Whose;
  /** Which address it belongs to; absent when the header does not say. */
  place?: AddressOwner;
  /** Among columns of one item the lowest goes first: a mobile (0), unmarked (1), home (2), work phone (3). */
  rank: number;
  /**
   * - `named`: a path of the catalogue, its last part or its label, so taken at its word;
   * - `certain`: every word is understood;
   * - `partial`: a word is left over, or what was understood does not settle it.
   */
  certainty: "named" | "certain" | "partial";
  /** The words that were not understood, or do not fit the item. */
  rest: readonly string[];
  /** The value that is meant by yes, of a column that is ticked for one: "Do you live there?". */
  yes?: string;
}

const REMEMBERED_MAX = 2_000;

const remembered = new Map<string, HeaderMeaning>();

/**
 * Reads a header by the words in it, whatever their order, case and punctuation. What was read is remembered: a
 * sheet's first cells are looked at many times.
 *
 * @param keys Of a column of JSON: the keys that the header joins by dots.
 */
export function readHeader(header: string, keys?: readonly string[]): HeaderMeaning {
  const text = keys ? keys.join(".") : header;
  const known = remembered.get(text);
  if (known) return known;
  const meaning = namedMeaning(text) ?? meaningOf(wordsOf(text));
  if (text.length > HEADER_CHARACTERS_MAX) return meaning;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(text, meaning);
  return meaning;
}

/**
 * The meaning of a path, a label, or the last part of a path. A path says whose address it is; a label such as "City" does
 * not, nor does what is like a path ("ADDRESS_CITY" is what some systems call the address of a person).
 */
function namedMeaning(text: string): HeaderMeaning | undefined {
  if (text.length > HEADER_CHARACTERS_MAX) return undefined;
  const exact = fieldAt(text.trim());
  // "Street #" is a part of a street.
  const field = exact ?? (text.includes("#") ? undefined : fieldNamed(text));
  if (!field) return undefined;
  const [group] = field.path.split(".");
  const isHome = group === "residentialAddress";
  const place = isHome ? "residence" : exact && group === "address" ? "property" : undefined;
  return { item: itemAt(field.path), rank: 1, certainty: "named", rest: [], ...(place && { place }) };
}

function meaningOf(words: readonly Word[]): HeaderMeaning {
  const tags: Tags = new Set(words.map(({ tag }) => tag ?? "unknown"));
  const whose = isOtherContact(words) ? "other" : whoseOf(tags);
  // Most of a sheet's first cells are not headers at all.
  const isUnknown = tags.size === 1 && tags.has("unknown");
  const marks = marksOf(tags, words);
  const found = isUnknown ? undefined : applyRules(tags, marks);
  if (!found) {
    const rest = words.filter(({ tag }) => tag === undefined || tag === "figure").map(({ text }) => text);
    const place = spokenPlaces(tags)[0];
    return { ...(whose ? { whose } : {}), ...(place ? { place } : {}), rank: 1, certainty: "partial", rest };
  }
  const { item, rank } = found;
  if (item === "irrelevant")
    return { item, ...(whose ? { whose } : {}), rank, certainty: "certain", rest: [] };
  const { place, fits, isPartial } = located(found, tags);
  // "Is this your primary residence?" is answered by yes or no, and not by the item that it is about.
  const isAsked = marks.has("asksFirst") && !isDeclaration(item);
  const isFitting = ({ text, tag }: Word): boolean => {
    if (tag === "filler") return true;
    if (tag === undefined) return false;
    // "No liens" says the opposite, where "Loan No" numbers something.
    if (text === "no" && isDeclaration(item)) return false;
    if (tag === "asks") return !isAsked || fits.has(tag);
    return fits.has(tag);
  };
  const rest = words.filter((word) => !isFitting(word)).map(({ text }) => text);
  return {
    item,
    ...(whose ? { whose } : {}),
    ...(place ? { place } : {}),
    rank,
    certainty: isPartial || rest.length > 0 ? "partial" : "certain",
    rest,
  };
}

/** "Alternate Contact Phone" is another person's; an "Alternate Phone" is another one of the same. */
function isOtherContact(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => CONTACT.test(text) && words[at - 1]?.tag === "secondary");
}

const CONTACT = /^contact(?:o|s|os)?$/;

function whoseOf(tags: Tags): Whose | undefined {
  if (tags.has("coApplicant")) return "co-applicant";
  if (tags.has("others") || tags.has("employer")) return "other";
  if (tags.has("applicant") || tags.has("person") || tags.has("homeowner")) return "applicant";
  const isOfPerson = hasAny(tags, ["first", "last", "name", "nombre"]);
  if (tags.has("tenant") && (isOfPerson || hasAny(tags, ["email", "phone", "mobile"]))) return "other";
  if (tags.has("primary") && isOfPerson) return "applicant";
  return undefined;
}

export function isDeclaration(item: Item | undefined): boolean {
  return item === "listed" || item === "purchased" || item === "liabilities";
}
