import type { Tag } from "../vocabulary/header-words.ts";

const PERSON_ITEMS = [
  "fullName",
  "firstName",
  "middleName",
  "lastName",
  "nameSuffix",
  "email",
  "phone",
  "contact",
] as const;
export type PersonItem = (typeof PERSON_ITEMS)[number];

/** Whether a column is of a person: a part of a name, an e-mail, a telephone number. */
export function isPersonItem(item: Item | undefined): item is PersonItem {
  return PERSON_ITEMS.some((known) => known === item);
}

/** Whether a column names somebody, whole or in part. */
export function isNameItem(item: Item | undefined): boolean {
  return item === "fullName" || item === "firstName" || item === "lastName";
}

const ADDRESS_ITEMS = [
  "fullAddress",
  "street",
  "houseNumber",
  "direction",
  "streetName",
  "streetSuffix",
  "street2",
  "unit",
  "cityStateZip",
  "city",
  "state",
  "zip",
  "county",
] as const;

/** Whether a column is part of an address. */
export function isAddressItem(item: Item | undefined): boolean {
  return ADDRESS_ITEMS.some((known) => known === item);
}

export type Whose = "applicant" | "co-applicant" | "other";

export type AddressOwner = "property" | "residence" | "mailing" | "previous" | "other";

/** Tags of all words of a header: `unknown` stands for those that are in no vocabulary. */
export type Tags = ReadonlySet<Tag | "unknown">;

export function hasAny(tags: Tags, wanted: readonly Tag[]): boolean {
  return wanted.some((tag) => tags.has(tag));
}

const tagsIn = (text: string): readonly Tag[] => text.split(" ") as Tag[];

export const PEOPLE = tagsIn("applicant person homeowner lead coApplicant others");
export const PARTS_OF_ADDRESS = tagsIn("street address line city state zip county unit estado");

const PATH_OF_ITEM = {
  reference: "affiliateId",
  units: "propertyUnits",
  unit: "address.unitNumber",
  county: "address.county",
  buildingType: "buildingType",
  loanPurpose: "loanPurpose",
  propertyUsage: "propertyUsage",
  rentalOccupancy: "statedInformation.rentalOccupancy",
  monthlyRent: "statedInformation.monthlyRentalIncome",
  listed: "listedForSaleIn6Months",
  purchased: "purchasedOrSubjectToMortgageIn6Months",
  liabilities: "liabilitiesIn4Years",
} as const;
const PATHS: ReadonlyMap<string, string> = new Map(Object.entries(PATH_OF_ITEM));
const ITEM_OF_PATH: ReadonlyMap<string, Item> = new Map(
  Object.entries(PATH_OF_ITEM).map(([item, path]) => [path, item as Item]),
);

/** What the cells under a header hold of a lead. `irrelevant` is nothing of it. */
export type Item =
  | PersonItem
  | (typeof ADDRESS_ITEMS)[number]
  | keyof typeof PATH_OF_ITEM
  | "occupancy"
  | "irrelevant";

/** Where an item goes that is not part of an address or a person. */
export function pathOfItem(item: Item): string | undefined {
  return PATHS.get(item);
}

/** The item that a path of a field or a composite holds. */
export function itemAt(path: string): Item {
  return ITEM_OF_PATH.get(path) ?? (path.slice(path.lastIndexOf(".") + 1) as Item);
}
