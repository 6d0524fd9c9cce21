import { judgeEmail } from "../lead/email.ts";
import { smokeError } from "./smoke-errors.ts";

/** A lead as JSON, perhaps broken on purpose: a check looks at how the environment answers it. */
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

/** Every validator refuses it as an e-mail address. */
export const NO_ADDRESS = "leadctl-smoke-no-address";

/**
 * A lead that breaks two rules, V1 and V5: an environment that has lost one of them still does not create
 * it. For requests whose answer must not depend on the lead.
 */
export function hopelessLead(changes: Changes = {}): LeadJson {
  return smokeLead(NO_ADDRESS, { buildingType: "condo", ...changes });
}

/** Reserved for examples: nobody gets mail there. */
export const DEFAULT_EMAIL_TEMPLATE = "leadctl+{tag}@example.com";

/** As long as the longest tag that a run makes. */
const LONGEST_TAG = `${"x".repeat(10)}-r1000-optional-absent`;

/**
 * Checks a template of e-mail addresses, and gives what fills it in.
 *
 * @throws CliError with exit code 2: without `{tag}` all leads would have one address, and an address that
 *   some validators refuse would look like a fault of the environment.
 */
export function parseEmailTemplate(template: string): (tag: string) => string {
  const fill = (tag: string): string => template.replaceAll("{tag}", tag);
  if (!template.includes("{tag}"))
    throw smokeError("email-template/tag", { template, example: DEFAULT_EMAIL_TEMPLATE });
  if (judgeEmail(fill(LONGEST_TAG)) !== "valid")
    throw smokeError("email-template", { template, example: DEFAULT_EMAIL_TEMPLATE });
  return fill;
}
