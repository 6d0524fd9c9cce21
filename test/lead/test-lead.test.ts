import { describe, expect, it } from "vitest";
import type { Issue } from "../../src/lead/issue.ts";
import type { Lead } from "../../src/lead/schema.ts";
import { PHONE_MADE_UP, testIssue } from "../../src/lead/test-lead.ts";

const MADE_UP: Issue = { code: "custom", finding: PHONE_MADE_UP, message: "left out", path: [] };
const name = { firstName: "Test", lastName: "Test" };
const anytown = { street: "123 Main St", city: "Anytown" };

describe("a lead stays behind as a test", () => {
  it.each<[string, Lead, Issue[]?]>([
    ["name, e-mail and address", { contactInfo: { ...name, email: "test@example.com" }, address: anytown }],
    [
      "a part of a name, e-mail and a phone of one digit",
      { contactInfo: { firstName: "Ann", lastName: "Dummy", email: "DEMO@x.co" } },
      [MADE_UP],
    ],
    [
      "name, the home's address and a phone that counts up",
      {
        contactInfo: { firstName: "sample" },
        residentialAddress: { street: "123 Main Street, Apt 4", city: "ANYTOWN" },
      },
      [MADE_UP],
    ],
  ])("with three signs: %s", (_, lead, warnings) => {
    expect(testIssue(lead, warnings)).toMatchObject({ code: "custom", finding: "test-row" });
  });

  it.each<[string, Lead]>([
    ["two signs, however often a name says it", { contactInfo: { ...name, email: "test@test.com" } }],
    [
      "a reserved domain and 555-01xx",
      { contactInfo: { ...name, email: "a@example.com", phone: "+1-555-0100" } },
    ],
    [
      "names that hold the word",
      { contactInfo: { firstName: "Testa", email: "tests@x.co" }, address: anytown },
    ],
    [
      "another Main St",
      { contactInfo: { ...name, email: "test@x.co" }, address: { ...anytown, city: "Reno" } },
    ],
    ["nothing", {}],
  ])("and not with %s", (_, lead) => {
    expect(testIssue(lead)).toBeUndefined();
  });
});
