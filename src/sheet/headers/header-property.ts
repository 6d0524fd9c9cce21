import type { Tag } from "../vocabulary/header-words.ts";
import {
  ABOUT_PROPERTY,
  ADDRESS_PARTS,
  DWELLING,
  type Finding,
  hasAny,
  IRRELEVANT,
  isOnly,
  type Tags,
} from "./header-tags.ts";
import type { Word } from "./header-text.ts";

/** "Property same as home?" holds yes or no. Nothing is lost with the mailing address, which no lead has. */
export function findSameAddress(tags: Tags): Finding | undefined {
  if (!tags.has("same") || !hasAny(tags, ["mailing", ...ADDRESS_PARTS, ...DWELLING])) return undefined;
  if (tags.has("mailing")) return IRRELEVANT;
  return { item: "fullAddress", fits: [], isPartial: true };
}

const PAST = /^(?:past|previous|prior|recent|ultim[oa]s|l 6 m)$/;

export function findDeclaration(tags: Tags, words: readonly Word[]): Finding | undefined {
  const aboutIt: readonly Tag[] = [...ABOUT_PROPERTY, "last", "previous", "asks"];
  if (tags.has("listed")) {
    // "Currently listed" alone says nothing of the months before.
    const ofNow: readonly Tag[] = tags.has("sixMonths") ? ["current"] : [];
    const fits = [...aboutIt, ...ofNow, "listed", "sixMonths"] as const;
    return { item: "listed", fits, isPartial: tags.has("others") };
  }
  // "Buying or refinancing within 6 months?" is about what is to come, and "Purch/Refi 6 mo" may be.
  const isPast = hasAny(tags, ["last", "bought"]) || words.some(({ text }) => PAST.test(text));
  const mayBePast = isPast || !words.some(({ text }) => /ing\b/.test(text));
  const isEither = tags.has("purchaseOrRefinance") && tags.has("sixMonths") && mayBePast;
  const isBought = tags.has("bought") || isEither || (tags.has("purchase") && tags.has("sixMonths"));
  const isRefinanced = tags.has("refinance") && tags.has("sixMonths") && isPast;
  const isMortgaged =
    tags.has("mortgaged") ||
    isEither ||
    isRefinanced ||
    (tags.has("loan") && (tags.has("sixMonths") || tags.has("bought")));
  const isOfAddress = hasAny(tags, ADDRESS_PARTS) && !tags.has("sixMonths");
  if (!isOfAddress && (isBought || tags.has("mortgaged") || (isMortgaged && tags.has("sixMonths")))) {
    const fits: readonly Tag[] = [...aboutIt, "bought", "mortgaged", "sixMonths", "purchaseOrRefinance"];
    // One half of the declaration: its "no" says nothing about the other half.
    return { item: "purchased", fits, isPartial: !(isBought && isMortgaged) || (isEither && !isPast) };
  }
  if (tags.has("liabilities") || tags.has("derogatory")) {
    // "Liens" alone are on the property; beside judgments they are the applicant's.
    const derogatory = words.filter(({ tag }) => tag === "derogatory");
    const isOfProperty = !tags.has("liabilities") && derogatory.every(({ text }) => text === "liens");
    if (tags.has("monthly") || tags.has("count") || isOfProperty) return IRRELEVANT;
    const fits: readonly Tag[] = [
      "liabilities",
      "derogatory",
      "fourYears",
      "last",
      "previous",
      "applicant",
      "asks",
      ...(tags.has("liabilities") && tags.has("fourYears") ? (["secondary"] as const) : []),
    ];
    // "BK/FC in last 4 yrs" names the declaration by what it is about; one of them alone is half of it.
    const kinds = new Set(derogatory.map(({ text }) => text[0]));
    const isWhole = tags.has("fourYears") && kinds.size > 1;
    return { item: "liabilities", fits, isPartial: !tags.has("liabilities") && !isWhole };
  }
  return undefined;
}

export function findUsage(tags: Tags, words: readonly Word[]): Finding | undefined {
  const isRental =
    hasAny(tags, ["rental", "lease", "tenant"]) ||
    (tags.has("rent") && hasAny(tags, ["status", "estado", "occupancy"]));
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
  const isOfIt = LIVES.has(words[0]?.text ?? "") && isOnly(tags, ["residence"]);
  if (
    isAsked &&
    (isOfIt || hasAny(tags, ["property", "home", "dwelling", "asks"])) &&
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
    "name",
  ];
  if (tags.has("occupancy")) {
    const isUsage =
      hasAny(tags, ["type", "use"]) || (hasAny(tags, ["property", "subject"]) && !tags.has("status"));
    return isUsage
      ? { item: "propertyUsage", fits: [...ofUsage, "current", "code"] }
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
    return {
      item: "propertyUsage",
      fits: ["primaryResidence", "secondHome", "property", "home", "dwelling"],
      isPartial: true,
    };
  }
  if (
    hasAny(tags, ["investment", "rental"]) &&
    isOnly(tags, ["investment", "rental", "property", "subject", "asks"])
  ) {
    return { item: "propertyUsage", fits: ["investment", "rental", "property", "subject"], isPartial: true };
  }
  return undefined;
}

