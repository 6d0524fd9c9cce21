import type { Tag } from "../vocabulary/header-words.ts";
import { hasAny, type Item, isAddressItem, PARTS_OF_ADDRESS, PEOPLE, type Tags } from "./header-tags.ts";
import type { Word } from "./header-text.ts";

/**
 * What a header means by the tags of its words: the first rule that applies is it. `/` stands between tags of which one
 * is enough; a name in capitals is a group of them. Marks are what depends on the words themselves or their order. A
 * rule says which tags it needs, then in any order:
 *
 * - `unless`: none of these;
 * - `only`: nothing else than these, but for fillers;
 * - `fits`: what may stand there besides, so that every word is understood. Else it is what fits the item, or what
 *   `only` says; `also` adds to what fits the item;
 * - `partial`: understanding every word does not settle it; with tags, where one of them is there;
 * - `rank`: see `HeaderMeaning`; of telephones and e-mails their kind says it;
 * - `place`: whether words say whose address it is: of a `part`, as parts of addresses are, also by words for a person,
 *   which fit there; `alone` by other words only; `none` not at all.
 */
export type HeaderRule = readonly [item: Item, rule: string];

const PERSON = PEOPLE.join("/");
const PROPERTIES = "property/subject/rental/investment/loan/refinance/purchase";
const DWELLINGS = "property/dwelling/subject/residence/rental/investment/home";
const PARTS = PARTS_OF_ADDRESS.join("/");
const DECLARED = "listed/bought/mortgaged/liabilities/derogatory";
const ABOUT =
  "property subject rental investment loan refinance purchase home dwelling applicant lead number";
const KINDS = `${ABOUT} condo kindOfHome type asks`;
const USES = "residence primaryResidence secondHome rent let asks";
const OF_DECLARATION = `${ABOUT} last previous asks`;
/** "Loan" goes in front of all names in some systems ("Loan.BorrowerFirstName"). */
const OF_PERSON = `${PERSON} loanOfPerson`;
const OF_NAME = `${OF_PERSON} hisOrHer tenant primary personal name nombre full one`;
const OF_NAME_ALONE = `${OF_PERSON} hisOrHer tenant primary personal name nombre full owner one two secondary asks`;
const OF_CHANNEL = `${OF_PERSON} hisOrHer tenant employer email phone mobile number id primary secondary home work evening one two figure full preferred personal amount`;
const OF_PLACE = "property subject residence mailing previous current primaryResidence refinance purchase";

/** Words that fit an item, unless its rule has others. */
const FITS: Partial<Record<Item, string>> = {
  listed: `${OF_DECLARATION} listed sixMonths`,
  purchased: `${OF_DECLARATION} bought mortgaged sixMonths purchaseOrRefinance`,
  liabilities: "liabilities derogatory fourYears last previous applicant asks",
  rentalOccupancy: "rental rent lease tenancy tenant status estado occupancy type property subject let",
  propertyUsage: `${ABOUT} use occupancy type willBe status residence name description`,
  loanPurpose: `loan refinance purchase applicant person primary lead type funds use purpose code description purchaseOrRefinance reason`,
  buildingType: `${ABOUT} type code description name`,
  monthlyRent: "rent rental lease monthly property subject investment count amount income",
  units: `${ABOUT} kindOfHome units count unit`,
  contact: OF_CHANNEL,
  phone: OF_CHANNEL,
  email: `${OF_CHANNEL} address mail`,
  fullName: `${OF_NAME} first middle last suffix`,
  firstName: `${OF_NAME} first middle`,
  middleName: `${OF_NAME} middle`,
  lastName: `${OF_NAME} last suffix`,
  nameSuffix: `${OF_NAME} suffix`,
};

