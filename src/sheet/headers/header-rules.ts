import type { Tag } from "../vocabulary/header-words.ts";
import { channelRank, type HeaderMark } from "./header-marks.ts";
import type { Item, Tags } from "./header-tags.ts";

/**
 * What a header means by the tags of its words: the first rule that applies is it. Tags stand between spaces, and
 * `/` stands between those of which one is enough; a name in capitals is a group of them. Marks are what depends on
 * the words themselves or their order.
 */
export interface HeaderRule {
  item: Item;
  /** One of each has to be there. */
  needs: string;
  /** None of these. */
  unless?: string;
  /** Nothing else than these, but for fillers. */
  only?: string;
  /** What may stand there besides, so that every word is understood; where it is absent, what `only` says. */
  fits?: string;
  /** Where understanding every word does not settle it; with tags, where one of them is there. */
  partial?: true | string;
  /** Whether words say whose address it is: of a `part` also by words for a person, which fit there. */
  place?: "part" | "alone";
  /** See `HeaderMeaning`. */
  rank?: number | ((tags: Tags) => number);
}

const PEOPLE = "applicant/person/homeowner/lead/coApplicant/others";
const PROPERTIES = "property/subject/rental/investment/loan/refinance/purchase";
const DWELLINGS = "property/dwelling/subject/residence/rental/investment/home";
const PARTS = "street/address/line/city/state/zip/county/unit/estado";
const DECLARED = "listed/bought/mortgaged/liabilities/derogatory";
const ABOUT =
  "property subject rental investment loan refinance purchase home dwelling applicant lead number";
const OF_DECLARATION = `${ABOUT} last previous asks`;
const OF_PURCHASE = `${OF_DECLARATION} bought mortgaged sixMonths purchaseOrRefinance`;
const OF_LIABILITIES = "liabilities derogatory fourYears last previous applicant asks";
const OF_LEASE = "rental rent lease tenancy tenant status estado occupancy type property subject let";
const OF_USE = `${ABOUT} use occupancy type willBe status residence name`;
const OF_PURPOSE =
  "loan refinance purchase applicant person primary lead type funds use purpose code purchaseOrRefinance reason";
const OF_RENT = "rent rental lease monthly property subject investment count amount income";
/** "Loan" goes in front of all names in some systems ("Loan.BorrowerFirstName"). */
const OF_PERSON = `${PEOPLE} loanOfPerson`;
const OF_NAME = `${OF_PERSON} tenant primary personal name nombre full`;
const OF_CHANNEL = `${OF_PERSON} tenant employer email phone mobile number id primary secondary home work evening one two figure full preferred personal amount`;
const OF_PLACE = "property subject residence mailing previous current primaryResidence refinance purchase";

/** Parts of an address; whose it is, `header-address.ts` says. */
const ADDRESS_RULES: readonly HeaderRule[] = (
  [
    {
      item: "fullAddress",
      needs: "city state/estado street/address",
      fits: "street address state estado city zip code full line name",
    },
    { item: "cityStateZip", needs: "city state/estado", fits: "state estado city zip code" },
    { item: "street2", needs: "two street/address/line", fits: "street address line two unit" },
    { item: "street2", needs: "line secondary", fits: "street address line secondary unit" },
    { item: "cityStateZip", needs: "city zip", fits: "city zip code address name" },
    { item: "city", needs: "city", fits: "city address name" },
    { item: "cityStateZip", needs: "zip state/estado", fits: "state estado zip code address" },
    { item: "zip", needs: "zip", fits: "zip address code number" },
    { item: "county", needs: "county", fits: "county address name" },
    { item: "state", needs: "state/estado", fits: "state estado address code name" },
    { item: "fullAddress", needs: "full street/address", fits: "street address full" },
    { item: "street2", needs: "figure street/address/line", fits: "street address line" },
    { item: "street", needs: "street", fits: "street address one line" },
    { item: "unit", needs: "unit", fits: "unit number id address condo" },
    { item: "unit", needs: "condo number", fits: "condo number" },
    { item: "street", needs: "address", fits: "address one line" },
    { item: "street", needs: "line one", fits: "line one" },
    // So is the "N" of "104 N Main St" in a column of its own.
    { item: "street", needs: "direction", fits: "", partial: true },
    // "House Number" is the beginning of a street, and so is "Num Ext" in Mexico.
    { item: "street", needs: "houseNumber", fits: "", partial: true },
    { item: "street", needs: "dwelling number", fits: "", partial: true },
  ] satisfies HeaderRule[]
).map((rule) => ({ ...rule, place: "part" }));

