import { describe, expect, it } from "vitest";
import {
  csvLeads,
  DECLARATIONS,
  FIELDS,
  type FlatLead,
  jsonLeads,
  jsonLinesLeads,
  NUMBER_FIELDS,
  type NumberedLead,
  OPTIONAL_FIELDS,
  readFixture,
  SHOWN_VALUES,
} from "./fixture-leads.ts";
import { brokenRules, type RuledLead } from "./lead/rules-oracle.ts";

/** fixtures/README.md states what an independent reading of the fixtures must find; this is that reading. */

const README = readFixture("README.md");
const FILES = { "leads.csv": csvLeads(), "leads.json": jsonLeads(), "leads.jsonl": jsonLinesLeads() };
const cases = Object.entries(FILES).map(([file, leads]) => ({ file, leads }));

describe.each(cases)("fixtures/$file", ({ file, leads }) => {
  const verdicts = leads.map(({ row, lead }) => ({ row, why: reasonsAgainst(lead, row, leads) }));

  it("breaks exactly the rules, in exactly the rows, that the README lists", () => {
    const invalid = verdicts.filter((verdict) => verdict.why !== "");
    expect(invalid).toStrictEqual(readmeInvalidRows(file));
  });

  it("has as many leads, ready and invalid, as the README says", () => {
    const invalid = verdicts.filter((verdict) => verdict.why !== "").length;
    expect([leads.length, leads.length - invalid, invalid]).toStrictEqual(readmeCounts(file));
  });

  it("gives every field that is not optional, and no field that the interface does not know", () => {
    for (const { row, lead } of leads) {
      const absent = FIELDS.filter((field) => !OPTIONAL_FIELDS.includes(field) && !lead.has(field));
      expect(
        absent.filter((field) => field !== "contactInfo.email"),
        `row ${row}`,
      ).toStrictEqual([]);
      expect(
        [...lead.keys()].filter((field) => !FIELDS.includes(field)),
        `row ${row}`,
      ).toStrictEqual([]);
    }
  });

  it("types every field as the interface does, and uses only shown values", () => {
    for (const { row, lead } of leads) {
      for (const [field, value] of lead) {
        const type = NUMBER_FIELDS.includes(field)
          ? "number"
          : DECLARATIONS.includes(field)
            ? "boolean"
            : "string";
        expect(typeof value, `row ${row}, ${field}`).toBe(type);
        const shown = SHOWN_VALUES[field];
        if (shown !== undefined) expect(shown, `row ${row}, ${field}`).toContain(value);
        if (field === "propertyUnits") expect(value, `row ${row}`).toSatisfy(Number.isInteger);
      }
    }
  });

  it("shows invented people only: reserved domains, fictional telephone numbers, sound states and ZIP codes", () => {
    for (const { row, lead } of leads) {
      const email = lead.get("contactInfo.email");
      if (email !== undefined && String(email).includes("@") && !String(email).endsWith("@")) {
        expect(email, `row ${row}`).toMatch(/^[a-z0-9.+_-]+@example\.(com|org|test)$/i);
      }
      expect(lead.get("contactInfo.phone"), `row ${row}`).toMatch(/^\+1[- ]\(?\d{3}\)?[- ]555[- ]01\d\d$/);
      for (const address of ["address", "residentialAddress"]) {
        expect(lead.get(`${address}.state`), `row ${row}`).toMatch(/^[A-Z]{2}$/);
        expect(lead.get(`${address}.zip`), `row ${row}`).toMatch(/^\d{5}(-\d{4})?$/);
      }
    }
  });
});

describe("fixtures/leads.csv as a spreadsheet", () => {
  const leads = FILES["leads.csv"].map(({ lead }) => lead);

  it("holds every building type with every usage, and every loan purpose", () => {
    const pairs = new Set(leads.map((lead) => `${lead.get("buildingType")} ${lead.get("propertyUsage")}`));
    expect(pairs.size).toBe(12);
    expect(new Set(leads.map((lead) => lead.get("loanPurpose"))).size).toBe(3);
  });

  it("holds investment properties that are let with a rent, and vacant without one", () => {
    const investments = leads.filter((lead) => lead.get("propertyUsage") === "investment");
    const occupied = (occupancy: string, rent: boolean): number =>
      investments.filter(
        (lead) =>
          lead.get("statedInformation.rentalOccupancy") === occupancy &&
          lead.has("statedInformation.monthlyRentalIncome") === rent,
      ).length;
    expect(occupied("longTerm", true)).toBeGreaterThanOrEqual(5);
    expect(occupied("vacant", false)).toBeGreaterThanOrEqual(5);
  });

  it("is UTF-8 without a byte order mark, with one newline style and every kind of awkward cell", () => {
    const text = readFixture("leads.csv");
    expect(text.startsWith("Affiliate ID,")).toBe(true);
    expect(text).not.toContain("\r");
    expect(text).not.toContain("\uFFFD");
    const values = leads.flatMap((lead) => [...lead.values()]).map(String);
    expect(values.some((value) => value.includes("'"))).toBe(true);
    expect(values.some((value) => value.includes(", "))).toBe(true);
    expect(values.some((value) => value.includes('"'))).toBe(true);
    expect(values.some((value) => /[^\u0000-\u007F]/.test(value))).toBe(true);
    expect(leads.some((lead) => String(lead.get("address.zip")).startsWith("0"))).toBe(true);
  });
});

/** What is wrong with a lead, in the README's words without their brackets; empty when nothing is. */
function reasonsAgainst(lead: FlatLead, row: number, leads: readonly NumberedLead[]): string {
  const email = lead.get("contactInfo.email");
  const emailIsValid = typeof email === "string" && /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email);
  const rules = brokenRules(nested(lead), emailIsValid);
  if (rules.length > 0) return rules.join(", ");
  const same = leads.find((other) => foldedEmail(other.lead) === foldedEmail(lead));
  return same === undefined || same.row >= row ? "" : `same e-mail as row ${same.row}`;
}

function foldedEmail(lead: FlatLead): string {
  return String(lead.get("contactInfo.email") ?? "")
    .trim()
    .toLowerCase();
}

function nested(lead: FlatLead): RuledLead {
  const number = (field: string): number | undefined => {
    const value = lead.get(field);
    return typeof value === "number" ? value : undefined;
  };
  const word = (field: string): string | undefined => {
    const value = lead.get(field);
    return typeof value === "string" ? value : undefined;
  };
  return {
    buildingType: word("buildingType"),
    propertyUnits: number("propertyUnits"),
    propertyUsage: word("propertyUsage"),
    address: { unitNumber: number("address.unitNumber") },
    statedInformation: {
      rentalOccupancy: word("statedInformation.rentalOccupancy"),
      monthlyRentalIncome: number("statedInformation.monthlyRentalIncome"),
    },
  };
}

function readmeInvalidRows(file: string): { row: number; why: string }[] {
  const rows = README.matchAll(/^\| `([\w.]+)` \| (\d+) \| ([^|(]+?)(?:, in another case| \([^)]*\))? \|$/gm);
  return [...rows]
    .filter((match) => match[1] === file)
    .map((match) => ({ row: Number(match[2]), why: match[3] ?? "" }));
}

function readmeCounts(file: string): number[] {
  const rows = README.matchAll(/^\| `([\w.]+)` \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \|$/gm);
  const match = [...rows].find((candidate) => candidate[1] === file);
  return [Number(match?.[2]), Number(match?.[3]), Number(match?.[4])];
}
