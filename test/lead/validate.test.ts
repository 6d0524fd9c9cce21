import { describe, expect, it } from "vitest";
import { FIELDS } from "../../src/lead/field-catalogue.ts";
import type { Issue } from "../../src/lead/issue.ts";
import { valueAt } from "../../src/lead/rules.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { isDoubtfulLead, validateLead } from "../../src/lead/validate.ts";
import { wordless } from "../wordless.ts";

const EMPTY: Lead = { contactInfo: { email: "jane@example.com" } };

const unreadable = (path: string, message = "no value"): Issue => ({
  code: "invalid_type",
  message,
  path: path.split("."),
});

const pathsOf = (issues: readonly Issue[]): string[] => issues.map(({ path }) => path.join("."));

describe("a lead is doubtful", () => {
  const place = { street: "12 Elm St", city: "Salem", state: "MA", zip: "01970" };
  const whole: Lead = {
    buildingType: "singleFamily",
    loanPurpose: "investment",
    propertyUsage: "secondHome",
    contactInfo: { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "+1-555-0100" },
    address: place,
    residentialAddress: { ...place, zip: "01970-1234" },
    listedForSaleIn6Months: false,
    purchasedOrSubjectToMortgageIn6Months: false,
    liabilitiesIn4Years: false,
  };

  it("that lacks something which the service may want, and no other", () => {
    expect(isDoubtfulLead(whole)).toBe(false);
    for (const { path, absence } of FIELDS) {
      const lead = structuredClone(whole);
      const keys = path.split(".");
      const group = keys.length === 1 ? lead : valueAt(lead, keys.slice(0, 1));
      if (group) Reflect.deleteProperty(group as object, keys.at(-1) ?? "");
      expect(isDoubtfulLead(lead), path).toBe(absence === "not-shown");
    }
  });

  it.each<[string, Lead]>([
    ["building type", { ...whole, buildingType: "castle" }],
    ["purpose", { ...whole, loanPurpose: "fun" }],
    ["state", { ...whole, address: { ...place, state: "XX" } }],
    ["e-mail", { ...whole, contactInfo: { ...whole.contactInfo, email: "o’neil@example.com" } }],
    ["ZIP code", { ...whole, residentialAddress: { ...place, zip: "ABCDE" } }],
  ])("that has a %s that nobody knows", (_, lead) => {
    expect(isDoubtfulLead(lead)).toBe(true);
  });
});

describe("a warning", () => {
  it("comes for every absent field whose need is not shown, and for no other", () => {
    const { issues, warnings } = validateLead(EMPTY);
    expect(issues).toStrictEqual([]);
    expect(pathsOf(warnings)).toStrictEqual(
      FIELDS.filter(({ absence }) => absence === "not-shown").map(({ path }) => path),
    );
    expect(pathsOf(warnings)).not.toEqual(
      expect.arrayContaining(["affiliateId", "address.county", "propertyUnits"]),
    );
  });

  it("says what may come of it, whether the lead goes all the same or not", () => {
    const { warnings } = validateLead({
      buildingType: "houseboat",
      contactInfo: { email: "o'brien@example.com" },
    });
    expect([...new Set(warnings.map(({ finding }) => finding))]).toStrictEqual([
      "value-unknown",
      "value-missing",
      "email-unusual",
    ]);
  });

  it("of an unlisted value names the field whose values are shown", () => {
    const { warnings } = validateLead({ ...EMPTY, buildingType: "houseboat" });
    const warning = warnings.find(({ path }) => path[0] === "buildingType");
    expect(wordless(warning ? [warning] : [])).toStrictEqual([
      {
        code: "invalid_enum_value",
        finding: "value-unknown",
        params: { field: "buildingType" },
        path: ["buildingType"],
        harm: "doubtful",
      },
    ]);
  });

  it("of an unusual e-mail has the shape of the service's own issue", () => {
    const { warnings } = validateLead({ contactInfo: { email: "o'brien@example.com" } });
    expect(warnings.find(({ path }) => path[1] === "email")).toMatchObject({
      validation: "email",
      code: "invalid_string",
      path: ["contactInfo", "email"],
    });
  });

  it.each([
    ["longTerm", 0, ["rent-of-nothing"]],
    ["longTerm", 1_650, []],
    ["vacant", 0, []],
    ["vacant", 1_650, ["rent-of-vacant"]],
  ])(
    "says whether a %s home and a rent of %d fit together",
    (rentalOccupancy, monthlyRentalIncome, found) => {
      const lead: Lead = { ...EMPTY, statedInformation: { rentalOccupancy, monthlyRentalIncome } };
      const { warnings } = validateLead(lead);
      const ofRent = warnings.filter(({ path }) => path[1] === "monthlyRentalIncome");
      expect(ofRent.map(({ finding }) => finding)).toStrictEqual(found);
    },
  );

  it("never comes for an e-mail that is refused already", () => {
    const { issues, warnings } = validateLead({ contactInfo: { email: "nonsense" } });
    expect(pathsOf(issues)).toStrictEqual(["contactInfo.email"]);
    expect(pathsOf(warnings)).not.toContain("contactInfo.email");
  });
});

describe("a field that could not be read", () => {
  it("is not called missing by a rule, nor absent by a warning", () => {
    const condo: Lead = { ...EMPTY, buildingType: "condo" };
    const issue = unreadable("address.unitNumber");
    expect(pathsOf(validateLead(condo).issues)).toStrictEqual(["address.unitNumber"]);
    expect(validateLead(condo, [issue]).issues).toStrictEqual([issue]);
    const declaration = unreadable("liabilitiesIn4Years");
    const { issues, warnings } = validateLead(EMPTY, [declaration]);
    expect(issues).toStrictEqual([declaration]);
    expect(pathsOf(warnings)).not.toContain("liabilitiesIn4Years");
  });

  it("stands first, before every other fault of the lead", () => {
    const lead: Lead = { buildingType: "multiUnit", propertyUsage: "investment" };
    const { issues } = validateLead(lead, [
      unreadable("address.unitNumber"),
      unreadable("liabilitiesIn4Years"),
    ]);
    expect(pathsOf(issues)).toStrictEqual([
      "address.unitNumber",
      "liabilitiesIn4Years",
      "propertyUnits",
      "statedInformation.rentalOccupancy",
      "contactInfo.email",
    ]);
  });
});

describe("an issue", () => {
  it("can be changed by its receiver without a trace in the next one", () => {
    const [first] = validateLead({}).issues;
    first?.path.push("changed");
    if (first) first.message = "changed";
    expect(validateLead({}).issues[0]).toMatchObject({
      finding: "email-invalid",
      message: expect.not.stringContaining("changed"),
      path: ["contactInfo", "email"],
    });
  });
});