export const HEADER_RULES: readonly HeaderRule[] = [
  // Nothing of a lead. A declaration may speak of more: "debts or liabilities in the last 4 years".
  { item: "irrelevant", needs: "irrelevant", unless: "ofDeclaration" },
  // "Property address on file" is never left out without a word.
  { item: "irrelevant", needs: "aside", unless: "ofProperty ofDeclaration" },
  { item: "irrelevant", needs: "period", unless: DECLARED },
  { item: "irrelevant", needs: "amount", unless: "rent rental lease email phone mobile" },
  { item: "irrelevant", needs: "income", unless: "rent rental lease" },
  {
    item: "irrelevant",
    needs: "type phone/mobile/email/address/person/lead/owner/applicant",
    unless: DWELLINGS,
  },

  // "Property same as home?" holds yes or no. Nothing is lost with the mailing address, which no lead has.
  { item: "irrelevant", needs: "same mailing" },
  { item: "fullAddress", needs: `same ${PARTS}/${DWELLINGS}`, fits: "", partial: true },

  // Declarations. "Currently listed" alone says nothing of the months before.
  {
    item: "listed",
    needs: "listed sixMonths",
    fits: `${OF_DECLARATION} current listed sixMonths`,
    partial: "others",
  },
  { item: "listed", needs: "listed", fits: `${OF_DECLARATION} listed sixMonths`, partial: "others" },
  // "Buying or refinancing within 6 months?" is about what is to come, and "Purch/Refi 6 mo" may be.
  { item: "purchased", needs: "purchaseOrRefinance sixMonths past", fits: OF_PURCHASE },
  {
    item: "purchased",
    needs: "purchaseOrRefinance sixMonths",
    unless: "coming",
    fits: OF_PURCHASE,
    partial: true,
  },
  { item: "purchased", needs: "sixMonths bought/purchase mortgaged/loan", fits: OF_PURCHASE },
  { item: "purchased", needs: "sixMonths bought/purchase refinance past", fits: OF_PURCHASE },
  { item: "purchased", needs: "bought mortgaged/loan", unless: PARTS, fits: OF_PURCHASE },
  // One half of the declaration: its "no" says nothing about the other half.
  { item: "purchased", needs: "sixMonths bought/purchase/mortgaged/loan", fits: OF_PURCHASE, partial: true },
  { item: "purchased", needs: "sixMonths refinance past", fits: OF_PURCHASE, partial: true },
  { item: "purchased", needs: "bought/mortgaged", unless: PARTS, fits: OF_PURCHASE, partial: true },
  { item: "irrelevant", needs: "liabilities/derogatory monthly/count" },
  // "Liens" alone are on the property; beside judgments they are the applicant's.
  { item: "irrelevant", needs: "liensOnly", unless: "liabilities" },
  { item: "liabilities", needs: "liabilities fourYears", fits: `${OF_LIABILITIES} secondary` },
  { item: "liabilities", needs: "liabilities", fits: OF_LIABILITIES },
  // "BK/FC in last 4 yrs" names the declaration by what it is about; one of them alone is half of it.
  { item: "liabilities", needs: "derogatory fourYears severalEvents", fits: OF_LIABILITIES },
  { item: "liabilities", needs: "derogatory", fits: OF_LIABILITIES, partial: true },

  // The use of the property, and how it is let.
  { item: "rentalOccupancy", needs: "tenancy", fits: OF_LEASE },
  {
    item: "rentalOccupancy",
    needs: "tenant estado/occupancy/type",
    unless: "status typeOfHome",
    fits: OF_LEASE,
    partial: true,
  },
  {
    item: "rentalOccupancy",
    needs: "rental/lease/tenant status/estado/occupancy/type",
    unless: "typeOfHome",
    fits: OF_LEASE,
  },
  { item: "rentalOccupancy", needs: "rent status/estado/occupancy", unless: "typeOfHome", fits: OF_LEASE },
  {
    item: "rentalOccupancy",
    needs: "tenant",
    unless: `name nombre first last phone mobile email rent ${PARTS}`,
    fits: OF_LEASE,
    partial: true,
  },
  // "Do you live in the property?"
  {
    item: "propertyUsage",
    needs: "livesFirst",
    only: "residence",
    fits: `${ABOUT} residence`,
    partial: true,
  },
  {
    item: "propertyUsage",
    needs: "asksFirst/residenceFirst residence property/dwelling/asks/home",
    unless: `type ${PARTS}`,
    fits: `${ABOUT} residence`,
    partial: true,
  },
  { item: "propertyUsage", needs: "ownerOccupied", fits: `${ABOUT} ownerOccupied`, partial: true },
  { item: "rentalOccupancy", needs: "let", fits: `${OF_LEASE} current home dwelling`, partial: true },
  { item: "rentalOccupancy", needs: "lease", unless: "monthly rent number amount", fits: OF_LEASE },
  { item: "propertyUsage", needs: "occupancy type/use", fits: `${OF_USE} current code` },
  {
    item: "propertyUsage",
    needs: "occupancy property/subject",
    unless: "status",
    fits: `${OF_USE} current code`,
  },
  { item: "occupancy", needs: "occupancy", fits: `${ABOUT} occupancy status estado current code` },
  { item: "propertyUsage", needs: "willBe", fits: OF_USE },
  { item: "propertyUsage", needs: `use ${DWELLINGS}`, unless: `funds purpose ${PARTS}`, fits: OF_USE },
  { item: "propertyUsage", needs: "use", only: OF_USE, unless: "loan refinance", fits: OF_USE },
  {
    item: "propertyUsage",
    needs: "primaryResidence/secondHome",
    unless: `${PARTS} phone mobile email type`,
    fits: "primaryResidence secondHome property home dwelling",
    partial: true,
  },
  {
    item: "propertyUsage",
    needs: "investment/rental",
    only: "investment rental property subject asks",
    fits: "investment rental property subject",
    partial: true,
  },

  // The purpose of the loan. The more specific goes first: a refinance with its purpose often has "Refinance" as the
  // purpose of its loan, and "Cash-Out" beside a "Cash Out Purpose".
  { item: "loanPurpose", needs: "purpose refinance/funds", fits: OF_PURPOSE, rank: 0 },
  { item: "loanPurpose", needs: "purpose", fits: OF_PURPOSE },
  { item: "loanPurpose", needs: "reason refinance/funds", fits: OF_PURPOSE, rank: 0 },
  { item: "loanPurpose", needs: "reason loan", fits: OF_PURPOSE },
  { item: "loanPurpose", needs: "use funds/loan/refinance", fits: OF_PURPOSE, rank: 2 },
  { item: "loanPurpose", needs: "purchaseOrRefinance", fits: OF_PURPOSE, rank: 2 },
  // A lender means a programme (FHA) by it, a vendor of leads means purchase or refinance.
  {
    item: "loanPurpose",
    needs: "type loan/refinance/purchase",
    unless: "property dwelling subject",
    fits: `${OF_PURPOSE} home`,
    partial: true,
    rank: 3,
  },

  // The building. "Is it a house, condo or townhouse?"
  { item: "buildingType", needs: "severalKinds", only: `${ABOUT} condo type asks` },
  { item: "buildingType", needs: "type property", unless: PARTS, fits: `${ABOUT} type code name residence` },
  { item: "buildingType", needs: `type ${DWELLINGS}`, unless: PARTS, fits: `${ABOUT} type code name` },

  // The rent. "Gross Rent" is a year's as often as a month's.
  { item: "monthlyRent", needs: "rent monthly", fits: `${OF_RENT} gross` },
  { item: "monthlyRent", needs: "rent", fits: OF_RENT },
  { item: "monthlyRent", needs: "rental/lease income monthly", fits: `${OF_RENT} gross` },
  { item: "monthlyRent", needs: "rental/lease income", fits: OF_RENT },
  {
    item: "monthlyRent",
    needs: "rental/lease monthly",
    unless: "property home dwelling",
    fits: `${OF_RENT} gross`,
  },
  { item: "monthlyRent", needs: "rental/lease amount", unless: "property home dwelling", fits: OF_RENT },

  // "# Units" counts them, "Unit #" is the one: where the word is in the singular, order tells them apart.
  {
    item: "units",
    needs: "unitBehindNumber",
    unless: "street address type",
    fits: `${ABOUT} units count unit`,
    partial: true,
  },
  { item: "units", needs: "units", unless: "street address type", fits: `${ABOUT} units count unit` },
  { item: "units", needs: "unit count", unless: "street address type", fits: `${ABOUT} units count unit` },

  // How a person is reached. The number without its extension still reaches the person, or the switchboard.
  { item: "irrelevant", needs: "extension phone/mobile/work" },
  { item: "irrelevant", needs: "extension", only: "extension" },
  { item: "contact", needs: "phone/mobile email", unless: "extension", fits: OF_CHANNEL, rank: channelRank },
  { item: "phone", needs: "phone/mobile", unless: "extension", fits: OF_CHANNEL, rank: channelRank },
  {
    item: "email",
    needs: "email",
    unless: "extension",
    fits: `${OF_CHANNEL} address mail`,
    rank: channelRank,
  },
  {
    item: "email",
    needs: "mail",
    only: `mail number ${PEOPLE}`,
    fits: `${OF_CHANNEL} address mail`,
    partial: true,
    rank: channelRank,
  },

  ...ADDRESS_RULES,

  // A name. "Nombre" beside the last name is the first name.
  { item: "fullName", needs: "last first/nombre", fits: `${OF_NAME} first middle last suffix` },
  // "First Mortgage", "Last Activity": without the word "name" nothing but a person may stand there. "First/Middle Name"
  // and "Last Name/Suffix" are what a loan system has.
  ...(
    [
      ["firstName", "first", "middle"],
      ["middleName", "middle", ""],
      ["lastName", "last", "suffix"],
      ["nameSuffix", "suffix", ""],
    ] as const
  ).flatMap(([item, part, beside]): HeaderRule[] => {
    const fits = `${OF_NAME} ${part} ${beside} one`;
    const partial = "two secondary";
    const only = `${OF_NAME} owner ${part} one two secondary asks`;
    return [
      { item, needs: `${part} name/nombre`, fits, partial },
      { item, needs: part, only, fits, partial },
    ];
  }),
  { item: "irrelevant", needs: "name/nombre company/employer/work/affiliate/partner/external/id" },
  { item: "fullName", needs: `name/nombre owner/${PEOPLE}`, fits: `${OF_NAME} one` },
  { item: "fullName", needs: "name/nombre", unless: PROPERTIES, fits: `${OF_NAME} one` },

  // Only the partner's own reference of the lead; other ids are those of systems.
  { item: "reference", needs: "reference", only: "reference affiliate partner external id number lead" },
  { item: "reference", needs: "affiliate", only: "affiliate id reference number code lead" },
  { item: "reference", needs: "external id", only: "external id lead" },
  { item: "reference", needs: "lead id/number", only: "lead partner id number" },
  { item: "irrelevant", needs: "id/reference/affiliate/external" },
  {
    item: "irrelevant",
    needs: `number loan/asks/filler/${PEOPLE}`,
    only: `number loan asks ${PEOPLE}`,
  },

  // People, or an address, that are named without a part of them. "Client" or "Lead" may be a number or a mark as well.
  { item: "fullName", needs: "coApplicant", only: "coApplicant owner" },
  {
    item: "irrelevant",
    needs: "others/owner/employer/company/status",
    only: `others owner employer company work status estado loan ${PEOPLE}`,
  },
  { item: "fullName", needs: "applicant", only: `primary ${PEOPLE}` },
  { item: "fullName", needs: PEOPLE, only: `primary ${PEOPLE}`, partial: true },
  {
    item: "fullAddress",
    needs: "property/residence/mailing",
    only: `${OF_PLACE} asks`,
    fits: OF_PLACE,
    partial: true,
    place: "alone",
  },
];

