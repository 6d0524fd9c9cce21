import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { asSet, issuesOf, type OracleIssue, type RuleName } from "../lead/rules-oracle.ts";
import { createLead, jsonOf, type PlainAnswer, successOf } from "./contract-client.ts";
import { type Changes, freshEmail, leadWith } from "./contract-lead.ts";

/** Interface, sections 4.2 and 7: leads that break a rule, alone and together. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ keys: ["k1"], partners: ["acme"] });
});
afterAll(() => sandbox.stop());

const NO_UNIT: Changes = { buildingType: "condo", "address.unitNumber": undefined };
const NO_UNITS: Changes = { buildingType: "multiUnit", propertyUnits: undefined };
const NO_STATEMENT: Changes = { propertyUsage: "investment", statedInformation: undefined };
const NO_RENT: Changes = { propertyUsage: "investment", statedInformation: { rentalOccupancy: "longTerm" } };
const BAD_EMAIL: Changes = { "contactInfo.email": "jane.example.com" };

const REFUSED: [title: string, changes: Changes, rules: RuleName[]][] = [
  ["a condo without a unitNumber", NO_UNIT, ["V1"]],
  ["a condo with units but no unitNumber", { ...NO_UNIT, propertyUnits: 4 }, ["V1"]],
  ["a condo without unitNumber or units", { ...NO_UNIT, propertyUnits: undefined }, ["V1"]],
  ["a multi-unit property without units", NO_UNITS, ["V2"]],
  ["a multi-unit property with a unitNumber but no units", { ...NO_UNITS, "address.unitNumber": 3 }, ["V2"]],
  ["an investment property without statedInformation", NO_STATEMENT, ["V3"]],
  ["an investment property with an empty one", { ...NO_STATEMENT, statedInformation: {} }, ["V3"]],
  [
    "an investment property with a rent but no occupancy",
    { ...NO_STATEMENT, statedInformation: { monthlyRentalIncome: 2500 } },
    ["V3"],
  ],
  [
    "an investment property for another purpose, without occupancy",
    { ...NO_STATEMENT, loanPurpose: "debtConsolidation" },
    ["V3"],
  ],
  ["an investment property let without a rent", NO_RENT, ["V4"]],
  ["an e-mail without @", BAD_EMAIL, ["V5"]],
  ["an e-mail without a domain", { "contactInfo.email": "jane@" }, ["V5"]],
  ["an e-mail without a local part", { "contactInfo.email": "@example.com" }, ["V5"]],
  ["an e-mail with two @", { "contactInfo.email": "jane@john@example.com" }, ["V5"]],
  ["an e-mail of two words", { "contactInfo.email": "jane doe@example.com" }, ["V5"]],
  ["an empty e-mail", { "contactInfo.email": "" }, ["V5"]],
  ["a condo that is an investment, without both", { ...NO_UNIT, ...NO_STATEMENT }, ["V1", "V3"]],
  ["a condo that is let, without unitNumber or rent", { ...NO_UNIT, ...NO_RENT }, ["V1", "V4"]],
  ["a multi-unit investment, without both", { ...NO_UNITS, ...NO_STATEMENT }, ["V2", "V3"]],
  ["a multi-unit property that is let, without units or rent", { ...NO_UNITS, ...NO_RENT }, ["V2", "V4"]],
  ["a bad e-mail on a condo without a unitNumber", { ...BAD_EMAIL, ...NO_UNIT }, ["V1", "V5"]],
  ["a bad e-mail on a multi-unit property without units", { ...BAD_EMAIL, ...NO_UNITS }, ["V2", "V5"]],
  ["a bad e-mail on an investment without occupancy", { ...BAD_EMAIL, ...NO_STATEMENT }, ["V3", "V5"]],
  ["three rules at once, by a condo", { ...BAD_EMAIL, ...NO_UNIT, ...NO_STATEMENT }, ["V1", "V3", "V5"]],
  ["three rules at once, by units", { ...BAD_EMAIL, ...NO_UNITS, ...NO_RENT }, ["V2", "V4", "V5"]],
];

describe("a lead that breaks a rule", () => {
  it.each(REFUSED)("is refused with exactly its issues: %s", async (_title, changes, rules) => {
    expectIssues(await createLead(sandbox.url, leadWith(changes)), rules);
  });

  it.each(REFUSED)("creates nothing and holds no e-mail back: %s", async (_title, changes, rules) => {
    const before = sandbox.quotes().length;
    const email = freshEmail();
    const broken = rules.includes("V5") ? changes : { ...changes, "contactInfo.email": email };

    expectIssues(await createLead(sandbox.url, leadWith(broken)), rules);
    expect(sandbox.quotes()).toHaveLength(before);

    successOf(await createLead(sandbox.url, leadWith({ "contactInfo.email": email })));
    expect(sandbox.quotes()).toHaveLength(before + 1);
  });

  it("gets the same answer as often as it is sent", async () => {
    const lead = leadWith(NO_UNIT);
    const first = await createLead(sandbox.url, lead);
    const second = await createLead(sandbox.url, lead);
    expectIssues(first, ["V1"]);
    expect([second.status, second.text]).toStrictEqual([first.status, first.text]);
  });

  it("is named to the letter: V1 to V4 are custom issues without a validation", async () => {
    const answer = await createLead(sandbox.url, leadWith(NO_RENT));
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toStrictEqual({
      error: {
        issues: [
          {
            code: "custom",
            message: "Required for non-vacant investment properties",
            path: ["statedInformation", "monthlyRentalIncome"],
          },
        ],
      },
    });
  });

  it("is named to the letter: V5 is an invalid string with its validation", async () => {
    const answer = await createLead(sandbox.url, leadWith(BAD_EMAIL));
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toStrictEqual({
      error: {
        issues: [
          {
            validation: "email",
            code: "invalid_string",
            message: "Invalid email",
            path: ["contactInfo", "email"],
          },
        ],
      },
    });
  });

  it("is refused when it has no e-mail at all, with an issue at that field", async () => {
    const answer = await createLead(sandbox.url, leadWith({ "contactInfo.email": undefined }));
    expect(answer.status).toBe(400);
    expect(issuesIn(answer).map((issue) => issue.path)).toStrictEqual([["contactInfo", "email"]]);
  });
});

/** The whole body, exactly, but for the order of the issues, which is not shown. */
function expectIssues(answer: PlainAnswer, rules: readonly RuleName[]): void {
  expect(answer.status, answer.text).toBe(400);
  const issues = asSet(issuesIn(answer));
  expect({ ...bodyOf(answer), error: { ...bodyOf(answer).error, issues } }).toStrictEqual({
    error: { issues: asSet(issuesOf(rules)) },
  });
}

function issuesIn(answer: PlainAnswer): readonly OracleIssue[] {
  return bodyOf(answer).error.issues;
}

interface IssuesBody {
  error: { issues: OracleIssue[] };
}

function bodyOf(answer: PlainAnswer): IssuesBody {
  const body = jsonOf(answer);
  if (!isIssuesBody(body)) throw new Error(`not an issues body: ${answer.text}`);
  return body;
}

function isIssuesBody(body: unknown): body is IssuesBody {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "issues" in error && Array.isArray(error.issues);
}
