import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { createLead, createUrl, jsonOf, type PlainAnswer, send, successOf } from "./contract-client.ts";
import { type Changes, emailOf, type Json, leadWith } from "./contract-lead.ts";

/** Where the interface says "not shown", one thing is asked of the sandbox: an answer in JSON that is no fault of its own. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ keys: ["k1"], users: ["known@example.com"], partners: ["acme"] });
});
afterAll(() => sandbox.stop());

const VALID = JSON.stringify(leadWith({ "contactInfo.email": "not-shown@example.com" }));

const BODIES: [title: string, body: string | Buffer][] = [
  ["no body", ""],
  ["white space", " \n "],
  ["half a lead", VALID.slice(0, VALID.length / 2)],
  ["a lead and more", `${VALID}}`],
  ["two leads", `${VALID}\n${VALID}`],
  ["single quotes", "{'buildingType': 'condo'}"],
  ["null", "null"],
  ["a number", "17"],
  ["a string", '"lead"'],
  ["true", "true"],
  ["an empty array", "[]"],
  ["a lead in an array", `[${VALID}]`],
  ["an empty object", "{}"],
  ["a byte order mark", `\uFEFF${VALID}`],
  ["UTF-16", Buffer.from(VALID, "utf16le")],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xe9, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["NUL bytes", Buffer.alloc(64)],
  ["a form", "buildingType=condo&propertyUsage=investment"],
  ["an infinite number", VALID.replace('"propertyUnits":1', '"propertyUnits":1e400')],
  ["duplicate keys", VALID.replace("{", '{"buildingType":"condo",')],
  ["__proto__", VALID.replace("{", '{"__proto__":{"buildingType":"condo"},')],
  ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ["deep objects", `${'{"address":'.repeat(5_000)}1${"}".repeat(5_000)}`],
  ["a string of 300 kB", JSON.stringify(leadWith({ "contactInfo.firstName": "J".repeat(300_000) }))],
  ["ten thousand unknown fields", JSON.stringify({ ...leadWith(), ...manyFields() })],
];

const CHANGES: [title: string, changes: Changes][] = [
  ["an unlisted buildingType", { buildingType: "houseboat" }],
  ["an unlisted loanPurpose", { loanPurpose: "purchase" }],
  ["an unlisted propertyUsage", { propertyUsage: "farm" }],
  [
    "an unlisted rentalOccupancy",
    { propertyUsage: "investment", statedInformation: { rentalOccupancy: "shortTerm" } },
  ],
  ["an enumeration in another case", { buildingType: "Condo" }],
  ["the name of an inherited property", { buildingType: "constructor" }],
  ["no buildingType", { buildingType: undefined }],
  ["no loanPurpose", { loanPurpose: undefined }],
  ["no propertyUsage", { propertyUsage: undefined }],
  ["no contactInfo", { contactInfo: undefined }],
  ["no firstName", { "contactInfo.firstName": undefined }],
  ["no phone", { "contactInfo.phone": undefined }],
  ["no address", { address: undefined }],
  ["no address of a condo", { buildingType: "condo", address: undefined }],
  ["no zip", { "address.zip": undefined }],
  ["no residentialAddress", { residentialAddress: undefined }],
  ["no declaration", { listedForSaleIn6Months: undefined }],
  ["an unknown field", { notes: "call after six" }],
  ["an unknown field deep inside", { "address.floor": 3 }],
  ["a zero unitNumber", { buildingType: "condo", "address.unitNumber": 0 }],
  ["a negative rent", { statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: -1 } }],
  ["units that are not whole", { buildingType: "multiUnit", propertyUnits: 2.5 }],
  ["an odd phone", { "contactInfo.phone": "call me" }],
  ["an unknown state", { "address.state": "ZZ" }],
  ["an e-mail that only some validators take", { "contactInfo.email": '"jane doe"@localhost' }],
  ["a known user in another case", { "contactInfo.email": "KNOWN@example.com" }],
  ["a known user between blanks", { "contactInfo.email": " known@example.com " }],
  [
    "a known user on a lead that breaks a rule",
    { "contactInfo.email": "known@example.com", buildingType: "multiUnit", propertyUnits: undefined },
  ],
];

const FIELDS = [
  "affiliateId",
  "buildingType",
  "propertyUnits",
  "loanPurpose",
  "propertyUsage",
  "contactInfo",
  "contactInfo.firstName",
  "contactInfo.lastName",
  "contactInfo.email",
  "contactInfo.phone",
  "address",
  "address.street",
  "address.county",
  "address.unitNumber",
  "residentialAddress",
  "residentialAddress.zip",
  "statedInformation",
  "statedInformation.rentalOccupancy",
  "statedInformation.monthlyRentalIncome",
  "listedForSaleIn6Months",
  "purchasedOrSubjectToMortgageIn6Months",
  "liabilitiesIn4Years",
];
const ODD_VALUES: Json[] = [null, "", "text", 17, -0.5, true, [], ["text"], {}, { length: 1 }];

describe("a request whose answer is not shown", () => {
  it.each(BODIES)("is answered in JSON: a body of %s", async (_title, body) => {
    const answer = await send(createUrl(sandbox.url), { method: "POST", headers: jsonHeaders(), body });
    expectSomeAnswer(answer);
    await expectStillThere();
  });

  it.each(CHANGES)("is answered in JSON: %s", async (_title, changes) => {
    expectSomeAnswer(await createLead(sandbox.url, leadWith(changes)));
  });

  it.each(FIELDS)("is answered in JSON: any kind of value for %s", async (field) => {
    for (const value of ODD_VALUES) {
      expectSomeAnswer(await createLead(sandbox.url, leadWith({ [field]: value })));
    }
    await expectStillThere();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
    "application/json; charset=utf-16",
  ])("is answered in JSON: content type %j", async (contentType) => {
    const headers = { ...jsonHeaders(), "Content-Type": contentType };
    const body = JSON.stringify(leadWith());
    expectSomeAnswer(await send(createUrl(sandbox.url), { method: "POST", headers, body }));
  });

  it("is answered in JSON: no content type", async () => {
    const body = JSON.stringify(leadWith());
    const headers = { Authorization: "Bearer k1" };
    expectSomeAnswer(await send(createUrl(sandbox.url), { method: "POST", headers, body }));
  });

  it.each(["bearer k1", "BEARER k1", "Bearer  k1"])("is answered in JSON: %j", async (authorization) => {
    const headers = { ...jsonHeaders(), Authorization: authorization };
    const body = JSON.stringify(leadWith());
    expectSomeAnswer(await send(createUrl(sandbox.url), { method: "POST", headers, body }));
  });

  it.each([
    "/",
    "/api",
    "/api/acme",
    "/api/acme/lead",
    "/api/acme/lead/create/",
    "/api/acme/lead/create/more",
    "/api//lead/create",
    "/api/acme/lead/read",
    "/api/nobody/lead/create",
    "/api/a%2Fb/lead/create",
    "/api/%E0%A4%A/lead/create",
    "/api/acme/lead/create?dry=1",
    "/API/ACME/LEAD/CREATE",
    `/api/${"p".repeat(2000)}/lead/create`,
  ])("is answered in JSON: POST %s", async (path) => {
    const body = JSON.stringify(leadWith());
    expectSomeAnswer(await send(`${sandbox.url}${path}`, { method: "POST", headers: jsonHeaders(), body }));
  });

  it("is answered in JSON: the same e-mail in another case, or under another key order", async () => {
    const lead = leadWith();
    successOf(await createLead(sandbox.url, lead));
    const shouted = leadWith({ "contactInfo.email": emailOf(lead).toUpperCase() });
    expectSomeAnswer(await createLead(sandbox.url, shouted));
  });

  it("is answered in JSON: a lead that both breaks a rule and repeats an e-mail", async () => {
    const lead = leadWith();
    successOf(await createLead(sandbox.url, lead));
    const both = leadWith({
      "contactInfo.email": emailOf(lead),
      buildingType: "condo",
      "address.unitNumber": undefined,
    });
    const answer = await createLead(sandbox.url, both);
    expect(answer.status).toBe(400);
    expectSomeAnswer(answer);
  });

  it("is refused and creates nothing when a bad lead comes with a bad key", async () => {
    const before = sandbox.quotes().length;
    const answer = await createLead(sandbox.url, leadWith({ "contactInfo.email": "no" }), { key: "wrong" });
    expectSomeAnswer(answer);
    expect([400, 401]).toContain(answer.status);
    expect(sandbox.quotes()).toHaveLength(before);
  });
});

function expectSomeAnswer(answer: PlainAnswer): void {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(200);
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(typeof jsonOf(answer)).toBe("object");
}

async function expectStillThere(): Promise<void> {
  successOf(await createLead(sandbox.url, leadWith()));
}

function jsonHeaders(): Record<string, string> {
  return { "Content-Type": "application/json", Authorization: "Bearer k1" };
}

function manyFields(): Record<string, Json> {
  return Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));
}
