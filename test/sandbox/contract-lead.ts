/** Leads of the contract tests, as the JSON of the interface's section 2.1 and not as any type of src/. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Changes to a lead by dotted path; `undefined` takes a field (or a whole object) away. */
export type Changes = Record<string, Json | undefined>;

let counter = 0;

/** An e-mail address that no other lead of this process has. */
export function freshEmail(): string {
  counter += 1;
  return `applicant-${counter}@example.com`;
}

/** A lead that holds every field of section 2.1 and breaks no rule, with an e-mail of its own, then changed. */
export function leadWith(changes: Changes = {}): JsonObject {
  const lead: JsonObject = {
    affiliateId: "PARTNER-REF-17",
    buildingType: "singleFamily",
    propertyUnits: 1,
    loanPurpose: "homeImprovement",
    propertyUsage: "primaryResidence",
    contactInfo: {
      firstName: "Siobhán",
      lastName: "O'Rourke",
      email: freshEmail(),
      phone: "+1-617-555-0100",
    },
    address: {
      street: "19 Brattle Mews, Rear",
      city: "Cambridge",
      state: "MA",
      zip: "02139",
      county: "Middlesex",
      unitNumber: 304,
    },
    residentialAddress: { street: "2 Elm Close", city: "Somerville", state: "MA", zip: "02143" },
    statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 2500 },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  };
  for (const [path, value] of Object.entries(changes)) change(lead, path.split("."), value);
  return lead;
}

/** The e-mail address of a lead. */
export function emailOf(lead: JsonObject): string {
  const contact = lead.contactInfo;
  if (!isObject(contact) || typeof contact.email !== "string") throw new Error("the lead has no e-mail");
  return contact.email;
}

/** The same JSON value with the keys of every object in the opposite order. */
export function keysReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(keysReversed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, child]) => [key, keysReversed(child)]));
}

function change(target: JsonObject, path: readonly string[], value: Json | undefined): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    if (value === undefined) delete target[key];
    else target[key] = value;
    return;
  }
  const child = target[key];
  if (!isObject(child)) throw new Error(`no object at ${key}`);
  change(child, rest, value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
