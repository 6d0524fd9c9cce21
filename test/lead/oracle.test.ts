import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lead } from "../../src/lead/schema.ts";
import { validateLead } from "../../src/lead/validate.ts";
import { wordless } from "../wordless.ts";
import { CONTESTED_EMAILS, drawnLead, INVALID_EMAILS, VALID_EMAILS } from "./lead-arbitrary.ts";
import { asSet, brokenRules, findingsOf, type RuleName } from "./rules-oracle.ts";

/** A lead that shows every field, with values that the interface shows. */
const COMPLETE_LEAD = {
  affiliateId: "A-1",
  buildingType: "singleFamily",
  propertyUnits: 1,
  loanPurpose: "homeImprovement",
  propertyUsage: "investment",
  contactInfo: {
    firstName: "Jane",
    lastName: "Doe",
    email: "jane.doe@example.com",
    phone: "+1-617-555-0100",
  },
  address: {
    street: "1 Main Street",
    city: "Boston",
    state: "MA",
    zip: "02134",
    county: "Suffolk",
    unitNumber: 4,
  },
  residentialAddress: { street: "2 Main Street", city: "Boston", state: "MA", zip: "02134" },
  statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 2500 },
  listedForSaleIn6Months: false,
  purchasedOrSubjectToMortgageIn6Months: false,
  liabilitiesIn4Years: false,
} satisfies Lead;

function withEmail(email: string): Lead {
  return { ...COMPLETE_LEAD, contactInfo: { ...COMPLETE_LEAD.contactInfo, email } };
}

describe("the local verdict on V1–V5 (interface, section 4.2)", () => {
  it("equals the table's for thousands of random leads", { timeout: 60_000 }, () => {
    const seen: Record<RuleName | "none" | "several", number> = {
      V1: 0,
      V2: 0,
      V3: 0,
      V4: 0,
      V5: 0,
      none: 0,
      several: 0,
    };
    fc.assert(
      fc.property(drawnLead, ({ lead, emailKind }) => {
        const rules = brokenRules(lead, emailKind === "valid" || emailKind === "contested");
        for (const rule of rules) seen[rule] += 1;
        if (rules.length === 0) seen.none += 1;
        if (rules.length > 1) seen.several += 1;

        expect(asSet(wordless(validateLead(lead).issues))).toStrictEqual(asSet(findingsOf(rules)));
      }),
      { numRuns: 6_000 },
    );
    for (const [what, count] of Object.entries(seen)) {
      expect(count, `random leads for: ${what}`).toBeGreaterThan(50);
    }
  });

  it("equals the table's for every combination of the fields that the rules look at", () => {
    let combinations = 0;
    for (const lead of everyCombination()) {
      const issues = validateLead(lead).issues;
      expect(asSet(wordless(issues)), JSON.stringify(lead)).toStrictEqual(
        asSet(findingsOf(brokenRules(lead, true))),
      );
      combinations += 1;
    }
    expect(combinations).toBe(6 * 5 * 5 * 2 * 2 * 2);
  });

  it("is a pure reading: the same lead gets the same verdict twice and is not changed", () => {
    fc.assert(
      fc.property(drawnLead, ({ lead }) => {
        const before = structuredClone(lead);
        const first = validateLead(lead);
        expect(validateLead(lead)).toStrictEqual(first);
        expect(lead).toStrictEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the e-mail address (rule V5)", () => {
  it.each(VALID_EMAILS)("takes %j without a word", (email) => {
    expect(validateLead(withEmail(email))).toStrictEqual({ issues: [], warnings: [] });
  });

  it.each(INVALID_EMAILS)("refuses %j, which no validator takes", (email) => {
    expect(wordless(validateLead(withEmail(email)).issues)).toStrictEqual(findingsOf(["V5"]));
  });

  it.each(CONTESTED_EMAILS)("only warns of %j, which some validators take", (email) => {
    const { issues, warnings } = validateLead(withEmail(email));
    expect(issues).toStrictEqual([]);
    expect(warnings.map((warning) => warning.path)).toStrictEqual([["contactInfo", "email"]]);
  });

  it("refuses a lead without an address", () => {
    const { email: _, ...contactInfo } = COMPLETE_LEAD.contactInfo;
    expect(wordless(validateLead({ ...COMPLETE_LEAD, contactInfo }).issues)).toStrictEqual(
      findingsOf(["V5"]),
    );
  });

  it("refuses a lead without contact details", () => {
    const { contactInfo: _, ...lead } = COMPLETE_LEAD;
    expect(wordless(validateLead(lead).issues)).toStrictEqual(findingsOf(["V5"]));
  });
});

function* everyCombination(): Generator<Lead> {
  const buildingTypes = ["singleFamily", "multiUnit", "condo", "townhouse", "houseboat", undefined];
  const usages = ["primaryResidence", "investment", "secondHome", "farm", undefined];
  const occupancies = ["longTerm", "vacant", "shortTerm", "none of the object", undefined];
  const yesNo = [true, false];
  for (const buildingType of buildingTypes) {
    for (const propertyUsage of usages) {
      for (const occupancy of occupancies) {
        for (const units of yesNo) {
          for (const unit of yesNo) {
            for (const rent of yesNo) {
              yield {
                ...(buildingType === undefined ? {} : { buildingType }),
                ...(propertyUsage === undefined ? {} : { propertyUsage }),
                ...(units ? { propertyUnits: 2 } : {}),
                contactInfo: { email: "jane.doe@example.com" },
                ...(unit ? { address: { unitNumber: 7 } } : {}),
                ...statedPart(occupancy, rent),
              };
            }
          }
        }
      }
    }
  }
}

/** The stated information of one combination; "none of the object" leaves the occupancy out of an object that is there. */
function statedPart(occupancy: string | undefined, rent: boolean): Pick<Lead, "statedInformation"> {
  if (occupancy === undefined && !rent) return {};
  const rentalOccupancy = occupancy === "none of the object" ? undefined : occupancy;
  return {
    statedInformation: {
      ...(rentalOccupancy === undefined ? {} : { rentalOccupancy }),
      ...(rent ? { monthlyRentalIncome: 1200 } : {}),
    },
  };
}
