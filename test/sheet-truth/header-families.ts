import { readingTables } from "./reading-tables.ts";

/**
 * How systems and people head the columns of a sheet of leads, from their field lists and exports. Each family can
 * name every concept; an address is named with a mark or without.
 */

export type Concept = PersonPart | PlacePart | Fact;
export type PersonPart = "firstName" | "lastName" | "email" | "phone";
export type PlacePart = `property.${AddressPart}` | `home.${AddressPart}`;
export type AddressPart = "street" | "city" | "state" | "zip";
export type Fact = "buildingType" | "propertyUsage" | "loanPurpose" | "rent" | "listed" | "liabilities";

export const PERSON = ["firstName", "lastName", "email", "phone"] as const;
export const ADDRESS = ["street", "city", "state", "zip"] as const;
export const FACTS = [
  "buildingType",
  "propertyUsage",
  "loanPurpose",
  "rent",
  "listed",
  "liabilities",
] as const;

export interface HeaderFamily {
  person: Readonly<Record<PersonPart, string>>;
  /** Of first and last name in one column. */
  fullName: string;
  /** A part of an address that is marked as the property's, as the residence, or by nothing. */
  property: Readonly<Record<AddressPart, string>>;
  home: Readonly<Record<AddressPart, string>>;
  unmarked: Readonly<Record<AddressPart, string>>;
  facts: Readonly<Record<Fact, string>>;
  coBorrower: Readonly<Record<PersonPart, string>>;
  loanOfficer: Readonly<Record<Exclude<PersonPart, "firstName" | "lastName">, string>>;
  language?: "es";
}

/** Names of parts, each with its header. */
const headers = <Part extends string>(parts: readonly Part[], row: readonly string[] = []) =>
  Object.fromEntries(parts.map((part, at) => [part, row[at] ?? ""])) as Readonly<Record<Part, string>>;

/** Those of `fixtures/reading/families.txt`. */
export const FAMILIES: Readonly<Record<string, HeaderFamily>> = Object.fromEntries(
  readingTables("families.txt").map(([title, rows]) => {
    const named = Object.fromEntries(rows.map(([name = "", ...cells]) => [name, cells]));
    const family: HeaderFamily = {
      person: headers(PERSON, named.person),
      fullName: named["full name"]?.[0] ?? "",
      property: headers(ADDRESS, named.property),
      home: headers(ADDRESS, named.home),
      unmarked: headers(ADDRESS, named.unmarked),
      facts: headers(FACTS, named.facts),
      coBorrower: headers(PERSON, named["co-borrower"]),
      loanOfficer: headers(["email", "phone"], named["loan officer"]),
      ...(named.language && { language: "es" }),
    };
    return [title, family];
  }),
);

const ENGLISH = Object.values(FAMILIES).filter(({ language }) => language === undefined);

/** A family whose headers come from all English ones, as in a sheet that several people put together. */
export function mixFamilies(chooseBelow: (count: number) => number): HeaderFamily {
  const from = <Part extends string>(headersOf: (family: HeaderFamily) => Readonly<Record<Part, string>>) => {
    const parts = Object.keys(headersOf(ENGLISH[0] as HeaderFamily)) as Part[];
    const chosen = () => headersOf(ENGLISH[chooseBelow(ENGLISH.length)] as HeaderFamily);
    return Object.fromEntries(parts.map((part) => [part, chosen()[part]])) as Record<Part, string>;
  };
  return {
    person: from(({ person }) => person),
    fullName: from(({ fullName }) => ({ fullName })).fullName,
    property: from(({ property }) => property),
    home: from(({ home }) => home),
    unmarked: from(({ unmarked }) => unmarked),
    facts: from(({ facts }) => facts),
    coBorrower: from(({ coBorrower }) => coBorrower),
    loanOfficer: from(({ loanOfficer }) => loanOfficer),
  };
}

/** Where a value goes that stands under a concept. */
export const PATHS: Readonly<Record<Concept, string>> = {
  firstName: "contactInfo.firstName",
  lastName: "contactInfo.lastName",
  email: "contactInfo.email",
  phone: "contactInfo.phone",
  "property.street": "address.street",
  "property.city": "address.city",
  "property.state": "address.state",
  "property.zip": "address.zip",
  "home.street": "residentialAddress.street",
  "home.city": "residentialAddress.city",
  "home.state": "residentialAddress.state",
  "home.zip": "residentialAddress.zip",
  buildingType: "buildingType",
  propertyUsage: "propertyUsage",
  loanPurpose: "loanPurpose",
  rent: "statedInformation.monthlyRentalIncome",
  listed: "listedForSaleIn6Months",
  liabilities: "liabilitiesIn4Years",
};
