import { FIELDS } from "../lead/field-catalogue.ts";
import { headerKey } from "./header-meaning.ts";
import { TAG_BY_PHRASE, type Tag } from "./header-words.ts";

/** What the cells under a header hold of a lead. `irrelevant` is nothing of it. */
export type Item =
  | "fullName"
  | "firstName"
  | "middleName"
  | "lastName"
  | "nameSuffix"
  | "email"
  | "phone"
  | "street"
  | "street2"
  | "fullAddress"
  | "cityStateZip"
  | "city"
  | "state"
  | "zip"
  | "county"
  | "unit"
  | "units"
  | "buildingType"
  | "loanPurpose"
  | "propertyUsage"
  | "occupancy"
  | "rentalOccupancy"
  | "monthlyRent"
  | "listed"
  | "purchased"
  | "liabilities"
  | "reference"
  | "irrelevant";

export type Whose = "applicant" | "co-applicant" | "other";
export type AddressOwner = "property" | "residence" | "mailing" | "previous" | "other";

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
}

/** As far as a header is read: what comes later explains, and names nothing. */
const CHARACTERS_MAX = 300;
const WORDS_MAX = 40;
const PHRASE_WORDS_MAX = 5;
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
  if (text.length > CHARACTERS_MAX) return meaning;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(text, meaning);
  return meaning;
}

const ITEM_BY_PATH: Readonly<Record<string, Item>> = {
  affiliateId: "reference",
  buildingType: "buildingType",
  propertyUnits: "units",
  loanPurpose: "loanPurpose",
  propertyUsage: "propertyUsage",
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
  phone: "phone",
  street: "street",
  city: "city",
  state: "state",
  zip: "zip",
  county: "county",
  unitNumber: "unit",
  rentalOccupancy: "rentalOccupancy",
  monthlyRentalIncome: "monthlyRent",
  listedForSaleIn6Months: "listed",
  purchasedOrSubjectToMortgageIn6Months: "purchased",
  liabilitiesIn4Years: "liabilities",
};

const NAMED_MEANINGS: ReadonlyMap<string, HeaderMeaning> = namedMeanings();

/**
 * Of paths, labels and last parts of paths. A path says whose address it is; a label such as "City" does not, nor
 * does what is like a path ("ADDRESS_CITY" is what some systems call the address of a person).
 */
