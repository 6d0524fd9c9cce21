import { FIELDS } from "../../lead/field-catalogue.ts";
import type { Tag } from "../vocabulary/header-words.ts";
import { findAddress, spokenPlaces } from "./header-address.ts";
import { headerKey } from "./header-meaning.ts";
import { findChannel, findName, findReference, findUnnamed } from "./header-person.ts";
import {
  findDeclaration,
  findPurpose,
  findRent,
  findSameAddress,
  findType,
  findUnits,
  findUsage,
  usageAskedFor,
} from "./header-property.ts";
import {
  ADDRESS_PARTS,
  type AddressOwner,
  DWELLING,
  type Finding,
  hasAny,
  IRRELEVANT,
  type Item,
  itemAt,
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
  /** The value that is meant by yes, where the header asks for that one: "Do you live there?". */
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

const NAMED_MEANINGS: ReadonlyMap<string, HeaderMeaning> = namedMeanings();

/**
 * Of paths, labels and last parts of paths. A path says whose address it is; a label such as "City" does not, nor
 * does what is like a path ("ADDRESS_CITY" is what some systems call the address of a person).
 */
function namedMeanings(): ReadonlyMap<string, HeaderMeaning> {
  const meanings = new Map<string, HeaderMeaning>();
  for (const { path, label } of FIELDS) {
    const [group, part = path] = path.split(".");
    const meaning: HeaderMeaning = { item: itemAt(path), rank: 1, certainty: "named", rest: [] };
    const place = group === "address" ? "property" : group === "residentialAddress" ? "residence" : undefined;
    const ofKey: HeaderMeaning = place === "residence" ? { ...meaning, place } : meaning;
    meanings.set(path, place ? { ...meaning, place } : meaning);
    meanings.set(headerKey(path), ofKey);
    meanings.set(headerKey(label), ofKey);
    if (place !== "residence") meanings.set(headerKey(part), meaning);
  }
  return meanings;
}

function namedMeaning(text: string): HeaderMeaning | undefined {
  if (text.length > HEADER_CHARACTERS_MAX) return undefined;
  const path = text.trim();
  // "Street #" is a part of a street.
  return NAMED_MEANINGS.get(path) ?? (text.includes("#") ? undefined : NAMED_MEANINGS.get(headerKey(path)));
}

function meaningOf(words: readonly Word[]): HeaderMeaning {
  const tags: Tags = new Set(words.map(({ tag }) => tag ?? "unknown"));
  const whose = isOtherContact(words) ? "other" : whoseOf(tags);
  // Most of a sheet's first cells are no headers at all.
  const isUnknown = tags.size === 1 && tags.has("unknown");
  const found = isUnknown ? undefined : (findIrrelevant(tags) ?? findItem(tags, words));
  if (!found) {
    const rest = words.filter(({ tag }) => tag === undefined || tag === "figure").map(({ text }) => text);
    const place = spokenPlaces(tags)[0];
    return { ...(whose ? { whose } : {}), ...(place ? { place } : {}), rank: 1, certainty: "partial", rest };
  }
  const { item, place, rank = 1, fits, isPartial = false } = found;
  // "No liens" says the opposite, where "Loan No" numbers something.
  const isNumbering = ({ text }: Word) => text !== "no" || !isDeclaration(item);
  const isFitting = (word: Word) =>
    word.tag === "filler" || (word.tag !== undefined && fits.includes(word.tag) && isNumbering(word));
  const rest = item === "irrelevant" ? [] : words.filter((word) => !isFitting(word)).map(({ text }) => text);
  return {
    item,
    ...(whose ? { whose } : {}),
    ...(place ? { place } : {}),
    rank,
    certainty: isPartial || rest.length > 0 ? "partial" : "certain",
    rest,
    ...(found.yes !== undefined && rest.length === 0 ? { yes: found.yes } : {}),
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

const DECLARED: readonly Tag[] = ["listed", "bought", "mortgaged", "liabilities", "derogatory"];

function findIrrelevant(tags: Tags): Finding | undefined {
  const isPeriod = tags.has("period") && !hasAny(tags, DECLARED);
  const isAmount =
    tags.has("amount") && !hasAny(tags, ["rent", "rental", "lease", "email", "phone", "mobile"]);
  const isIncome = tags.has("income") && !hasAny(tags, ["rent", "rental", "lease"]);
  // A declaration may speak of more: "debts or liabilities in the last 4 years".
  const isDeclaration = hasAny(tags, DECLARED) && hasAny(tags, ["sixMonths", "fourYears"]);
  // "Property address on file" is never left out without a word.
  const isOfProperty =
    hasAny(tags, ["property", "subject"]) && hasAny(tags, [...ADDRESS_PARTS, "use", "occupancy", "units"]);
  const isAside = tags.has("aside") && !isOfProperty && !isDeclaration;
  const isOfType =
    tags.has("type") &&
    hasAny(tags, ["phone", "mobile", "email", "address", "person", "lead", "owner", "applicant"]) &&
    !hasAny(tags, DWELLING);
  const isIrrelevant =
    (tags.has("irrelevant") && !isDeclaration) || isAside || isPeriod || isAmount || isIncome || isOfType;
  return isIrrelevant ? IRRELEVANT : undefined;
}

function findItem(tags: Tags, words: readonly Word[]): Finding | undefined {
  const found =
    findSameAddress(tags) ??
    findDeclaration(tags, words) ??
    findUsage(tags, words) ??
    findPurpose(tags) ??
    findType(tags, words) ??
    findRent(tags) ??
    findUnits(tags, words) ??
    findChannel(tags) ??
    findAddress(tags) ??
    findName(tags) ??
    findReference(tags) ??
    findUnnamed(tags);
  // "Is this your primary residence?" is answered by yes or no, and not by the item that it is about.
  const isAsked = words[0]?.tag === "asks" && found !== undefined && !isDeclaration(found.item);
  if (!found) return undefined;
  const yes = found.item === "propertyUsage" ? usageAskedFor(tags, words) : undefined;
  if (yes !== undefined) return { ...found, fits: [...found.fits, "asks", "current"], yes };
  return { ...found, fits: isAsked ? found.fits : [...found.fits, "asks"] };
}

export function isDeclaration(item: Item | undefined): boolean {
  return item === "listed" || item === "purchased" || item === "liabilities";
}
