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
 * Reads a header by the words in it, whatever their order, case and punctuation.
 *
 * @param keys Of a column of JSON: the keys that the header joins by dots.
 */
export function readHeader(header: string, keys?: readonly string[]): HeaderMeaning {
  const text = keys ? keys.join(".") : header;
  const known = remembered.get(text);
  if (known) return known;
  const meaning = namedMeaning(text) ?? meaningOf(wordsOf(text));
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

/** Of paths, labels and last parts of paths. A path says whose address it is, a label such as "City" does not. */
function namedMeanings(): ReadonlyMap<string, HeaderMeaning> {
  const meanings = new Map<string, HeaderMeaning>();
  for (const { path, label } of FIELDS) {
    const [group, part = path] = path.split(".");
    const item = ITEM_BY_PATH[part];
    if (!item) throw new Error(`No item for ${path}`);
    const meaning: HeaderMeaning = { item, rank: 1, certainty: "named", rest: [] };
    const place = group === "address" ? "property" : group === "residentialAddress" ? "residence" : undefined;
    meanings.set(headerKey(path), place ? { ...meaning, place } : meaning);
    meanings.set(headerKey(label), place === "residence" ? { ...meaning, place } : meaning);
    if (place !== "residence") meanings.set(headerKey(part), meaning);
  }
  return meanings;
}

function namedMeaning(text: string): HeaderMeaning | undefined {
  return text.length > CHARACTERS_MAX ? undefined : NAMED_MEANINGS.get(headerKey(text));
}

/** Texts in brackets that say how to fill a cell in, and nothing about what it means. */
const REMARK =
  /^(?:\W*(?:required|optional|text|numbers?|digits|only|yes|no|y|n|s[ií]|true|false|usd|us\$|mm|dd|yyyy|yy|xxx+|obligatorio|opcional|if any|if applicable|if known))*\W*$/iu;
const EXAMPLE =
  /^\s*(?:e\.?g\b|ex\b|ej\b|example|for example|i\.?e\b|if|format|incl|include|please|choose|select|max|min|check|as shown|don'?t|do not)/iu;
/** What comes behind says which address it is not, and must not be taken for the one that it is. */
const DIFFERENT = /\b(?:if )?(?:different|differs|other than|not the same|distint[ao]|diferente)\b.*$/iu;

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
    .replace(/([\p{L}])\((s|es|n)\)/gu, "$1$2")
    .replace(/[([{<]([^()[\]{}<>]*)[)\]}>]/gu, (_, inner: string) =>
      REMARK.test(inner) || (EXAMPLE.test(inner) && !DIFFERENT.test(inner)) ? " " : ` ${inner} `,
    )
    .replace(DIFFERENT, " different")
    .replace(/__(?:c|pc|r|kav)\b/giu, " ")
    .replace(/[’'`´]s\b/giu, " ")
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

function tokensOf(run: string): string[] {
  return (run.match(/#|\p{N}+|[\p{L}\p{M}]+/gu) ?? []).flatMap((letters) => {
    const whole = folded(letters);
    if (TAG_BY_PHRASE.has(whole) || /^\p{N}/u.test(whole) || whole === "#") return [whole];
    const humps = letters.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{L}\p{M}]+/gu) ?? [letters];
    const parts = humps.flatMap((hump) => {
      const part = folded(hump);
      return TAG_BY_PHRASE.has(part) ? [part] : (segments(part) ?? [undefined]);
    });
    const known = parts.filter((part) => part !== undefined);
    if (humps.length > 1 && (known.length === parts.length || !segments(whole))) {
      return known.length === parts.length ? known : humps.map(folded);
    }
    return segments(whole) ?? [whole];
  });
}

const GLUED_WORD = /^[a-z]{3,}$/;
const GLUED_SHORT: ReadonlySet<string> = new Set(["st", "no", "ph", "of", "lo"]);
const GLUED_CHARACTERS_MAX = 60;
const GLUED_WORDS: readonly string[] = [...TAG_BY_PHRASE.keys()].filter(
  (word) => GLUED_WORD.test(word) || GLUED_SHORT.has(word),
);

/**
 * Takes a name written as one word apart, as in `propertystreet`.
 *
 * @returns `undefined` unless it is known words from end to end, and in one way only with so few of them.
 */
function segments(text: string): string[] | undefined {
  if (text.length < 5 || text.length > GLUED_CHARACTERS_MAX) return undefined;
  const best: ({ words: string[]; isUnique: boolean } | undefined)[] = [{ words: [], isUnique: true }];
  for (let end = 1; end <= text.length; end++) {
    for (const word of GLUED_WORDS) {
      const before = best[end - word.length];
      if (!before || !text.endsWith(word, end)) continue;
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

type Tags = ReadonlySet<Tag>;

const PEOPLE: readonly Tag[] = ["applicant", "person", "homeowner", "lead", "coApplicant", "others"];
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
  const tags = new Set(words.flatMap(({ tag }) => (tag ? [tag] : [])));
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
  if (tags.has("primary") && (tags.has("first") || tags.has("last") || tags.has("name"))) return "applicant";
  return undefined;
}

const DECLARED: readonly Tag[] = [
  "listed",
  "bought",
  "mortgaged",
  "liabilities",
  "derogatory",
  "sixMonths",
  "fourYears",
];

function irrelevantOf(tags: Tags): Found | undefined {
  const found: Found = { item: "irrelevant", fits: [] };
  const isDeclared = DECLARED.some((tag) => tags.has(tag));
  if (tags.has("irrelevant") && !isDeclared) return found;
  return undefined;
}

function findingOf(tags: Tags, words: readonly Word[]): Found | undefined {
  const found =
    sameAddressOf(tags) ??
    declarationOf(tags) ??
    usageOf(tags) ??
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
  if (!tags.has("same")) return undefined;
  if (tags.has("mailing")) return { item: "irrelevant", fits: [] };
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
  if (isBought || tags.has("mortgaged") || (isMortgaged && tags.has("sixMonths"))) {
    const fits: readonly Tag[] = [...aboutIt, "bought", "mortgaged", "sixMonths"];
    // One half of the declaration: its "no" says nothing about the other half.
    return { item: "purchased", fits, isPartial: !(isBought && isMortgaged) };
  }
  if (tags.has("liabilities") || tags.has("derogatory")) {
    if (tags.has("monthly") || tags.has("count")) return { item: "irrelevant", fits: [] };
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
  "st",
];

function usageOf(tags: Tags): Found | undefined {
  const isRental = hasAny(tags, ["rental", "lease", "tenant"]);
  const isDescribed = hasAny(tags, ["status", "estado", "occupancy", "type"]);
  const ofRental: readonly Tag[] = [
    "rental",
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
  if (tags.has("ownerOccupied"))
    return { item: "propertyUsage", fits: [...ABOUT_PROPERTY, "ownerOccupied"], isPartial: true };
  if (tags.has("let"))
    return { item: "rentalOccupancy", fits: [...ofRental, "current", "home", "dwelling"], isPartial: true };
  if (tags.has("lease") && !hasAny(tags, ["monthly", "rent", "number"]))
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
    if (!isOfLoan && !hasAny(tags, ADDRESS_PARTS)) return { item: "propertyUsage", fits: ofUsage };
  }
  const isAddress = hasAny(tags, ADDRESS_PARTS) || hasAny(tags, ["phone", "mobile", "email", "type"]);
  if (hasAny(tags, ["primaryResidence", "secondHome"]) && !isAddress) {
    return { item: "propertyUsage", fits: ["primaryResidence", "secondHome", "property"], isPartial: true };
  }
  const onlyInvestment = [...tags].every((tag) =>
    ["investment", "rental", "property", "asks", "filler", "subject"].includes(tag),
  );
  if (hasAny(tags, ["investment", "rental"]) && onlyInvestment) {
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
  ];
  // The more specific goes first: a refinance with its purpose often has "Refinance" as the purpose of its loan.
  if (tags.has("purpose")) return { item: "loanPurpose", fits, rank: tags.has("refinance") ? 0 : 1 };
  if (tags.has("funds") && tags.has("use")) return { item: "loanPurpose", fits, rank: 2 };
  if (tags.has("use") && hasAny(tags, ["loan", "refinance"])) return { item: "loanPurpose", fits, rank: 2 };
  if (tags.has("purchaseOrRefinance"))
    return { item: "loanPurpose", fits: [...fits, "purchaseOrRefinance"], rank: 2 };
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
  const isRent =
    tags.has("rent") ||
    (tags.has("rental") && tags.has("monthly")) ||
    (tags.has("lease") && tags.has("monthly"));
  if (!isRent) return undefined;
  const fits: readonly Tag[] = [
    "rent",
    "rental",
    "lease",
    "monthly",
    "gross",
    "property",
    "subject",
    "investment",
    "count",
  ];
  return { item: "monthlyRent", fits };
}

/** "# Units" counts them, "Unit #" is the one: where there is a single word, order tells them apart. */
function unitsOf(tags: Tags, words: readonly Word[]): Found | undefined {
  const at = words.findIndex(({ tag }) => tag === "unit");
  const counts = words.slice(0, Math.max(at, 0)).some(({ tag }) => tag === "count");
  if (!tags.has("units") && !counts) return undefined;
  if (hasAny(tags, ["street", "address", "type"])) return undefined;
  const fits: readonly Tag[] = [...ABOUT_PROPERTY, "units", "count", "unit"];
  return { item: "units", fits };
}

/** How a person is reached. */
function channelOf(tags: Tags): Found | undefined {
  const people: readonly Tag[] = [...PEOPLE, "tenant", "employer"];
  const isPhone = hasAny(tags, ["phone", "mobile"]);
  if (tags.has("extension")) {
    // The number without it still reaches the person, or the switchboard.
    return isPhone || tags.size === 1 || tags.has("work") ? { item: "irrelevant", fits: [] } : undefined;
  }
  const isEmail = tags.has("email") || (tags.has("mail") && !hasAny(tags, ADDRESS_PARTS));
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
  ["work", "other"],
  ["company", "other"],
  ["employer", "other"],
  ["others", "other"],
  ["secondary", "other"],
  ["tenant", "other"],
  ["property", "property"],
  ["subject", "property"],
  ["rental", "property"],
  ["investment", "property"],
  ["loan", "property"],
  ["refinance", "property"],
  ["purchase", "property"],
  ["home", "residence"],
  ["residence", "residence"],
  ["primaryResidence", "residence"],
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
  const fits = [...item.fits, ...PEOPLE, ...(isOnePlace ? placeTags : []), "lead" as const];
  if (place) return { ...item, fits, place, isPartial: !isOnePlace || (item.isPartial ?? false) };
  // Where the borrower or a client has an address, and no property is spoken of, it is the person's own.
  if (hasAny(tags, ["applicant", "person"])) return { ...item, fits, place: "residence" };
  return {
    ...item,
    fits,
    isPartial: tags.has("homeowner") || tags.has("owner") || (item.isPartial ?? false),
  };
}

function partOf(tags: Tags): Found | undefined {
  const isState =
    tags.has("state") ||
    tags.has("estado") ||
    (tags.has("st") && !hasAny(tags, ["address", "number", "name"]));
  const isStreet = tags.has("street") || (tags.has("st") && !isState);
  const isAddress = tags.has("address");
  const isZip = tags.has("zip");
  const isCity = tags.has("city");
  const fits: Tag[] = ["address", "street", "st", "one", "line"];
  if (isCity && isState) {
    const all: Tag[] = [
      "address",
      "street",
      "st",
      "city",
      "state",
      "estado",
      "zip",
      "code",
      "full",
      "line",
      "name",
    ];
    return { item: isStreet || isAddress ? "fullAddress" : "cityStateZip", fits: all };
  }
  if (hasAny(tags, ["two"]) && (isStreet || isAddress || tags.has("line"))) {
    return { item: "street2", fits: ["address", "street", "st", "line", "two", "unit"] };
  }
  if (tags.has("line") && hasAny(tags, ["secondary"]))
    return { item: "street2", fits: ["address", "street", "line", "secondary", "unit"] };
  if (tags.has("figure") && (isStreet || isAddress || tags.has("line")) && !isCity && !isState && !isZip) {
    return { item: "street2", fits: ["address", "street", "line"] };
  }
  if (isCity) return { item: "city", fits: ["address", "city", "name"] };
  if (isZip)
    return isState
      ? { item: "cityStateZip", fits: ["state", "estado", "st", "zip", "code", "address"] }
      : { item: "zip", fits: ["address", "zip", "code", "number"] };
  if (tags.has("county")) return { item: "county", fits: ["address", "county", "name"] };
  if (isState) return { item: "state", fits: ["address", "state", "estado", "st", "code", "name"] };
  if (tags.has("full") && (isAddress || isStreet))
    return { item: "fullAddress", fits: ["address", "street", "full"] };
  if (isStreet || isAddress || (tags.has("line") && tags.has("one"))) return { item: "street", fits };
  if (tags.has("unit")) return { item: "unit", fits: ["unit", "number", "id", "address"] };
  return undefined;
}

function nameOf(tags: Tags): Found | undefined {
  const people: readonly Tag[] = [...PEOPLE, "tenant", "primary", "name"];
  const isFitting = (fits: readonly Tag[]) =>
    [...tags].every((tag) => tag === "filler" || fits.includes(tag));
  // "First Mortgage", "Last Activity": without the word "name" nothing but a person may stand there.
  const parts = (["first", "middle", "last", "suffix"] as const).filter((part) => tags.has(part));
  const isSecond = hasAny(tags, ["two", "secondary"]);
  if (tags.has("first") && tags.has("last")) return { item: "fullName", fits: [...people, ...parts, "full"] };
  const [part] = parts;
  if (part && (tags.has("name") || isFitting([...people, part, "one", "two"]))) {
    const item = (
      { first: "firstName", middle: "middleName", last: "lastName", suffix: "nameSuffix" } as const
    )[part];
    return { item, fits: [...people, part, "one"], isPartial: isSecond };
  }
  if (!tags.has("name")) return undefined;
  if (hasAny(tags, ["company", "employer"])) return { item: "irrelevant", fits: [] };
  if (hasAny(tags, OF_PROPERTY) && !hasAny(tags, ["owner", "applicant", "homeowner", "person"]))
    return undefined;
  return { item: "fullName", fits: [...people, "full", "one"] };
}

/** Only the partner's own reference of the lead; the ids of systems are nothing of it. */
function referenceOf(tags: Tags): Found | undefined {
  const isOnly = (...allowed: Tag[]) => [...tags].every((tag) => tag === "filler" || allowed.includes(tag));
  const fits: readonly Tag[] = [
    "reference",
    "affiliate",
    "partner",
    "external",
    "id",
    "number",
    "lead",
    "code",
  ];
  const isReference =
    tags.has("reference") && isOnly("reference", "affiliate", "partner", "external", "id", "number", "lead");
  const isAffiliate = tags.has("affiliate") && isOnly("affiliate", "id", "reference", "number", "lead");
  const isExternal = tags.has("external") && tags.has("id") && isOnly("external", "id", "lead");
  const isLead =
    tags.has("lead") && hasAny(tags, ["id", "number"]) && isOnly("lead", "id", "number", "partner");
  if (isReference || isAffiliate || isExternal || isLead) return { item: "reference", fits };
  if (hasAny(tags, ["id", "reference", "affiliate", "external"])) return { item: "irrelevant", fits: [] };
  return tags.has("loan") && tags.has("number") ? { item: "irrelevant", fits: [] } : undefined;
}

/** A person or an address named without a part of it. */
function leftOf(tags: Tags): Found | undefined {
  const isOnly = (...allowed: Tag[]) => [...tags].every((tag) => tag === "filler" || allowed.includes(tag));
  if (isOnly("coApplicant", "others", "owner") && tags.has("coApplicant"))
    return { item: "fullName", fits: ["coApplicant", "owner"] };
  if (isOnly("others", "person", "lead", "owner", "loan") && tags.has("others"))
    return { item: "irrelevant", fits: [] };
  if (
    isOnly("applicant", "person", "homeowner", "primary", "lead", "number") &&
    hasAny(tags, ["applicant", "person", "homeowner", "lead"])
  ) {
    return {
      item: "fullName",
      fits: ["applicant", "person", "homeowner", "primary"],
      isPartial: !tags.has("applicant"),
    };
  }
  if (isOnly("employer", "company", "work") && hasAny(tags, ["employer", "company"]))
    return { item: "irrelevant", fits: [] };
  const isPlace = isOnly(
    "property",
    "subject",
    "residence",
    "current",
    "mailing",
    "previous",
    "primaryResidence",
    "asks",
  );
  if (isPlace && hasAny(tags, ["property", "residence", "mailing"])) {
    const [place] = placesOf(tags);
    return {
      item: "fullAddress",
      ...(place ? { place } : {}),
      fits: [...PLACE_BY_TAG.keys()],
      isPartial: true,
    };
  }
  return undefined;
}
