import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { createLead, createUrl, send, successOf } from "./contract-client.ts";
import { type Changes, isObject, keysReversed, leadWith } from "./contract-lead.ts";

/** Interface, sections 2 and 4: what the service accepts, and what it answers then. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ keys: ["k1", "k2"], partners: ["acme", "globex"] });
});
afterAll(() => sandbox.stop());

const INVESTMENT: Changes = { propertyUsage: "investment", loanPurpose: "investment" };

const ACCEPTED: [title: string, changes: Changes][] = [
  ["every field of section 2.1", {}],
  ["no affiliateId", { affiliateId: undefined }],
  ["no county", { "address.county": undefined }],
  ["no unitNumber, for a single-family home", { "address.unitNumber": undefined }],
  ["no statedInformation, for a primary residence", { statedInformation: undefined }],
  ["an empty statedInformation, for a primary residence", { statedInformation: {} }],
  [
    "no optional field at all",
    {
      affiliateId: undefined,
      propertyUnits: undefined,
      statedInformation: undefined,
      "address.county": undefined,
      "address.unitNumber": undefined,
    },
  ],
  ["a single-family home without units", { buildingType: "singleFamily", propertyUnits: undefined }],
  ["a condo with a unitNumber and without units", { buildingType: "condo", propertyUnits: undefined }],
  ["a condo with a unitNumber and units", { buildingType: "condo", propertyUnits: 1 }],
  ["a townhouse without units", { buildingType: "townhouse", propertyUnits: undefined }],
  [
    "a townhouse without units or unitNumber",
    { buildingType: "townhouse", propertyUnits: undefined, "address.unitNumber": undefined },
  ],
  ["a multi-unit property with units", { buildingType: "multiUnit", propertyUnits: 4 }],
  [
    "a multi-unit property without unitNumber",
    { buildingType: "multiUnit", propertyUnits: 2, "address.unitNumber": undefined },
  ],
  ["a debt consolidation", { loanPurpose: "debtConsolidation" }],
  ["a home improvement", { loanPurpose: "homeImprovement" }],
  [
    "an investment purpose on a primary residence",
    { loanPurpose: "investment", statedInformation: undefined },
  ],
  [
    "an investment purpose on a second home",
    { loanPurpose: "investment", propertyUsage: "secondHome", statedInformation: undefined },
  ],
  ["a second home", { propertyUsage: "secondHome", statedInformation: undefined }],
  [
    "a second home let long term without a rent",
    { propertyUsage: "secondHome", statedInformation: { rentalOccupancy: "longTerm" } },
  ],
  [
    "a primary residence let long term without a rent",
    { propertyUsage: "primaryResidence", statedInformation: { rentalOccupancy: "longTerm" } },
  ],
  [
    "an investment property let long term with a rent",
    { ...INVESTMENT, statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 2500 } },
  ],
  [
    "a rent that is not a whole number",
    { ...INVESTMENT, statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 1850.75 } },
  ],
  [
    "an investment property, vacant, without a rent",
    { ...INVESTMENT, statedInformation: { rentalOccupancy: "vacant" } },
  ],
  [
    "an investment property, vacant, with a rent",
    { ...INVESTMENT, statedInformation: { rentalOccupancy: "vacant", monthlyRentalIncome: 900 } },
  ],
  [
    "an investment property for another purpose",
    { propertyUsage: "investment", statedInformation: { rentalOccupancy: "vacant" } },
  ],
  [
    "a condo that is an investment, let",
    {
      ...INVESTMENT,
      buildingType: "condo",
      statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 1400 },
    },
  ],
  [
    "a multi-unit property that is an investment, vacant",
    {
      ...INVESTMENT,
      buildingType: "multiUnit",
      propertyUnits: 12,
      statedInformation: { rentalOccupancy: "vacant" },
    },
  ],
  ["every declaration true", declarations(true, true, true)],
  ["a home listed for sale", declarations(true, false, false)],
  ["a home purchased or mortgaged lately", declarations(false, true, false)],
  ["liabilities", declarations(false, false, true)],
  ["an e-mail with a tag", { "contactInfo.email": "jane+loan@example.com" }],
  ["an e-mail in a subdomain", { "contactInfo.email": "jane.doe@mail.branch.example.co.uk" }],
  ["an e-mail in capitals", { "contactInfo.email": "CAPITALS@EXAMPLE.ORG" }],
  ["names beyond ASCII", { "contactInfo.firstName": "Þórdís", "contactInfo.lastName": "陳 🏡" }],
];

describe("creating a lead", () => {
  it.each(ACCEPTED)("accepts %s", async (_title, changes) => {
    const before = sandbox.quotes().length;
    successOf(await createLead(sandbox.url, leadWith(changes)));
    expect(sandbox.quotes()).toHaveLength(before + 1);
  });

  it("answers with success, a quoteId and a loginUrl, as JSON", async () => {
    const body = successOf(await createLead(sandbox.url, leadWith()));
    expect(body).toStrictEqual({
      success: true,
      quoteId: expect.stringMatching(/\S/),
      loginUrl: expect.stringMatching(/^http/),
    });
  });

  it("gives every quote an identifier and a login link of its own", async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => createLead(sandbox.url, leadWith())));
    const bodies = answers.map(successOf);
    expect(new Set(bodies.map((body) => body.quoteId)).size).toBe(25);
    expect(new Set(bodies.map((body) => body.loginUrl)).size).toBe(25);
  });

  it("does not care for the order of the keys", async () => {
    const reversed = keysReversed(leadWith());
    expect(isObject(reversed) && Object.keys(reversed)[0]).toBe("liabilitiesIn4Years");
    successOf(await createLead(sandbox.url, isObject(reversed) ? reversed : {}));
  });

  it("does not care for white space in the JSON", async () => {
    const answer = await send(createUrl(sandbox.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer k1" },
      body: `\r\n\t ${JSON.stringify(leadWith(), null, 4)} \n`,
    });
    successOf(answer);
  });

  it("takes a body that comes in chunks, without a length", async () => {
    const answer = await send(createUrl(sandbox.url), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: "Bearer k1",
        "Transfer-Encoding": "chunked",
      },
      body: JSON.stringify(leadWith()),
    });
    successOf(answer);
  });

  it("works under every partner that it knows", async () => {
    for (const partner of ["acme", "globex"]) {
      successOf(await createLead(sandbox.url, leadWith(), { partner }));
    }
  });

  it("counts the requests that it answers", async () => {
    const before = sandbox.requestCount();
    await createLead(sandbox.url, leadWith());
    await createLead(sandbox.url, leadWith({ buildingType: "condo", "address.unitNumber": undefined }));
    await createLead(sandbox.url, leadWith(), { key: "wrong" });
    expect(sandbox.requestCount()).toBe(before + 3);
  });
});

function declarations(listed: boolean, purchased: boolean, liabilities: boolean): Changes {
  return {
    listedForSaleIn6Months: listed,
    purchasedOrSubjectToMortgageIn6Months: purchased,
    liabilitiesIn4Years: liabilities,
  };
}