export const HEADER_RULES: readonly HeaderRule[] = [
  // Nothing of a lead. A declaration may speak of more: "debts or liabilities in the last 4 years".
  ["irrelevant", "irrelevant; unless ofDeclaration"],
  // "Property address on file" is never left out without a word.
  ["irrelevant", "aside; unless ofProperty ofDeclaration"],
  ["irrelevant", `period; unless ${DECLARED}`],
  ["irrelevant", "amount; unless rent rental lease let email phone mobile"],
  ["irrelevant", "income; unless rent rental lease"],
  ["irrelevant", `type phone/mobile/email/address/person/lead/owner/applicant; unless ${DWELLINGS}`],

  // "Property same as home?" holds yes or no. Nothing is lost with the mailing address, which no lead has.
  ["irrelevant", "same mailing"],
  ["fullAddress", `same ${PARTS}/${DWELLINGS}; fits; partial; place none`],

  // Declarations. "Currently listed" alone says nothing of the months before.
  ["listed", "listed sixMonths; also current others"],
  ["listed", "listed; partial others"],
  // "Buying or refinancing within 6 months?" is about what is to come, and "Purch/Refi 6 mo" may be.
  ["purchased", "purchaseOrRefinance sixMonths past"],
  ["purchased", "purchaseOrRefinance sixMonths; unless coming; partial"],
  ["purchased", "sixMonths bought/purchase mortgaged/loan"],
  ["purchased", "sixMonths bought/purchase refinance past"],
  ["purchased", `bought mortgaged/loan; unless ${PARTS}`],
  // One half of the declaration: its "no" says nothing about the other half.
  ["purchased", "sixMonths bought/purchase/mortgaged/loan; partial"],
  ["purchased", "sixMonths refinance past; partial"],
  ["purchased", `bought/mortgaged; unless ${PARTS}; partial`],
  ["irrelevant", "liabilities/derogatory monthly/count"],
  // "Liens" alone are on the property; beside judgments they are the applicant's.
  ["irrelevant", "liensOnly; unless liabilities"],
  ["liabilities", "liabilities fourYears; also secondary"],
  ["liabilities", "liabilities"],
  // "BK/FC in last 4 yrs" names the declaration by what it is about; one of them alone is half of it.
  ["liabilities", "derogatory fourYears severalEvents"],
  ["liabilities", "derogatory; partial"],

  // The use of the property, and how it is let.
  ["rentalOccupancy", "tenancy"],
  ["rentalOccupancy", "tenant estado/occupancy/type; unless status typeOfHome; partial"],
  ["rentalOccupancy", "rental/lease/tenant status/estado/occupancy/type; unless typeOfHome"],
  ["rentalOccupancy", "rent status/estado/occupancy; unless typeOfHome"],
  ["rentalOccupancy", `tenant; unless name nombre first last phone mobile email rent ${PARTS}; partial`],
  // "Will you live in it, or rent it out?"
  ["propertyUsage", `asksFirst severalUses; unless ${PARTS}; fits ${ABOUT} ${USES} use; partial`],
  // "Do you live in the property?"
  ["propertyUsage", "livesFirst; only residence; partial"],
  [
    "propertyUsage",
    `asksFirst/residenceFirst residence property/dwelling/asks/home; unless type ${PARTS}; fits ${ABOUT} residence; partial`,
  ],
  ["propertyUsage", `ownerOccupied; fits ${ABOUT} ownerOccupied; partial`],
  ["rentalOccupancy", "let; unless rent amount; also current home dwelling; partial"],
  ["rentalOccupancy", "lease; unless monthly rent number amount; also current; partial current doubted"],
  ["propertyUsage", "occupancy type/use; also current code"],
  ["propertyUsage", "occupancy property/subject; unless status; also current code"],
  ["occupancy", `occupancy; fits ${ABOUT} occupancy status estado current code description`],
  ["propertyUsage", "willBe"],
  ["propertyUsage", `use ${DWELLINGS}; unless funds purpose ${PARTS}`],
  ["propertyUsage", `use; unless loan refinance; only ${FITS.propertyUsage}`],
  [
    "propertyUsage",
    `primaryResidence/secondHome; unless ${PARTS} phone mobile email type; fits primaryResidence secondHome property home dwelling; partial`,
  ],
  [
    "propertyUsage",
    "investment/rental; only investment rental property subject asks; fits investment rental property subject; partial",
  ],

  // The purpose of the loan. The more specific goes first: a refinance with its purpose often has "Refinance" as the
  // purpose of its loan, and "Cash-Out" beside a "Cash Out Purpose".
  ["loanPurpose", "purpose refinance/funds; rank 0"],
  ["loanPurpose", "purpose"],
  ["loanPurpose", "reason refinance/funds; rank 0"],
  ["loanPurpose", "reason loan"],
  ["loanPurpose", "use funds/loan/refinance; rank 2"],
  ["loanPurpose", "purchaseOrRefinance; rank 2"],
  // A lender means a programme (FHA) by it, a vendor of leads means purchase or refinance.
  [
    "loanPurpose",
    "type loan/refinance/purchase; unless property dwelling subject; also home; partial; rank 3",
  ],

  // The building. "Is it a house, condo or townhouse?"
  ["buildingType", `severalKinds; only ${KINDS}; fits ${KINDS}`],
  ["buildingType", `type property; unless ${PARTS}; also residence`],
  ["buildingType", `type ${DWELLINGS}; unless ${PARTS}`],
  ["buildingType", "type units; only type units number; fits type units number; partial"],

  // The rent. "Gross Rent" is a year's as often as a month's.
  ["monthlyRent", "rent monthly; also gross"],
  ["monthlyRent", "rent; partial doubted"],
  // "Is it rented? If so, for how much?"
  ["monthlyRent", "let amount; partial"],
  ["monthlyRent", "rental/lease income monthly; also gross"],
  ["monthlyRent", "rental/lease income"],
  ["monthlyRent", "rental/lease monthly; unless property home dwelling; also gross"],
  ["monthlyRent", "rental/lease amount; unless property home dwelling"],

  // "# Units" counts them, "Unit #" is the one: where the word is in the singular, order tells them apart.
  ["units", "unitBehindNumber; unless street address type; partial"],
  ["units", "units; unless street address type"],
  ["units", "unit count; unless street address type"],

  // How a person is reached. The number without its extension still reaches the person, or the switchboard.
  ["irrelevant", "extension phone/mobile/work"],
  ["irrelevant", "extension; only extension"],
  ["contact", "phone/mobile email; unless extension"],
  ["phone", "phone/mobile; unless extension"],
  ["email", "email; unless extension"],
  ["email", `mail; only mail number ${PERSON}; partial`],

  // Parts of an address; whose it is, `header-grammar.ts` says.
  [
    "fullAddress",
    "city state/estado street/address; fits street address state estado city zip code full line name",
  ],
  ["cityStateZip", "city state/estado; fits state estado city zip code"],
  ["street2", "two street/address/line; fits street address line two unit"],
  ["street2", "line secondary; fits street address line secondary unit"],
  ["cityStateZip", "city zip; fits city zip code address name"],
  ["city", "city; fits city address name"],
  ["cityStateZip", "zip state/estado; fits state estado zip code address"],
  ["zip", "zip; fits zip address code number; partial doubted"],
  ["county", "county; fits county address name"],
  ["state", "state/estado; fits state estado address code name"],
  ["fullAddress", "full street/address; fits street address full"],
  ["street2", "figure street/address/line; fits street address line"],
  // As some systems call the ZIP code in their JSON: `addresses[0].code`.
  ["zip", "ofAddresses code; only address code one; partial"],
  // Parts of a street in columns of their own, as "104", "N", "Main" and "St".
  ["houseNumber", "houseNumber; fits houseNumber street; partial"],
  ["houseNumber", "street/address number; unless unit condo; fits street address number; partial"],
  ["houseNumber", "directionBefore; fits directionBefore street; partial; rank 2"],
  ["streetSuffix", "directionBehind; fits directionBehind street; partial; rank 2"],
  ["direction", "direction; fits direction street; partial"],
  ["streetSuffix", "street/address type/suffix; fits street address type suffix; partial"],
  ["streetName", "street/address name/nombre; fits street address name nombre; partial"],
  ["street", "street; fits street address one line"],
  ["unit", "unit; fits unit number id address condo"],
  ["unit", "condo number; fits condo number"],
  ["street", "address; fits address one line"],
  ["street", "line one; fits line one"],

  // A name. "Nombre" beside the last name is the first name.
  ["fullName", "last first/nombre"],
  // "First Mortgage", "Last Activity": without the word "name" nothing but a person may stand there. "First/Middle Name"
  // and "Last Name/Suffix" are what a loan system has.
  ["firstName", "first name/nombre; partial two secondary"],
  ["firstName", `first; only ${OF_NAME_ALONE} first; partial two secondary`],
  ["middleName", "middle name/nombre; partial two secondary"],
  ["middleName", `middle; only ${OF_NAME_ALONE} middle; partial two secondary`],
  ["lastName", "last name/nombre; partial two secondary"],
  ["lastName", `last; only ${OF_NAME_ALONE} last; partial two secondary doubted`],
  ["nameSuffix", "suffix name/nombre; partial two secondary"],
  ["nameSuffix", `suffix; only ${OF_NAME_ALONE} suffix; partial two secondary`],
  // "Attendee First" names somebody, where "First Seen" need not.
  ["firstName", `first partBehind; only ${OF_NAME_ALONE} first unknown`],
  ["lastName", `last partBehind; only ${OF_NAME_ALONE} last unknown`],
  ["irrelevant", "name/nombre company/employer/work/affiliate/partner/external/id"],
  ["fullName", `name/nombre owner/${PERSON}; fits ${OF_NAME}`],
  ["fullName", `name/nombre; unless ${PROPERTIES}; fits ${OF_NAME}`],

  // Only the partner's own reference of the lead; other ids are those of systems.
  ["reference", "reference; only reference affiliate partner external id number lead"],
  ["reference", "affiliate; only affiliate id reference number code lead"],
  ["reference", "external id; only external id lead"],
  ["reference", "lead id/number; only lead partner id number"],
  ["irrelevant", "id/reference/affiliate/external"],
  ["irrelevant", `number loan/asks/filler/${PERSON}; only number loan asks ${PERSON}`],

  // People, or an address, that are named without a part of them. "Client" or "Lead" may be a number or a mark as well.
  ["fullName", "coApplicant; only coApplicant owner"],
  [
    "irrelevant",
    `others/owner/employer/company/status; only others owner employer company work status estado loan ${PERSON}`,
  ],
  ["fullName", `applicant; only primary ${PERSON}`],
  ["fullName", `${PERSON}; only primary ${PERSON}; partial`],
  [
    "fullAddress",
    `property/residence/mailing; only ${OF_PLACE} asks; fits ${OF_PLACE}; partial; place alone`,
  ],
];

