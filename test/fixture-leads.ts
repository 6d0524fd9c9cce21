import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/**
 * The fixtures read with nothing of src/: csv-parse, JSON.parse and a table of the headers.
 */

/** Every header of leads.csv in its order, and the field of the interface's section 2.1 that it names. */
const FIELD_OF_HEADER: Record<string, string> = {
  "Affiliate ID": "affiliateId",
  "Building Type": "buildingType",
  "Property Units": "propertyUnits",
  "Loan Purpose": "loanPurpose",
  "Property Usage": "propertyUsage",
  "First Name": "contactInfo.firstName",
  "Last Name": "contactInfo.lastName",
  Email: "contactInfo.email",
  Phone: "contactInfo.phone",
  Street: "address.street",
  City: "address.city",
  State: "address.state",
  Zip: "address.zip",
  County: "address.county",
  "Unit Number": "address.unitNumber",
  "Residential Street": "residentialAddress.street",
  "Residential City": "residentialAddress.city",
  "Residential State": "residentialAddress.state",
  "Residential Zip": "residentialAddress.zip",
  "Rental Occupancy": "statedInformation.rentalOccupancy",
  "Monthly Rental Income": "statedInformation.monthlyRentalIncome",
  "Listed For Sale In 6 Months": "listedForSaleIn6Months",
  "Purchased Or Subject To Mortgage In 6 Months": "purchasedOrSubjectToMortgageIn6Months",
  "Liabilities In 4 Years": "liabilitiesIn4Years",
};

export const FIELDS = Object.values(FIELD_OF_HEADER);
export const OPTIONAL_FIELDS = [
  "affiliateId",
  "propertyUnits",
  "address.county",
  "address.unitNumber",
  "statedInformation.rentalOccupancy",
  "statedInformation.monthlyRentalIncome",
];
export const NUMBER_FIELDS = ["propertyUnits", "address.unitNumber", "statedInformation.monthlyRentalIncome"];
export const DECLARATIONS = [
  "listedForSaleIn6Months",
  "purchasedOrSubjectToMortgageIn6Months",
  "liabilitiesIn4Years",
];
export const SHOWN_VALUES: Record<string, readonly string[]> = {
  buildingType: ["singleFamily", "multiUnit", "condo", "townhouse"],
  loanPurpose: ["debtConsolidation", "investment", "homeImprovement"],
  propertyUsage: ["primaryResidence", "investment", "secondHome"],
  "statedInformation.rentalOccupancy": ["longTerm", "vacant"],
};

/** A lead by canonical path; absent fields have no entry. */
export type FlatLead = Map<string, string | number | boolean>;
export interface NumberedLead {
  row: number;
  lead: FlatLead;
}

export function csvLeads(): NumberedLead[] {
  const records: string[][] = parse(readFixture("leads.csv"), { relax_column_count: false });
  const [headers, ...rows] = records;
  if (JSON.stringify(headers) !== JSON.stringify(Object.keys(FIELD_OF_HEADER))) {
    throw new Error(`leads.csv has other headers: ${String(headers)}`);
  }
  return rows.map((cells, index) => {
    const lead: FlatLead = new Map();
    cells.forEach((cell, column) => {
      const field = FIELDS[column] ?? "no such column";
      if (cell !== "") lead.set(field, typedCell(field, cell));
    });
    return { row: index + 2, lead };
  });
}

function typedCell(field: string, cell: string): string | number | boolean {
  if (NUMBER_FIELDS.includes(field) && /^\d+(\.\d+)?$/.test(cell)) return Number(cell);
  if (DECLARATIONS.includes(field)) {
    if (/^(true|yes)$/i.test(cell)) return true;
    if (/^(false|no)$/i.test(cell)) return false;
  }
  return cell;
}

export function jsonLeads(): NumberedLead[] {
  const items: unknown = JSON.parse(readFixture("leads.json"));
  if (!Array.isArray(items)) throw new Error("leads.json is not an array");
  return items.map((item: unknown, index) => ({ row: index + 1, lead: flat(item) }));
}

export function jsonLinesLeads(): NumberedLead[] {
  const lines = readFixture("leads.jsonl").trimEnd().split("\n");
  return lines.map((line, index) => ({ row: index + 1, lead: flat(JSON.parse(line)) }));
}

/** A JSON lead by canonical path, whether its fields are nested, dotted or named by their leaves. */
function flat(item: unknown): FlatLead {
  const lead: FlatLead = new Map();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) walk(child, path === "" ? key : `${path}.${key}`);
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      lead.set(canonical(path), value);
    } else {
      throw new Error(`${path} is ${String(value)}`);
    }
  };
  walk(item, "");
  return lead;
}

function canonical(path: string): string {
  if (FIELDS.includes(path)) return path;
  const residential = /^residential([A-Z])(\w+)$/.exec(path);
  if (residential) return `residentialAddress.${residential[1]?.toLowerCase()}${residential[2]}`;
  return FIELDS.find((field) => field.endsWith(`.${path}`)) ?? path;
}

export function readFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
}