function namedMeanings(): ReadonlyMap<string, HeaderMeaning> {
  const meanings = new Map<string, HeaderMeaning>();
  for (const { path, label } of FIELDS) {
    const [group, part = path] = path.split(".");
    const item = ITEM_BY_PATH[part];
    if (!item) throw new Error(`No item for ${path}`);
    const meaning: HeaderMeaning = { item, rank: 1, certainty: "named", rest: [] };
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
  if (text.length > CHARACTERS_MAX) return undefined;
  const path = text.trim();
  // "Street #" is a part of a street.
  return NAMED_MEANINGS.get(path) ?? (text.includes("#") ? undefined : NAMED_MEANINGS.get(headerKey(path)));
}

/** Words in brackets that say how to fill a cell in, and nothing about what it means. */
const REMARKS: ReadonlySet<string> = new Set(
  [
    "required optional text number numbers digits only yes no y n si sí s true false usd us mm dd yyyy yy",
    "xxx xxxx xxxxx obligatorio opcional any applicable if known please enter letter letters or not sure",
  ].flatMap((line) => line.split(" ")),
);
const EXAMPLE =
  /^\s*(?:e\.?g\b|ex\b|ej\b|example|for example|i\.?e\b|if|format|incl|include|please|choose|select|max|min|check|as shown|don'?t|do not)/iu;
/** What comes behind says which address it is not, and must not be taken for the one that it is. */
const DIFFERENT = /\b(?:if )?(?:different|differs|other than|not the same|distint[ao]|diferente)\b.*$/iu;
/** A street with its unit is still the street. */
const ADDRESS_WITH_UNIT =
  /\b(address|addr|street)\s*(?:[,/&+]|and\b|with\b|w\/|plus\b|incl\w*)\s*(?:unit|apt|apartment|suite|ste)\b[\s#.]*(?:no\b|number\b)?/iu;
const LISTED_MIN = 3;

/** Whether a text in brackets leaves out nothing that tells what the cells hold: a remark, an example, the choices. */
function isRemark(text: string): boolean {
  if (DIFFERENT.test(text)) return false;
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.every((word) => REMARKS.has(word)) || EXAMPLE.test(text) || words.includes("etc")) return true;
  const choices = text.split(/[,/|;]/u);
  const isOfParts = words.some((word) => PARTS_IN_BRACKETS.has(TAG_BY_PHRASE.get(word) ?? "filler"));
  return choices.length >= LISTED_MIN && !isOfParts;
}

/** "Address (street, city, state, zip)" and "Name (Last, First, MI)" list what a cell holds. */
const PARTS_IN_BRACKETS: ReadonlySet<Tag> = new Set([
  "street",
  "city",
  "state",
  "zip",
  "unit",
  "first",
  "last",
  "mobile",
  "home",
]);

interface Word {
  text: string;
  /** Absent when it is not known. */
  tag?: Tag;
}

/** The words of a header with what each is about; several are one where they mean something together. */
function wordsOf(header: string): Word[] {
  const plain = header
    .slice(0, CHARACTERS_MAX)
    .normalize("NFKC")
    .replace(/\b(?:\w+?__)?(\w+?)__(?:c|pc|r)\b/giu, " $1 ")
    .replaceAll("_", " ")
    .replace(/(\p{L})\((s|es)\)/giu, "$1$2")
    .replace(/[([{<]([^()[\]{}<>]*)[)\]}>]/gu, (_, inner: string) => (isRemark(inner) ? " " : ` ${inner} `))
    .replace(ADDRESS_WITH_UNIT, "$1 ")
    .replace(DIFFERENT, " different")
    .replace(/[’'`´][sd]\b/giu, " ")
    .replace(/#/gu, " # ");
  const tokens = (plain.match(/#|[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(tokensOf).slice(0, WORDS_MAX);
  return phrasesOf(tokens);
}

/** Lower case, without accents. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

function tokensOf(run: string): readonly string[] {
  return (run.match(/#|\p{N}+|[\p{L}\p{M}]+/gu) ?? []).flatMap((letters) => {
    const whole = folded(letters);
    if (TAG_BY_PHRASE.has(whole) || !/^\p{L}/u.test(letters)) return [whole];
    const humps = (letters.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{L}\p{M}]+/gu) ?? []).map(
      folded,
    );
    const parts = humps.map((hump) => (TAG_BY_PHRASE.has(hump) ? [hump] : segments(hump)));
    if (parts.every((part) => part !== undefined)) return parts.flat();
    return segments(whole) ?? humps;
  });
}

const GLUED_SHORT: ReadonlySet<string> = new Set(["st", "no", "ph", "of", "lo"]);
const GLUED_CHARACTERS_MAX = 60;
const GLUED_WORDS: ReadonlySet<string> = new Set(
  [...TAG_BY_PHRASE.keys()].filter((word) => /^[a-z]{3,}$/.test(word) || GLUED_SHORT.has(word)),
);
const GLUED_WORD_MAX = Math.max(...[...GLUED_WORDS].map((word) => word.length));

/**
 * Takes a name written as one word apart, as in `propertystreet`.
 *
 * @returns `undefined` unless it is known words from end to end, and in one way only with so few of them.
 */
function segments(text: string): readonly string[] | undefined {
  if (text.length < 5 || text.length > GLUED_CHARACTERS_MAX) return undefined;
  const best: ({ words: readonly string[]; isUnique: boolean } | undefined)[] = [
    { words: [], isUnique: true },
  ];
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - GLUED_WORD_MAX); start < end; start++) {
      const before = best[start];
      const word = text.slice(start, end);
      if (!before || !GLUED_WORDS.has(word)) continue;
      const least = best[end];
      const count = before.words.length + 1;
      if (!least || count < least.words.length) {
        best[end] = { words: [...before.words, word], isUnique: before.isUnique };
      } else if (count === least.words.length) least.isUnique = false;
    }
  }
  const whole = best[text.length];
  return whole?.isUnique ? whole.words : undefined;
}

type ByNeighbour = (next: Tag | undefined, before: Tag | undefined) => Tag | undefined;

/** Short words that are read by the words beside them. */
const BY_NEIGHBOUR: ReadonlyMap<string, ByNeighbour> = new Map<string, ByNeighbour>([
  // "St. Address" is a street; "Prop ST" and "Address ST" are states.
  ["st", (next) => (next && ["address", "number", "name"].includes(next) ? "street" : "state")],
  // "LN" is a last name behind a person; "Ln #" and "Ln Purpose" are of the loan.
  [
    "ln",
    (next, before) => (next === "name" || (!next && before && PEOPLE.includes(before)) ? "last" : "loan"),
  ],
  ["app", (next) => (isOfPerson(next) ? "applicant" : "aside")],
  ["co", (next) => (isOfPerson(next) ? "coApplicant" : undefined)],
  ["sp", (next) => (next && ADDRESS_PARTS.includes(next) ? "property" : undefined)],
  ["coll", (next) => (next && ADDRESS_PARTS.includes(next) ? "property" : undefined)],
]);

function isOfPerson(tag: Tag | undefined): boolean {
  return tag !== undefined && ["first", "middle", "last", "name", "email", "phone", "mobile"].includes(tag);
}

function phrasesOf(tokens: readonly string[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < tokens.length; ) {
    let length = Math.min(PHRASE_WORDS_MAX, tokens.length - at);
    while (length > 1 && !TAG_BY_PHRASE.has(tokens.slice(at, at + length).join(" "))) length -= 1;
    const text = tokens.slice(at, at + length).join(" ");
    const tag = TAG_BY_PHRASE.get(text) ?? (/^\p{N}+$/u.test(text) ? "figure" : undefined);
    words.push(tag ? { text, tag } : { text });
    at += length;
  }
  for (const [at, word] of words.entries()) {
    const tag = BY_NEIGHBOUR.get(word.text)?.(words[at + 1]?.tag, words[at - 1]?.tag);
    if (tag) word.tag = tag;
  }
  return words;
}

/** What was understood of all words, before what is left over is counted. */
interface Found {
  item: Item;
  place?: AddressOwner;
  rank?: number;
  /** Words that fit the item. */
  fits: readonly Tag[];
  /** Where understanding every word does not settle it. */
  isPartial?: boolean;
}

/** Of all words of a header: `unknown` stands for those that are in no vocabulary. */
type Tags = ReadonlySet<Tag | "unknown">;

const PEOPLE: readonly Tag[] = ["applicant", "person", "homeowner", "lead", "coApplicant", "others"];
/** Words that say who it is. "Loan" goes in front of all names in some systems ("Loan.BorrowerFirstName"). */
function peopleOf(tags: Tags): readonly Tag[] {
  return hasAny(tags, ["applicant", "coApplicant", "others"]) ? [...PEOPLE, "loan"] : PEOPLE;
}

const OF_PROPERTY: readonly Tag[] = [
  "property",
  "subject",
  "rental",
  "investment",
  "loan",
  "refinance",
  "purchase",
];
const ABOUT_PROPERTY: readonly Tag[] = [...OF_PROPERTY, "home", "dwelling", "applicant", "lead", "number"];

function meaningOf(words: readonly Word[]): HeaderMeaning {
  const tags: Tags = new Set(words.map(({ tag }) => tag ?? "unknown"));
  const whose = whoseOf(tags);
  const found = irrelevantOf(tags) ?? findingOf(tags, words);
  if (!found) {
    const rest = words.filter(({ tag }) => tag === undefined || tag === "figure").map(({ text }) => text);
    const place = placesOf(tags)[0];
    return { ...(whose ? { whose } : {}), ...(place ? { place } : {}), rank: 1, certainty: "partial", rest };
  }
  const { item, place, rank = 1, fits, isPartial = false } = found;
  const isFitting = ({ tag }: Word) => tag === "filler" || (tag !== undefined && fits.includes(tag));
  const rest = item === "irrelevant" ? [] : words.filter((word) => !isFitting(word)).map(({ text }) => text);
  return {
    item,
    ...(whose ? { whose } : {}),
    ...(place ? { place } : {}),
    rank,
    certainty: isPartial || rest.length > 0 ? "partial" : "certain",
    rest,
  };
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

const DECLARED: readonly Tag[] = ["listed", "bought", "mortgaged", "liabilities", "derogatory"];

const IRRELEVANT: Found = { item: "irrelevant", fits: [] };

function irrelevantOf(tags: Tags): Found | undefined {
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

function findingOf(tags: Tags, words: readonly Word[]): Found | undefined {
  const found =
    sameAddressOf(tags) ??
    declarationOf(tags) ??
    usageOf(tags, words) ??
    purposeOf(tags) ??
    typeOf(tags) ??
    rentOf(tags) ??
    unitsOf(tags, words) ??
    channelOf(tags) ??
    addressOf(tags) ??
    nameOf(tags) ??
    referenceOf(tags) ??
    leftOf(tags);
  // "Is this your primary residence?" is answered by yes or no, and not by the item that it is about.
  const isAsked = words[0]?.tag === "asks" && found !== undefined && !isDeclaration(found.item);
  if (!found) return undefined;
  return { ...found, fits: isAsked ? found.fits : [...found.fits, "asks"] };
}

function isDeclaration(item: Item): boolean {
  return item === "listed" || item === "purchased" || item === "liabilities";
}

/** "Property same as home?" holds yes or no. Nothing is lost with the mailing address, which no lead has. */
function sameAddressOf(tags: Tags): Found | undefined {
  if (!tags.has("same") || !hasAny(tags, ["mailing", ...ADDRESS_PARTS, ...DWELLING])) return undefined;
  if (tags.has("mailing")) return IRRELEVANT;
  return { item: "fullAddress", fits: [], isPartial: true };
}

function declarationOf(tags: Tags): Found | undefined {
  const aboutIt: readonly Tag[] = [...ABOUT_PROPERTY, "last", "previous", "asks"];
  if (tags.has("listed")) {
    return { item: "listed", fits: [...aboutIt, "listed", "sixMonths"], isPartial: tags.has("others") };
  }
  const isBought = tags.has("bought") || (tags.has("purchase") && tags.has("sixMonths"));
  const isMortgaged =
    tags.has("mortgaged") || (tags.has("loan") && (tags.has("sixMonths") || tags.has("bought")));
  const isOfAddress = hasAny(tags, ADDRESS_PARTS) && !tags.has("sixMonths");
  if (!isOfAddress && (isBought || tags.has("mortgaged") || (isMortgaged && tags.has("sixMonths")))) {
    const fits: readonly Tag[] = [...aboutIt, "bought", "mortgaged", "sixMonths"];
    // One half of the declaration: its "no" says nothing about the other half.
    return { item: "purchased", fits, isPartial: !(isBought && isMortgaged) };
  }
  if (tags.has("liabilities") || tags.has("derogatory")) {
    if (tags.has("monthly") || tags.has("count")) return IRRELEVANT;
    const fits: readonly Tag[] = [
      "liabilities",
      "derogatory",
      "fourYears",
      "last",
      "previous",
      "applicant",
      "asks",
    ];
    return { item: "liabilities", fits, isPartial: !tags.has("liabilities") };
  }
  return undefined;
}

function hasAny(tags: Tags, wanted: readonly Tag[]): boolean {
  return wanted.some((tag) => tags.has(tag));
}

const DWELLING: readonly Tag[] = [
  "property",
  "home",
  "dwelling",
  "subject",
  "residence",
  "rental",
  "investment",
];
const ADDRESS_PARTS: readonly Tag[] = [
  "street",
  "address",
  "line",
  "city",
  "state",
  "zip",
  "county",
  "unit",
  "estado",
];

function usageOf(tags: Tags, words: readonly Word[]): Found | undefined {
  const isRental =
    hasAny(tags, ["rental", "lease", "tenant"]) || (tags.has("rent") && hasAny(tags, ["status", "estado"]));
  const isDescribed = hasAny(tags, ["status", "estado", "occupancy", "type"]);
  const ofRental: readonly Tag[] = [
    "rental",
    "rent",
    "lease",
    "tenancy",
    "tenant",
    "status",
    "estado",
    "occupancy",
    "type",
    "property",
    "subject",
    "let",
  ];
  if (tags.has("tenancy")) return { item: "rentalOccupancy", fits: ofRental };
  if (isRental && isDescribed && !(tags.has("type") && hasAny(tags, ["property", "dwelling", "home"]))) {
    return { item: "rentalOccupancy", fits: ofRental, isPartial: tags.has("tenant") && !tags.has("status") };
  }
  if (
    tags.has("tenant") &&
    !hasAny(tags, ["name", "nombre", "first", "last", "phone", "mobile", "email", "rent", ...ADDRESS_PARTS])
  ) {
    return { item: "rentalOccupancy", fits: ofRental, isPartial: true };
  }
  // "Do you live in the property?"
  const isAsked = words[0]?.tag === "asks" || words[0]?.tag === "residence";
  if (
    isAsked &&
    hasAny(tags, ["property", "home", "dwelling", "asks"]) &&
    tags.has("residence") &&
    !tags.has("type") &&
    !hasAny(tags, ADDRESS_PARTS)
  ) {
    return { item: "propertyUsage", fits: [...ABOUT_PROPERTY, "residence"], isPartial: true };
  }
  if (tags.has("ownerOccupied"))
    return { item: "propertyUsage", fits: [...ABOUT_PROPERTY, "ownerOccupied"], isPartial: true };
  if (tags.has("let"))
    return { item: "rentalOccupancy", fits: [...ofRental, "current", "home", "dwelling"], isPartial: true };
  if (tags.has("lease") && !hasAny(tags, ["monthly", "rent", "number", "amount"]))
    return { item: "rentalOccupancy", fits: ofRental };
  const ofUsage: readonly Tag[] = [
    ...ABOUT_PROPERTY,
    "use",
    "occupancy",
    "type",
    "willBe",
    "status",
    "residence",
  ];
  if (tags.has("occupancy")) {
    const isUsage =
      hasAny(tags, ["type", "use"]) || (hasAny(tags, ["property", "subject"]) && !tags.has("status"));
    return isUsage
      ? { item: "propertyUsage", fits: [...ofUsage, "current"] }
      : { item: "occupancy", fits: [...ABOUT_PROPERTY, "occupancy", "status", "estado", "current", "code"] };
  }
  if (tags.has("willBe")) return { item: "propertyUsage", fits: ofUsage };
  if (tags.has("use") && !hasAny(tags, ["funds", "purpose"])) {
    const isOfLoan = hasAny(tags, ["loan", "refinance"]) && !hasAny(tags, DWELLING);
    const isMeant = isOnly(tags, ofUsage) || hasAny(tags, DWELLING);
    if (isMeant && !isOfLoan && !hasAny(tags, ADDRESS_PARTS)) return { item: "propertyUsage", fits: ofUsage };
  }
  const isAddress = hasAny(tags, ADDRESS_PARTS) || hasAny(tags, ["phone", "mobile", "email", "type"]);
  if (hasAny(tags, ["primaryResidence", "secondHome"]) && !isAddress) {
    return { item: "propertyUsage", fits: ["primaryResidence", "secondHome", "property"], isPartial: true };
  }
  if (
    hasAny(tags, ["investment", "rental"]) &&
    isOnly(tags, ["investment", "rental", "property", "subject", "asks"])
  ) {
    return { item: "propertyUsage", fits: ["investment", "rental", "property", "subject"], isPartial: true };
  }
  return undefined;
}

function purposeOf(tags: Tags): Found | undefined {
  const fits: readonly Tag[] = [
    "loan",
    "refinance",
    "purchase",
    "applicant",
    "lead",
    "type",
    "funds",
    "use",
    "purpose",
    "code",
    "purchaseOrRefinance",
    "reason",
  ];
  // The more specific goes first: a refinance with its purpose often has "Refinance" as the purpose of its loan.
  const isPurpose =
    tags.has("purpose") || (tags.has("reason") && hasAny(tags, ["loan", "refinance", "funds"]));
  if (isPurpose) return { item: "loanPurpose", fits, rank: tags.has("refinance") ? 0 : 1 };
  if (tags.has("funds") && tags.has("use")) return { item: "loanPurpose", fits, rank: 2 };
  if (tags.has("use") && hasAny(tags, ["loan", "refinance"])) return { item: "loanPurpose", fits, rank: 2 };
  if (tags.has("purchaseOrRefinance")) return { item: "loanPurpose", fits, rank: 2 };
  // A lender means a programme (FHA) by it, a vendor of leads means purchase or refinance.
  if (
    tags.has("type") &&
    hasAny(tags, ["loan", "refinance", "purchase"]) &&
    !hasAny(tags, ["property", "dwelling", "subject"])
  ) {
    return { item: "loanPurpose", fits: [...fits, "home"], rank: 3, isPartial: true };
  }
  return undefined;
}

function typeOf(tags: Tags): Found | undefined {
  if (!tags.has("type") || !hasAny(tags, DWELLING) || hasAny(tags, ADDRESS_PARTS)) return undefined;
  return {
    item: "buildingType",
    fits: [...ABOUT_PROPERTY, "type", "code", ...(tags.has("property") ? (["residence"] as const) : [])],
  };
}

function rentOf(tags: Tags): Found | undefined {
  const isPaid =
    tags.has("income") ||
    (hasAny(tags, ["monthly", "amount"]) && !hasAny(tags, ["property", "home", "dwelling"]));
  const isRent = tags.has("rent") || (hasAny(tags, ["rental", "lease"]) && isPaid);
  if (!isRent) return undefined;
  const fits: readonly Tag[] = [
    "rent",
    "rental",
    "lease",
    "monthly",
    "property",
    "subject",
    "investment",
    "count",
    "amount",
    "income",
  ];
  // "Gross Rent" is a year's as often as a month's.
  return { item: "monthlyRent", fits: tags.has("monthly") ? [...fits, "gross"] : fits };
}

/** "# Units" counts them, "Unit #" is the one: where the word is in the singular, order tells them apart. */
function unitsOf(tags: Tags, words: readonly Word[]): Found | undefined {
  if (hasAny(tags, ["street", "address", "type"])) return undefined;
  const isNumberBefore = words.some(({ text }, at) => text === "unit" && words[at - 1]?.tag === "number");
  const isCounted = tags.has("unit") && tags.has("count");
  if (!tags.has("units") && !isCounted && !isNumberBefore) return undefined;
  return { item: "units", fits: [...ABOUT_PROPERTY, "units", "count", "unit"], isPartial: isNumberBefore };
}

/** How a person is reached. */
function channelOf(tags: Tags): Found | undefined {
  const people: readonly Tag[] = [...peopleOf(tags), "tenant", "employer"];
  const isPhone = hasAny(tags, ["phone", "mobile"]);
  if (tags.has("extension")) {
    // The number without it still reaches the person, or the switchboard.
    return isPhone || tags.size === 1 || tags.has("work") ? IRRELEVANT : undefined;
  }
  const isEmail = tags.has("email") || (tags.has("mail") && isOnly(tags, ["mail", "number", ...PEOPLE]));
  if (!isPhone && !isEmail) return undefined;
  const fits: readonly Tag[] = [
    ...people,
    "email",
    "phone",
    "mobile",
    "number",
    "id",
    "primary",
    "secondary",
    "home",
    "work",
    "evening",
    "one",
    "two",
    "figure",
    "full",
    "preferred",
    "personal",
    "amount",
  ];
  const rank = channelRank(tags, isPhone);
  if (isPhone && isEmail)
    return { item: "phone", fits: fits.filter((tag) => tag !== "email"), rank, isPartial: true };
  if (isPhone) return { item: "phone", fits, rank };
  return { item: "email", fits: [...fits, "address", "mail"], rank, isPartial: !tags.has("email") };
}

function channelRank(tags: Tags, isPhone: boolean): number {
  if (hasAny(tags, ["secondary", "two", "figure"])) return 4;
  if (hasAny(tags, ["work", "company", "employer"])) return 3;
  if (hasAny(tags, ["home", "evening"])) return isPhone ? 2 : 1;
  if (tags.has("mobile")) return 0;
  return tags.has("primary") && !isPhone ? 0 : 1;
}

const PLACE_BY_TAG: ReadonlyMap<Tag, AddressOwner> = new Map([
  ["previous", "previous"],
  ["mailing", "mailing"],
  ["mail", "mailing"],
  ["work", "other"],
  ["company", "other"],
  ["employer", "other"],
  ["others", "other"],
  ["secondary", "other"],
  ["tenant", "other"],
  ["property", "property"],
  ["mortgaged", "property"],
  ["bought", "property"],
  ["subject", "property"],
  ["rental", "property"],
  ["investment", "property"],
  ["loan", "property"],
  ["refinance", "property"],
  ["purchase", "property"],
  ["home", "residence"],
  ["residence", "residence"],
  ["primaryResidence", "residence"],
  ["personal", "residence"],
  ["current", "residence"],
]);

/** Every address that the words speak of. "Current" and "home" beside "mailing" or "previous" say nothing more. */
function placesOf(tags: Tags): AddressOwner[] {
  const places = new Set<AddressOwner>();
  for (const [tag, place] of PLACE_BY_TAG) if (tags.has(tag)) places.add(place);
  if (places.has("previous") && !places.has("property")) return ["previous"];
  if (
    places.has("mailing") &&
    places.has("residence") &&
    !hasAny(tags, ["home", "residence", "primaryResidence"])
  )
    places.delete("residence");
  return [...places];
}

function addressOf(tags: Tags): Found | undefined {
  const item = partOf(tags);
  if (!item) return undefined;
  const places = placesOf(tags);
  const [place] = places;
  const isOnePlace = places.length <= 1;
  const placeTags = [...PLACE_BY_TAG.keys()].filter((tag) => tag !== "secondary" || item.item !== "street2");
  const fits = [
    ...item.fits,
    ...PEOPLE,
    ...(isOnePlace && place ? [...placeTags, "different" as const] : []),
  ];
  if (place) return { ...item, fits, place, isPartial: !isOnePlace || (item.isPartial ?? false) };
  // Where the borrower or a client has an address, and no property is spoken of, it is the person's own.
  if (hasAny(tags, ["applicant", "person"])) {
    // "Estado del cliente" may be how it stands with the client.
    return { ...item, fits, place: "residence", isPartial: tags.has("estado") || (item.isPartial ?? false) };
  }
  return {
    ...item,
    fits,
    isPartial: tags.has("homeowner") || tags.has("owner") || (item.isPartial ?? false),
  };
}

interface PartRule {
  item: Item;
  /** One word of each group has to be there. */
  needs: readonly (readonly Tag[])[];
  fits: readonly Tag[];
  isPartial?: boolean;
}

const STREETS: readonly Tag[] = ["street", "address"];
const STATES: readonly Tag[] = ["state", "estado"];

/** Which part of an address the words name; the first that has its words is it. */
const PARTS: readonly PartRule[] = [
  {
    item: "fullAddress",
    needs: [["city"], STATES, STREETS],
    fits: [...STREETS, ...STATES, "city", "zip", "code", "full", "line", "name"],
  },
  { item: "cityStateZip", needs: [["city"], STATES], fits: [...STATES, "city", "zip", "code"] },
  { item: "street2", needs: [["two"], [...STREETS, "line"]], fits: [...STREETS, "line", "two", "unit"] },
  { item: "street2", needs: [["line"], ["secondary"]], fits: [...STREETS, "line", "secondary", "unit"] },
  { item: "city", needs: [["city"]], fits: ["city", "address", "name"] },
  { item: "cityStateZip", needs: [["zip"], STATES], fits: [...STATES, "zip", "code", "address"] },
  { item: "zip", needs: [["zip"]], fits: ["zip", "address", "code", "number"] },
  { item: "county", needs: [["county"]], fits: ["county", "address", "name"] },
  { item: "state", needs: [STATES], fits: [...STATES, "address", "code", "name"] },
  { item: "fullAddress", needs: [["full"], STREETS], fits: [...STREETS, "full"] },
  { item: "street2", needs: [["figure"], [...STREETS, "line"]], fits: [...STREETS, "line"] },
  { item: "street", needs: [["street"]], fits: [...STREETS, "one", "line"] },
  { item: "unit", needs: [["unit"]], fits: ["unit", "number", "id", "address"] },
  { item: "street", needs: [["address"]], fits: ["address", "one", "line"] },
  { item: "street", needs: [["line"], ["one"]], fits: ["line", "one"] },
  // "House Number" is the beginning of a street.
  { item: "street", needs: [["dwelling"], ["number"]], fits: [], isPartial: true },
];

function partOf(tags: Tags): PartRule | undefined {
  return PARTS.find(({ needs }) => needs.every((group) => hasAny(tags, group)));
}

function nameOf(tags: Tags): Found | undefined {
  const isName = hasAny(tags, ["name", "nombre"]);
  const people: readonly Tag[] = [
    ...peopleOf(tags),
    "tenant",
    "primary",
    "personal",
    "name",
    "nombre",
    "full",
  ];
  const parts = (["first", "middle", "last", "suffix"] as const).filter((part) => tags.has(part));
  // "Nombre" beside the last name is the first name.
  if (tags.has("last") && hasAny(tags, ["first", "nombre"]))
    return { item: "fullName", fits: [...people, ...parts] };
  const [part] = parts;
  // "First Mortgage", "Last Activity": without the word "name" nothing but a person may stand there.
  if (part && (isName || isOnly(tags, [...people, part, "one", "two", "secondary"]))) {
    const item = (
      { first: "firstName", middle: "middleName", last: "lastName", suffix: "nameSuffix" } as const
    )[part];
    // "First/Middle Name" and "Last Name/Suffix" are what a loan system has.
    const beside: readonly Tag[] = part === "first" ? ["middle"] : part === "last" ? ["suffix"] : [];
    return { item, fits: [...people, part, ...beside, "one"], isPartial: hasAny(tags, ["two", "secondary"]) };
  }
  if (!isName) return undefined;
  if (hasAny(tags, ["company", "employer", "work", "affiliate", "partner", "external", "id"]))
    return IRRELEVANT;
  if (hasAny(tags, OF_PROPERTY) && !hasAny(tags, ["owner", ...PEOPLE])) return undefined;
  return { item: "fullName", fits: [...people, "one"] };
}

function isOnly(tags: Tags, allowed: readonly Tag[]): boolean {
  return [...tags].every((tag) => tag === "filler" || (tag !== "unknown" && allowed.includes(tag)));
}

/** Words that make a reference of the lead together: one of each group, and no others but those that fit. */
const REFERENCES: readonly { needs: readonly (readonly Tag[])[]; fits: readonly Tag[] }[] = [
  { needs: [["reference"]], fits: ["affiliate", "partner", "external", "id", "number", "lead"] },
  { needs: [["affiliate"]], fits: ["id", "reference", "number", "code", "lead"] },
  { needs: [["external"], ["id"]], fits: ["lead"] },
  { needs: [["lead"], ["id", "number"]], fits: ["partner", "id", "number"] },
];

/** Only the partner's own reference of the lead; other ids are those of systems. */
function referenceOf(tags: Tags): Found | undefined {
  for (const { needs, fits } of REFERENCES) {
    const all = [...needs.flat(), ...fits];
    if (needs.every((group) => hasAny(tags, group)) && isOnly(tags, all))
      return { item: "reference", fits: all };
  }
  if (hasAny(tags, ["id", "reference", "affiliate", "external"])) return IRRELEVANT;
  return tags.has("number") && isOnly(tags, ["number", "loan", "asks", ...PEOPLE]) && tags.size > 1
    ? IRRELEVANT
    : undefined;
}

/** People, or an address, that are named without a part of them. */
function leftOf(tags: Tags): Found | undefined {
  const people = PEOPLE.filter((tag) => tags.has(tag));
  if (tags.has("coApplicant") && isOnly(tags, ["coApplicant", "owner"]))
    return { item: "fullName", fits: ["coApplicant", "owner"] };
  const isOfOthers = hasAny(tags, ["others", "owner", "employer", "company", "status"]);
  if (
    isOfOthers &&
    isOnly(tags, ["others", "owner", "employer", "company", "work", "status", "estado", "loan", ...PEOPLE])
  )
    return IRRELEVANT;
  if (people.length > 0 && isOnly(tags, [...people, "primary"])) {
    // "Client" or "Lead" may be a number or a mark as well.
    return { item: "fullName", fits: [...people, "primary"], isPartial: !tags.has("applicant") };
  }
  const ofAddress: readonly Tag[] = [
    "property",
    "subject",
    "residence",
    "mailing",
    "previous",
    "current",
    "primaryResidence",
    "refinance",
    "purchase",
  ];
  if (hasAny(tags, ["property", "residence", "mailing"]) && isOnly(tags, [...ofAddress, "asks"])) {
    const [place] = placesOf(tags);
    return { item: "fullAddress", ...(place ? { place } : {}), fits: ofAddress, isPartial: true };
  }
  return undefined;
}