const DOUBTED: ReadonlySet<string> = new Set(["zip plus 4", "lease term", "contrato", "tenant pays"]);
const PAST = /^(?:past|previous|prior|recent|ultim[oa]s|l 6 m)$/;
const LIVES: ReadonlySet<string> = new Set("live lives living reside resides residing vive vives".split(" "));

interface Header {
  words: readonly Word[];
  has: (...tags: Parameters<typeof hasAny>[1]) => boolean;
}

const eventsOf = ({ words }: Header): string[] =>
  words.flatMap(({ tag, text }) => (tag === "derogatory" ? text : []));

/** What rules ask of a header beside its tags: what depends on the words themselves, their order, or several tags. */
const MARKS = {
  /** A declaration with the months or years that it is about. */
  ofDeclaration: ({ has }) =>
    has("listed", "bought", "mortgaged", "liabilities", "derogatory") && has("sixMonths", "fourYears"),
  /** A part or the use of the property, in so many words. */
  ofProperty: ({ has }) =>
    has("property", "subject") && has(...PARTS_OF_ADDRESS, "use", "occupancy", "units"),
  /** The type of a building. */
  typeOfHome: ({ has }) => has("type") && has("property", "dwelling", "home"),
  past: ({ has, words }) => has("last", "bought") || words.some(({ text }) => PAST.test(text)),
  /** Something that is to come. */
  coming: ({ words }) => words.some(({ text }) => /ing\b/.test(text)),
  liensOnly: (header) => {
    const events = eventsOf(header);
    return events.length > 0 && events.every((event) => event === "liens");
  },
  severalEvents: (header) => new Set(eventsOf(header).map((event) => event[0])).size > 1,
  severalKinds: ({ words }) =>
    words.filter(({ text, tag }) => tag === "condo" || tag === "kindOfHome" || text === "house").length > 1,
  unitBehindNumber: ({ words }) =>
    words.some(({ text }, at) => text === "unit" && words[at - 1]?.tag === "number"),
  asksFirst: ({ words: [first] }) => first?.tag === "asks",
  ofAddresses: ({ words: [first] }) => first?.text === "addresses",
  livesFirst: ({ words: [first] }) => LIVES.has(first?.text ?? ""),
  residenceFirst: ({ words: [first] }) => first?.tag === "residence",
  partBehind: ({ words }) => ["first", "last"].includes(words.at(-1)?.tag ?? ""),
  severalUses: ({ has }) =>
    [
      has("residence", "primaryResidence"),
      has("rent", "let", "rental", "investment"),
      has("secondHome"),
    ].filter(Boolean).length > 1,
  /** The cells decide: of what a ZIP code has behind it, of how long a lease is, and of "LN" alone, which may be a loan. */
  doubted: ({ words }) =>
    words.some(({ text }) => DOUBTED.has(text) || (text === "ln" && words.length === 1)),
  /** "Loan" in front of a person says nothing more. */
  loanOfPerson: ({ has }) => has("applicant", "coApplicant", "others"),
} satisfies Record<string, (header: Header) => boolean>;

