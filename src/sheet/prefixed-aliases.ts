import type { Field } from "../lead/field-catalogue.ts";

/** What people and their systems write before a part to say whose it is. */
const PREFIXES_BY_GROUP: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "address",
    ["Property", "Property Address", "Subject Property", "Subject Property Address", "Subject", "Collateral"],
  ],
  [
    "contactInfo",
    [
      "Lead",
      "Contact",
      "Primary Contact",
      "Applicant",
      "Primary Applicant",
      "Borrower",
      "Primary Borrower",
      "Customer",
      "Client",
      "Person",
    ],
  ],
  [
    "residentialAddress",
    [
      "Residential",
      "Residential Address",
      "Residence",
      "Residence Address",
      "Home",
      "Home Address",
      "Current",
      "Current Address",
      "Current Residence",
      "Primary Residence",
      "Applicant",
      "Applicant Address",
      "Borrower",
      "Borrower Address",
    ],
  ],
]);

const PART_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["firstName", ["First Name", "First", "Given Name"]],
  ["lastName", ["Last Name", "Last", "Surname", "Family Name"]],
  ["email", ["Email", "Email Address"]],
  ["phone", ["Phone", "Phone Number", "Telephone", "Mobile", "Mobile Phone", "Cell", "Cell Phone"]],
  [
    "street",
    [
      "Street",
      "Street Address",
      "Street Name",
      "Address",
      "Address Line 1",
      "Address 1",
      "Line 1",
      "Addr",
      "Addr 1",
    ],
  ],
  ["city", ["City", "Town", "City/Town"]],
  ["state", ["State", "State Code", "State/Province", "ST"]],
  [
    "zip",
    ["Zip", "Zip Code", "ZIP 5", "Postal Code", "Postcode", "Zip/Postal", "Zip/Postal Code", "ZIP/Postcode"],
  ],
  ["county", ["County", "County Name"]],
  [
    "unitNumber",
    ["Unit", "Unit #", "Unit No", "Unit Number", "Apt", "Apt #", "Apartment", "Apartment Number", "Suite"],
  ],
]);

/** Every combination of whose it is and which part of it: too many to list one by one. */
export function prefixedAliases({ path }: Field): string[] {
  const [group = "", part = ""] = path.split(".");
  const names = PART_NAMES.get(part) ?? [];
  return (PREFIXES_BY_GROUP.get(group) ?? []).flatMap((prefix) => names.map((name) => `${prefix} ${name}`));
}