/** A rule with its tags apart. */
interface ReadyRule extends Omit<HeaderRule, "needs" | "unless" | "only" | "fits" | "partial"> {
  needs: readonly (readonly string[])[];
  unless: readonly string[];
  only: ReadonlySet<string> | undefined;
  fits: ReadonlySet<string>;
  partial: readonly string[] | boolean;
}

function ready(rule: HeaderRule): ReadyRule {
  const { needs, unless = "", only, fits = only ?? "", partial = false } = rule;
  return {
    ...rule,
    needs: needs.split(" ").map((group) => group.split("/")),
    unless: tagsIn(unless),
    only: only === undefined ? undefined : new Set(tagsIn(only)),
    fits: new Set(tagsIn(fits)),
    partial: typeof partial === "string" ? tagsIn(partial) : partial,
  };
}

function tagsIn(text: string): string[] {
  return text.split(/[ /]/).filter((tag) => tag !== "");
}

/** What a rule makes of a header. */
export interface RuleMeaning {
  item: Item;
  place?: HeaderRule["place"];
  rank: number;
  /** Tags of the words that fit. */
  fits: ReadonlySet<string>;
  isPartial: boolean;
}

/** What the first rule that applies makes of a header's tags and marks, if one does. */
type ApplyRules = (tags: Tags, marks: ReadonlySet<HeaderMark>) => RuleMeaning | undefined;

export function rulesOf(rules: readonly HeaderRule[]): ApplyRules {
  const all = rules.map(ready);
  return (tags, marks) => {
    const has = (name: string): boolean => tags.has(name as Tag) || marks.has(name as HeaderMark);
    const isIn = (allowed: ReadonlySet<string>, tag: string): boolean =>
      allowed.has(tag) || (tag === "loan" && allowed.has("loanOfPerson") && marks.has("loanOfPerson"));
    const found = all.find(
      ({ needs, unless, only }) =>
        needs.every((group) => group.some(has)) &&
        !unless.some(has) &&
        (!only || [...tags].every((tag) => tag === "filler" || isIn(only, tag))),
    );
    if (!found) return undefined;
    const { item, rank = 1, fits, partial, place } = found;
    return {
      item,
      ...(place && { place }),
      rank: typeof rank === "number" ? rank : rank(tags),
      fits: isIn(fits, "loan") ? new Set([...fits, "loan"]) : fits,
      isPartial: typeof partial === "boolean" ? partial : partial.some(has),
    };
  };
}

export const applyRules = rulesOf(HEADER_RULES);