type HeaderMark = keyof typeof MARKS;

export function marksOf(tags: Tags, words: readonly Word[]): ReadonlySet<HeaderMark> {
  const header: Header = { words, has: (...wanted) => hasAny(tags, wanted) };
  return new Set((Object.keys(MARKS) as HeaderMark[]).filter((mark) => MARKS[mark](header)));
}

/** The order among telephones and e-mails; see `HeaderMeaning`. */
export function channelRank(tags: Tags): number {
  const isPhone = hasAny(tags, ["phone", "mobile"]);
  if (hasAny(tags, ["secondary", "two", "figure"])) return 4;
  if (hasAny(tags, ["work", "company", "employer"])) return 3;
  if (hasAny(tags, ["home", "evening"])) return isPhone ? 2 : 1;
  if (tags.has("mobile")) return 0;
  return tags.has("primary") && !isPhone ? 0 : 1;
}

/** A rule with its tags apart. */
interface ReadyRule {
  item: Item;
  needs: readonly (readonly string[])[];
  unless: readonly string[];
  only: ReadonlySet<string> | undefined;
  fits: ReadonlySet<string>;
  partial: readonly string[] | undefined;
  rank: number;
  place: string | undefined;
}

function ready([item, rule]: HeaderRule): ReadyRule {
  const [needs = "", ...clauses] = rule.split("; ");
  const said = new Map(
    clauses.map((clause) => {
      const [name = "", ...tags] = clause.split(/[ /]/);
      return [name, tags] as const;
    }),
  );
  const ofItem = FITS[item]?.split(/[ /]/);
  return {
    item,
    needs: needs.split(" ").map((group) => group.split("/")),
    unless: said.get("unless") ?? [],
    only: said.has("only") ? new Set(said.get("only")) : undefined,
    fits: new Set([...(said.get("fits") ?? ofItem ?? said.get("only") ?? []), ...(said.get("also") ?? [])]),
    partial: said.get("partial"),
    rank: Number(said.get("rank")?.[0] ?? 1),
    place: said.get("place")?.[0] ?? (isAddressItem(item) ? "part" : "none"),
  };
}

/** What a rule makes of a header. */
export interface RuleMeaning {
  item: Item;
  place: string | undefined;
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
    const { item, rank, fits, partial, place } = found;
    const isChannel = item === "contact" || item === "phone" || item === "email";
    return {
      item,
      place,
      rank: isChannel ? channelRank(tags) : rank,
      fits: isIn(fits, "loan") ? new Set([...fits, "loan"]) : fits,
      isPartial: partial !== undefined && (partial.length === 0 || partial.some(has)),
    };
  };
}

export const applyRules = rulesOf(HEADER_RULES);
