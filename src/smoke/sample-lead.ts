/** A lead as JSON, also where it is no lead any more: what an environment makes of that is the question. */
export type LeadJson = { [field: string]: unknown };

/** Values by dotted path; undefined takes the field away. */
export type Changes = Readonly<Record<string, unknown>>;

/**
 * A lead that breaks no rule and has no optional field, changed. Its names say what it is to whoever finds
 * it among real ones.
 */
export function smokeLead(email: string | undefined, changes: Changes = {}): LeadJson {
  const lead: LeadJson = {
    buildingType: "singleFamily",
    loanPurpose: "homeImprovement",
    propertyUsage: "primaryResidence",
    contactInfo: { firstName: "Smoke", lastName: "Test", email, phone: "+1-617-555-0100" },
    address: { street: "1 Smoke Test Way", city: "Boston", state: "MA", zip: "02134" },
    residentialAddress: { street: "2 Smoke Test Way", city: "Boston", state: "MA", zip: "02134" },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  };
  for (const [path, value] of Object.entries(changes)) change(lead, path.split("."), value);
  return lead;
}

function change(target: LeadJson, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const child = target[key];
  const next: LeadJson = typeof child === "object" && child !== null ? { ...child } : {};
  target[key] = next;
  change(next, rest, value);
}
