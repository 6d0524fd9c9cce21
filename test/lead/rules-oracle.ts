/**
 * The rules V1–V5, read a second time: from the table in section 4.2 of the interface, one entry a row of that
 * table, and from nothing in src/. Whether an e-mail is valid is the caller's to say, because the table does not.
 */

import type { Issue } from "../../src/lead/issue.ts";

/** As much of a lead as the rules look at. */
export interface RuledLead {
  buildingType?: string | undefined;
  propertyUnits?: number | undefined;
  propertyUsage?: string | undefined;
  address?: { unitNumber?: number | undefined } | undefined;
  statedInformation?:
    | { rentalOccupancy?: string | undefined; monthlyRentalIncome?: number | undefined }
    | undefined;
}

export interface OracleIssue {
  code: string;
  message: string;
  path: string[];
  validation?: string;
}

export type RuleName = "V1" | "V2" | "V3" | "V4" | "V5";

interface RuleRow {
  rule: RuleName;
  broken: (lead: RuledLead, emailIsValid: boolean) => boolean;
  issue: OracleIssue;
  finding: string;
}

const TABLE: readonly RuleRow[] = [
  {
    rule: "V1",
    broken: (lead) => lead.buildingType === "condo" && lead.address?.unitNumber === undefined,
    issue: { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] },
    finding: "unit-number-missing",
  },
  {
    rule: "V2",
    broken: (lead) => lead.buildingType === "multiUnit" && lead.propertyUnits === undefined,
    issue: { code: "custom", message: "Required for multi-unit properties", path: ["propertyUnits"] },
    finding: "property-units-missing",
  },
  {
    rule: "V3",
    broken: (lead) =>
      lead.propertyUsage === "investment" && lead.statedInformation?.rentalOccupancy === undefined,
    issue: {
      code: "custom",
      message: "Required for investment properties",
      path: ["statedInformation", "rentalOccupancy"],
    },
    finding: "occupancy-missing",
  },
  {
    rule: "V4",
    broken: (lead) =>
      lead.propertyUsage === "investment" &&
      lead.statedInformation?.rentalOccupancy !== undefined &&
      lead.statedInformation.rentalOccupancy !== "vacant" &&
      lead.statedInformation.monthlyRentalIncome === undefined,
    issue: {
      code: "custom",
      message: "Required for non-vacant investment properties",
      path: ["statedInformation", "monthlyRentalIncome"],
    },
    finding: "rent-missing",
  },
  {
    rule: "V5",
    broken: (_lead, emailIsValid) => !emailIsValid,
    issue: {
      validation: "email",
      code: "invalid_string",
      message: "Invalid email",
      path: ["contactInfo", "email"],
    },
    finding: "email-invalid",
  },
];

/** The rules that a lead breaks, in the order of the table. */
export function brokenRules(lead: RuledLead, emailIsValid: boolean): RuleName[] {
  return TABLE.filter((row) => row.broken(lead, emailIsValid)).map((row) => row.rule);
}

/** The issue objects that the table gives for some rules. */
export function issuesOf(rules: readonly RuleName[]): OracleIssue[] {
  return TABLE.filter((row) => rules.includes(row.rule)).map((row) => row.issue);
}

/** The same as our own checks raise them, but for their sentences: each with the code that we call it by. */
export function findingsOf(rules: readonly RuleName[]): Omit<Issue, "message">[] {
  return TABLE.filter(({ rule }) => rules.includes(rule)).map(
    ({ issue: { message: _, ...issue }, finding }) => ({
      ...issue,
      finding,
    }),
  );
}

/** The rule whose breach is found under a code. */
export function ruleOf(finding: string | undefined): RuleName | undefined {
  return TABLE.find((row) => row.finding === finding)?.rule;
}

/** One order for issues, so that two sets of them can be compared: the interface does not show theirs. */
export function asSet<T extends { path: readonly string[]; message?: string }>(issues: readonly T[]): T[] {
  const key = (issue: T): string => `${issue.path.join(".")}: ${issue.message}`;
  return [...issues].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
