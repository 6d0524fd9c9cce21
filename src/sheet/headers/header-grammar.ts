import { fieldAt } from "../../lead/field-catalogue.ts";
import type { Tag } from "../vocabulary/header-words.ts";
import { fieldNamed } from "./header-meaning.ts";
import { applyRules, marksOf, type RuleMeaning } from "./header-rules.ts";
import {
  type AddressOwner,
  hasAny,
  type Item,
  itemAt,
  PEOPLE,
  type Tags,
  type Whose,
} from "./header-tags.ts";
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
  const id = keys ? `keys ${text}` : text;
  const known = remembered.get(id);
  if (known) return known;
  const meaning = namedMeaning(text) ?? meaningOf(wordsOf(keys ? withoutWrapping(keys) : text));
  if (text.length > HEADER_CHARACTERS_MAX) return meaning;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(id, meaning);
  return meaning;
}

/** `answers.Do you live there?` is the question alone: what begins it says more than a word in the middle. */
function withoutWrapping(keys: readonly string[]): string {
  const saysNothing = (key: string): boolean => wordsOf(key).every(({ tag }) => tag === "filler");
  return keys.slice(keys.findIndex((key) => !saysNothing(key))).join(".");
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
  const whose = whoseOf(tags);
  const said = { ...(whose && { whose }) };
  // Most of a sheet's first cells are not headers at all.
  const isUnknown = tags.size === 1 && tags.has("unknown");
  const marks = marksOf(tags, words);
  const found = isUnknown ? undefined : applyRules(tags, marks);
  if (!found) {
    const rest = words.filter(({ tag }) => tag === undefined || tag === "figure").map(({ text }) => text);
    const [place] = spokenPlaces(tags);
    return { ...said, ...(place && { place }), rank: 1, certainty: "partial", rest };
  }
  const { item, rank } = found;
  // "Listed with a realtor in the last 6 months?" is about the applicant's property.
  if (isDeclaration(item) && whose === "other") delete said.whose;
  if (item === "irrelevant") return { item, ...said, rank, certainty: "certain", rest: [] };
  const { place, fits, isPartial } = located(found, tags);
  // "Is this your primary residence?" is answered by yes or no, and not by the item that it is about.
  const isAsked = marks.has("asksFirst") && !isDeclaration(item);
  const isFitting = ({ text, tag }: Word): boolean => {
    // "No liens" says the opposite, where "Loan No" numbers something.
    if (tag === undefined || (text === "no" && isDeclaration(item))) return false;
    return tag === "filler" || (tag === "asks" && !isAsked) || fits.has(tag);
  };
  const rest = words.filter((word) => !isFitting(word)).map(({ text }) => text);
  const certainty = isPartial || rest.length > 0 ? "partial" : "certain";
  return { item, ...said, ...(place && { place }), rank, certainty, rest };
}

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

/** What a header names, with whose address it is, as far as the words say. */
interface Located {
  place?: AddressOwner;
  fits: ReadonlySet<string>;
  isPartial: boolean;
}

/** Whose address it is, where the header names one, and which words fit because of that. */
function located({ item, place: kind, fits: own, isPartial }: RuleMeaning, tags: Tags): Located {
  if (kind === "none") return { fits: own, isPartial };
  // A "Secondary Address Line" is of the same address.
  const mayPlace = (tag: Tag | "unknown") => tag !== "secondary" || item !== "street2";
  const [place, other] = spokenPlaces(new Set([...tags].filter(mayPlace)));
  if (kind === "alone") return { ...(place && { place }), fits: own, isPartial };
  const fits = new Set<string>([
    ...own,
    // "Address 1 - City" is of the address whose street is "Address 1 - Street", and "Res1.City" of "Res1.Street".
    ...(hasAny(tags, ["address", "residence"]) ? ["one"] : []),
    ...PEOPLE,
    ...(place && !other ? [...[...PLACE_BY_TAG.keys()].filter(mayPlace), "different"] : []),
  ]);
  if (place) return { fits, place, isPartial: isPartial || other !== undefined };
  // Where the borrower or a client has an address, and no property is spoken of, it is the person's own.
  if (hasAny(tags, ["applicant", "person"])) {
    // "Estado del cliente" may be how it stands with the client.
    return { fits, place: "residence", isPartial: isPartial || tags.has("estado") };
  }
  return { fits, isPartial: isPartial || hasAny(tags, ["homeowner", "owner"]) };
}

const TAGS_BY_PLACE: Readonly<Record<AddressOwner, string>> = {
  previous: "previous",
  mailing: "mailing mail",
  other: "work company employer others secondary tenant",
  property: "property mortgaged bought subject rental investment loan refinance purchase",
  residence: "home residence primaryResidence personal current",
};

const PLACE_BY_TAG: ReadonlyMap<Tag, AddressOwner> = new Map(
  Object.entries(TAGS_BY_PLACE).flatMap(([place, tags]) =>
    tags.split(" ").map((tag) => [tag as Tag, place as AddressOwner] as const),
  ),
);

/** Every address that the words speak of. "Current" and "home" beside "mailing" or "previous" say nothing more. */
function spokenPlaces(tags: Tags): AddressOwner[] {
  const places = new Set<AddressOwner>();
  for (const [tag, place] of PLACE_BY_TAG) if (tags.has(tag)) places.add(place);
  if (places.has("previous") && !places.has("property")) return ["previous"];
  if (places.has("mailing") && places.has("residence")) {
    // "Mailing/Residence Address" is the residence as well; "Current Mailing Address" need not be.
    if (hasAny(tags, ["residence", "primaryResidence"]) && !tags.has("different")) places.delete("mailing");
    else if (!tags.has("home")) places.delete("residence");
  }
  return [...places];
}
