import fc from "fast-check";
import type { Lead } from "../../src/lead/schema.ts";

/** What is known of an e-mail address without asking a validator. */
export type EmailKind = "valid" | "invalid" | "contested" | "absent";

export interface DrawnLead {
  lead: Lead;
  emailKind: EmailKind;
}

/** Addresses that every validator takes. */
export const VALID_EMAILS = [
  "jane.doe@example.com",
  "JANE@EXAMPLE.COM",
  "jane+loan@mail.example.org",
  "j_d-2@sub.domain.example.co.uk",
  "1@example.io",
] as const;

/** Addresses that no validator takes: no @, nothing on one side of it, two of them, two words. */
export const INVALID_EMAILS = [
  "",
  " ",
  "@",
  "jane",
  "jane.example.com",
  "jane(at)example.com",
  "@example.com",
  "jane@",
  "jane@john@example.com",
  "jane doe@example.com",
  "jane@exa mple.com",
] as const;

/** Addresses that some validators take and others refuse: which of them the service has is not shown. */
export const CONTESTED_EMAILS = [
  "jane@localhost",
  "jane@server",
  '"jane doe"@example.com',
  '"jane@work"@example.com',
  ".jane@example.com",
  "jane.@example.com",
  "jane..doe@example.com",
  "jané@example.com",
  "jane@bücher.example",
  "用户@例子.公司",
  "jane@[192.0.2.1]",
  "jane@[IPv6:2001:db8::1]",
  "jane@192.0.2.1",
  "o'brien@example.com",
  "jane!home@example.com",
  "jane/home=x@example.com",
  "jane@example.c",
  "jane@example.xn--p1ai",
  "jane@exa_mple.com",
  `${"j".repeat(65)}@example.com`,
] as const;

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);

const validEmail = fc.oneof(
  fc.constantFrom(...VALID_EMAILS),
  fc
    .tuple(word, fc.constantFrom("", ".", "+", "-", "_"), word, word, fc.constantFrom("com", "org", "us"))
    .map(([first, join, second, host, tld]) => `${first}${join}${second}@${host}.${tld}`),
);

const invalidEmail = fc.oneof(
  fc.constantFrom(...INVALID_EMAILS),
  fc.string().map((text) => text.replaceAll("@", "")),
  word.map((local) => `${local}@`),
  word.map((domain) => `@${domain}.com`),
);

const email: fc.Arbitrary<{ kind: EmailKind; text?: string }> = fc.oneof(
  { weight: 4, arbitrary: validEmail.map((text) => ({ kind: "valid" as const, text })) },
  { weight: 2, arbitrary: invalidEmail.map((text) => ({ kind: "invalid" as const, text })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...CONTESTED_EMAILS).map((text) => ({ kind: "contested" as const, text })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "absent" as const }) },
);

/** A shown value, more often than not; else one that is not shown: near misses, and names that objects inherit. */
function enumeration(...shown: string[]): fc.Arbitrary<string> {
  const nearMisses = shown.flatMap((value) => [value.toUpperCase(), `${value} `, `${value}s`]);
  const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...shown) },
    { weight: 1, arbitrary: fc.constantFrom(...nearMisses, ...inherited) },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-zA-Z]{3,20}$/).filter((text) => !shown.includes(text)) },
  );
}

const text = fc.oneof(word, fc.string({ minLength: 1, maxLength: 30 }));
const zipCode = fc.stringMatching(/^[0-9]{5}$/);
const optional = { requiredKeys: [], noNullPrototype: true } as { requiredKeys: []; noNullPrototype: true };

const home = fc.record(
  { street: text, city: text, state: fc.constantFrom("MA", "CA", "PR"), zip: zipCode },
  optional,
);
const property = fc.record(
  {
    street: text,
    city: text,
    state: fc.constantFrom("MA", "CA", "PR"),
    zip: zipCode,
    county: text,
    unitNumber: fc.oneof(fc.nat(5000), fc.constantFrom(0, 4.5)),
  },
  optional,
);
const stated = fc.record(
  {
    rentalOccupancy: enumeration("longTerm", "vacant"),
    monthlyRentalIncome: fc.oneof(fc.nat(20_000), fc.constantFrom(0, 1850.5)),
  },
  optional,
);
const names = fc.record({ firstName: text, lastName: text, phone: text }, optional);

const rest = fc.record(
  {
    affiliateId: text,
    buildingType: enumeration("singleFamily", "multiUnit", "condo", "townhouse"),
    propertyUnits: fc.nat(200),
    loanPurpose: enumeration("debtConsolidation", "investment", "homeImprovement"),
    propertyUsage: enumeration("primaryResidence", "investment", "secondHome"),
    address: property,
    residentialAddress: home,
    statedInformation: stated,
    listedForSaleIn6Months: fc.boolean(),
    purchasedOrSubjectToMortgageIn6Months: fc.boolean(),
    liabilitiesIn4Years: fc.boolean(),
  },
  optional,
);

/**
 * Leads with any of their fields (and whole objects) present or absent, each with what is known of its e-mail. An
 * empty string never stands in an enumeration: whether the service counts one as present is not shown.
 */
export const drawnLead: fc.Arbitrary<DrawnLead> = fc
  .tuple(rest, names, email, fc.boolean())
  .map(([lead, contact, address, contactGoes]) => {
    if (address.text !== undefined) {
      return { lead: { ...lead, contactInfo: { ...contact, email: address.text } }, emailKind: address.kind };
    }
    return { lead: contactGoes ? { ...lead, contactInfo: contact } : lead, emailKind: address.kind };
  });
