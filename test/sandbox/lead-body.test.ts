import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeBody } from "../../src/sandbox/lead-body.ts";
import { drawnLead } from "../lead/lead-arbitrary.ts";
import { asSet, brokenRules, issuesOf } from "../lead/rules-oracle.ts";
import { sampleLead } from "./sample-lead.ts";

const EMAIL = "jane@example.com";
const V5 = {
  validation: "email",
  code: "invalid_string",
  message: "Invalid email",
  path: ["contactInfo", "email"],
};
const V1 = { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] };

describe("judgeBody", () => {
  it("raises exactly the issues of the interface's rules, to the letter, for any lead", () => {
    fc.assert(
      fc.property(drawnLead, ({ lead, emailKind }) => {
        const rules = brokenRules(lead, emailKind === "valid" || emailKind === "contested");
        expect(asSet(judge(lead).issues)).toStrictEqual(asSet(issuesOf(rules)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("takes a lead, and unknown fields and enumeration values with it", () => {
    const lead = sampleLead(EMAIL, { buildingType: "castle", loanPurpose: "", extra: { deep: [] } });
    expect(judge(lead)).toEqual({ email: EMAIL, issues: [] });
  });

  it("takes a lead of nothing but an e-mail address, and one that only some validators take", () => {
    expect(judge({ contactInfo: { email: EMAIL } }).issues).toEqual([]);
    expect(judge(sampleLead("josé@exämple.com")).issues).toEqual([]);
  });

  it.each([
    [{ affiliateId: 5 }, ["affiliateId"], "string", "number"],
    [{ propertyUnits: "4" }, ["propertyUnits"], "number", "string"],
    [{ propertyUnits: 4.5 }, ["propertyUnits"], "integer", "float"],
    [{ propertyUnits: 1e300 }, ["propertyUnits"], "integer", "float"],
    [{ listedForSaleIn6Months: "no" }, ["listedForSaleIn6Months"], "boolean", "string"],
    [{ liabilitiesIn4Years: null }, ["liabilitiesIn4Years"], "boolean", "null"],
    [{ residentialAddress: [] }, ["residentialAddress"], "object", "array"],
    [{ address: { zip: 62701 } }, ["address", "zip"], "string", "number"],
    [
      { statedInformation: { monthlyRentalIncome: {} } },
      ["statedInformation", "monthlyRentalIncome"],
      "number",
      "object",
    ],
  ])("names a wrong type in the words of zod 3: %j", (changes, path, expected, received) => {
    const message = `Expected ${expected}, received ${received}`;
    expect(judge(sampleLead(EMAIL, changes)).issues).toEqual([
      { code: "invalid_type", expected, received, path, message },
    ]);
  });

  it("refuses a number beyond all numbers", () => {
    const text = JSON.stringify(sampleLead(EMAIL, { address: { unitNumber: 7 } })).replace(":7", ":1e999");
    expect(judgeBody(text).issues).toEqual([
      { code: "not_finite", path: ["address", "unitNumber"], message: "Number must be finite" },
    ]);
  });

  it.each([
    ["[]", "array"],
    ["null", "null"],
    ['"lead"', "string"],
    ["7", "number"],
    ["true", "boolean"],
  ])("refuses %s as a whole, with one issue", (text, received) => {
    const message = `Expected object, received ${received}`;
    expect(judgeBody(text)).toEqual({
      email: null,
      issues: [{ code: "invalid_type", expected: "object", received, path: [], message }],
    });
  });

  it("tells wrong types and violated rules at once", () => {
    const lead = {
      buildingType: "condo",
      propertyUnits: "x",
      propertyUsage: "investment",
      contactInfo: { email: "no" },
    };
    const { email, issues } = judge(lead);
    expect(email).toBe("no");
    expect(issues).toMatchObject([
      { code: "invalid_type", path: ["propertyUnits"] },
      V1,
      { code: "custom", path: ["statedInformation", "rentalOccupancy"] },
      V5,
    ]);
  });

  it("does not call a field missing that holds a value of the wrong type", () => {
    const lead = sampleLead(EMAIL, { buildingType: "condo", address: { unitNumber: "12" } });
    expect(judge(lead).issues).toMatchObject([{ code: "invalid_type", path: ["address", "unitNumber"] }]);
  });

  it.each([
    [{ address: { unitNumber: null } }, ["address", "unitNumber"]],
    [{ address: null }, ["address"]],
    [{ address: "12 Elm St" }, ["address"]],
  ])("calls it missing in %j", (changes, path) => {
    const lead = sampleLead(EMAIL, { buildingType: "condo", ...changes });
    expect(judge(lead).issues).toMatchObject([{ code: "invalid_type", path }, V1]);
  });

  it.each([[{ email: 42 }], [{ email: null }], ["jane"]])(
    "holds no wrong type for an e-mail address: %j",
    (contactInfo) => {
      const { email, issues } = judge(sampleLead(EMAIL, { contactInfo }));
      expect(email).toBeNull();
      expect(issues).toMatchObject([{ code: "invalid_type" }, V5]);
    },
  );

  it("is not fooled by names that every object has", () => {
    const text =
      '{"__proto__":{"contactInfo":{"email":"a@b.co"}},"constructor":1,"contactInfo":{"toString":1}}';
    expect(judgeBody(text)).toEqual({ email: null, issues: [V5] });
    expect(judgeBody('{"buildingType":"condo","address":{"__proto__":{"unitNumber":1}}}').issues).toEqual([
      V1,
      V5,
    ]);
  });
});

function judge(lead: unknown): ReturnType<typeof judgeBody> {
  return judgeBody(JSON.stringify(lead));
}
