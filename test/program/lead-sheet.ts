import { stringify } from "csv-stringify/sync";

/** Leads as the interface's section 2.1 nests them, and sheets that mean them; nothing here is of src/. */
export type NestedLead = { [key: string]: string | number | boolean | NestedLead };

/** Canonical path, and the header of each style that means it. */
const HEADERS: readonly (readonly [canonical: string, leaf: string, label: string])[] = [
  ["affiliateId", "affiliateId", "Affiliate ID"],
  ["buildingType", "buildingType", "Building Type"],
  ["propertyUnits", "propertyUnits", "Property Units"],
  ["loanPurpose", "loanPurpose", "Loan Purpose"],
  ["propertyUsage", "propertyUsage", "Property Usage"],
  ["contactInfo.firstName", "firstName", "First Name"],
  ["contactInfo.lastName", "lastName", "Last Name"],
  ["contactInfo.email", "email", "Email"],
  ["contactInfo.phone", "phone", "Phone"],
  ["address.street", "street", "Street"],
  ["address.city", "city", "City"],
  ["address.state", "state", "State"],
  ["address.zip", "zip", "Zip"],
  ["address.county", "county", "County"],
  ["address.unitNumber", "unitNumber", "Unit Number"],
  ["residentialAddress.street", "residentialStreet", "Residential Street"],
  ["residentialAddress.city", "residentialCity", "Residential City"],
  ["residentialAddress.state", "residentialState", "Residential State"],
  ["residentialAddress.zip", "residentialZip", "Residential Zip"],
  ["statedInformation.rentalOccupancy", "rentalOccupancy", "Rental Occupancy"],
  ["statedInformation.monthlyRentalIncome", "monthlyRentalIncome", "Monthly Rental Income"],
  ["listedForSaleIn6Months", "listedForSaleIn6Months", "Listed For Sale In 6 Months"],
  [
    "purchasedOrSubjectToMortgageIn6Months",
    "purchasedOrSubjectToMortgageIn6Months",
    "Purchased Or Subject To Mortgage In 6 Months",
  ],
  ["liabilitiesIn4Years", "liabilitiesIn4Years", "Liabilities In 4 Years"],
];

export const HEADER_STYLES = {
  canonical: ([canonical]) => canonical,
  leaf: ([, leaf]) => leaf,
  snake: ([, leaf]) => leaf.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, "_").toLowerCase(),
  label: ([, , label]) => label,
} as const satisfies Record<string, (header: (typeof HEADERS)[number]) => string>;

export type HeaderStyle = keyof typeof HEADER_STYLES;

/** Text that spreadsheets and JSON must carry over unharmed. */
const STREETS = ["12 Elm St", '4 "Rear" Mews, Apt B', "9 Üxküll Gåta\nBack house", "7 Rue de l’Église 🏠"];

/** The lead that row number n of a sheet means; every kind of building, usage and occupancy comes in turn. */
export function leadOf(n: number): NestedLead {
  const buildingType = ["singleFamily", "multiUnit", "condo", "townhouse"][n % 4] ?? "";
  const propertyUsage = ["primaryResidence", "investment", "secondHome"][n % 3] ?? "";
  const isLet = n % 2 === 0;
  const address = { street: STREETS[n % 4] ?? "", city: "Cambridge", state: "MA", zip: "02139" };
  return {
    ...(n % 5 !== 0 && { affiliateId: `REF-${n}` }),
    buildingType,
    ...(buildingType === "multiUnit" && { propertyUnits: 2 + (n % 3) }),
    loanPurpose: ["debtConsolidation", "investment", "homeImprovement"][n % 3] ?? "",
    propertyUsage,
    contactInfo: {
      firstName: ["Siobhán", "Ng", "O'Neil"][n % 3] ?? "",
      lastName: "Noor",
      email: `applicant-${n}@example.com`,
      phone: `+1-617-555-${String(n % 10_000).padStart(4, "0")}`,
    },
    address: {
      ...address,
      ...(n % 2 === 1 && { county: "Middlesex" }),
      ...(buildingType === "condo" && { unitNumber: 100 + n }),
    },
    residentialAddress: { street: `${n} Elm Close`, city: "Somerville", state: "MA", zip: "02143" },
    ...(propertyUsage === "investment" && {
      statedInformation: isLet
        ? { rentalOccupancy: "longTerm", monthlyRentalIncome: 1500.5 + n }
        : { rentalOccupancy: "vacant" },
    }),
    listedForSaleIn6Months: n % 2 === 0,
    purchasedOrSubjectToMortgageIn6Months: n % 3 === 0,
    liabilitiesIn4Years: false,
  };
}

/** The leads of rows 2 to count + 1, as a sheet numbers them. */
export function leads(count: number): NestedLead[] {
  return Array.from({ length: count }, (_, index) => leadOf(index + 2));
}

/** A CSV that means these leads. Booleans are yes and no, as people write them. */
export function csvOf(rows: readonly NestedLead[], style: HeaderStyle = "label", delimiter = ","): string {
  const header = HEADERS.map(HEADER_STYLES[style]);
  return stringify([header, ...rows.map((lead) => HEADERS.map(([path]) => cellText(lead, path)))], {
    delimiter,
  });
}

/** The same lead without nesting, its keys the headers of a style. */
export function flatLead(lead: NestedLead, style: HeaderStyle): NestedLead {
  return Object.fromEntries(
    HEADERS.flatMap((header) => {
      const value = valueAt(lead, header[0]);
      return value === undefined ? [] : [[HEADER_STYLES[style](header), value]];
    }),
  );
}

/** The lead with the value at a canonical path changed, or taken away by `undefined`. */
export function changed(
  lead: NestedLead,
  path: string,
  value: string | number | boolean | undefined,
): NestedLead {
  const [first = "", second] = path.split(".");
  if (second === undefined) {
    const { [first]: _, ...rest } = lead;
    return value === undefined ? rest : { ...lead, [first]: value };
  }
  const group = lead[first];
  return { ...lead, [first]: changed(typeof group === "object" ? group : {}, second, value) };
}

function cellText(lead: NestedLead, path: string): string {
  const value = valueAt(lead, path);
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");
}

function valueAt(lead: NestedLead, path: string): string | number | boolean | undefined {
  const [first = "", second] = path.split(".");
  const value = lead[first];
  if (second === undefined) return typeof value === "object" ? undefined : value;
  return typeof value === "object" ? valueAt(value, second) : undefined;
}