/** How a question about now begins: "Did you live there?" and "Do you own a primary residence?" are others. */
const ASKS_OF_NOW: ReadonlySet<string> = new Set(["is", "will", "es", "do", "does", "are"]);
const LIVES: ReadonlySet<string> = new Set("live lives living reside resides residing vive vives".split(" "));
const SOMEBODY: ReadonlySet<string> = new Set(["someone", "anyone", "own"]);

/** The usage that a header asks for by yes or no, as in "Owner Occupied?" and "Do you live there?". */
export function usageAskedFor(tags: Tags, words: readonly Word[]): string | undefined {
  const asking = words.filter(({ tag }) => tag === "asks");
  const isOfNow = asking.every(({ text }) => ASKS_OF_NOW.has(text));
  if (!isOfNow || tags.has("number") || words.some(({ text }) => SOMEBODY.has(text))) return undefined;
  const [first] = words;
  const isOwners = words.some(({ text, tag }) => tag === "ownerOccupied" && !/^no/.test(text));
  const isLivedIn =
    words.some(({ text }) => LIVES.has(text)) &&
    (LIVES.has(first?.text ?? "") ||
      words.some(({ text }) => text === "you") ||
      hasAny(tags, ["applicant", "homeowner"]));
  const isOfWill = asking.every(({ text }) => !text.startsWith("do") && text !== "are");
  const isPrimary = isOfWill && tags.has("primaryResidence");
  const isInvestment = isOfWill && tags.has("investment") && tags.has("property");
  const usages = [
    isOwners || isLivedIn || isPrimary ? "primaryResidence" : [],
    isInvestment ? "investment" : [],
    hasAny(tags, ["secondHome", "rental", "use", "occupancy"]) ? "others" : [],
  ].flat();
  return usages.length === 1 && usages[0] !== "others" ? usages[0] : undefined;
}

export function findPurpose(tags: Tags): Finding | undefined {
  const fits: readonly Tag[] = [
    "loan",
    "refinance",
    "purchase",
    "applicant",
    "person",
    "primary",
    "lead",
    "type",
    "funds",
    "use",
    "purpose",
    "code",
    "purchaseOrRefinance",
    "reason",
  ];
  // The more specific goes first: a refinance with its purpose often has "Refinance" as the purpose of its loan, and
  // "Cash-Out" beside a "Cash Out Purpose".
  const isPurpose =
    tags.has("purpose") || (tags.has("reason") && hasAny(tags, ["loan", "refinance", "funds"]));
  if (isPurpose) return { item: "loanPurpose", fits, rank: hasAny(tags, ["refinance", "funds"]) ? 0 : 1 };
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

export function findType(tags: Tags, words: readonly Word[]): Finding | undefined {
  // "Is it a house, condo or townhouse?"
  const kinds = words.filter(({ text, tag }) => tag === "condo" || text === "house");
  if (kinds.length > 1 && isOnly(tags, [...ABOUT_PROPERTY, "condo", "type", "asks"]))
    return { item: "buildingType", fits: [...ABOUT_PROPERTY, "condo", "type", "asks"] };
  if (!tags.has("type") || !hasAny(tags, DWELLING) || hasAny(tags, ADDRESS_PARTS)) return undefined;
  return {
    item: "buildingType",
    fits: [
      ...ABOUT_PROPERTY,
      "type",
      "code",
      "name",
      ...(tags.has("property") ? (["residence"] as const) : []),
    ],
  };
}

export function findRent(tags: Tags): Finding | undefined {
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
export function findUnits(tags: Tags, words: readonly Word[]): Finding | undefined {
  if (hasAny(tags, ["street", "address", "type"])) return undefined;
  const isNumberBefore = words.some(({ text }, at) => text === "unit" && words[at - 1]?.tag === "number");
  const isCounted = tags.has("unit") && tags.has("count");
  if (!tags.has("units") && !isCounted && !isNumberBefore) return undefined;
  return { item: "units", fits: [...ABOUT_PROPERTY, "units", "count", "unit"], isPartial: isNumberBefore };
}
