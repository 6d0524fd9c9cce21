import { judgeEmail } from "./email.ts";
import type { Issue } from "./issue.ts";
import { leadFinding } from "./lead-texts.ts";
import type { Lead } from "./schema.ts";

/** A rule of the interface, section 4.2: it holds for a lead, or the service answers with the issue, in these words. */
export interface Rule {
  id: "V1" | "V2" | "V3" | "V4" | "V5";
  /** Values at other paths that make this field required; all of them must hold. */
  when: readonly Condition[];
  issue: Readonly<Issue>;
  /** Our own code of it. */
  finding:
    | "unit-number-missing"
    | "property-units-missing"
    | "occupancy-missing"
    | "rent-missing"
    | "email-invalid";
}

/** A condition on the value at a path: this value, or any other. */
export type Condition = { path: readonly string[] } & ({ is: string } | { isNot: string });

const INVESTMENT: Condition = { path: ["propertyUsage"], is: "investment" };

export const RULES: readonly Rule[] = [
  {
    id: "V1",
    when: [{ path: ["buildingType"], is: "condo" }],
    issue: { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] },
    finding: "unit-number-missing",
  },
  {
    id: "V2",
    when: [{ path: ["buildingType"], is: "multiUnit" }],
    issue: { code: "custom", message: "Required for multi-unit properties", path: ["propertyUnits"] },
    finding: "property-units-missing",
  },
  {
    id: "V3",
    when: [INVESTMENT],
    issue: {
      code: "custom",
      message: "Required for investment properties",
      path: ["statedInformation", "rentalOccupancy"],
    },
    finding: "occupancy-missing",
  },
  {
    id: "V4",
    when: [INVESTMENT, { path: ["statedInformation", "rentalOccupancy"], isNot: "vacant" }],
    issue: {
      code: "custom",
      message: "Required for non-vacant investment properties",
      path: ["statedInformation", "monthlyRentalIncome"],
    },
    finding: "rent-missing",
  },
  {
    id: "V5",
    when: [],
    issue: {
      validation: "email",
      code: "invalid_string",
      message: "Invalid email",
      path: ["contactInfo", "email"],
    },
    finding: "email-invalid",
  },
];

/** Whether a lead breaks a rule. An issue with a `validation` says that a valid value is needed, any other that one is. */
export function isViolated({ when, issue }: Rule, lead: Lead): boolean {
  for (const condition of when) {
    const value = valueAt(lead, condition.path);
    const isSo =
      "is" in condition ? value === condition.is : value !== undefined && value !== condition.isNot;
    if (!isSo) return false;
  }
  const value = valueAt(lead, issue.path);
  return issue.validation === "email" ? judgeEmail(String(value ?? "")) === "invalid" : value === undefined;
}

/** The value at a path of the lead, which has one name or two, by own keys of known names only. */
export function valueAt(lead: Lead, [first = "", second]: readonly string[]): unknown {
  const value = (lead as Record<string, unknown>)[first];
  if (second === undefined) return value;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[second] : undefined;
}

/** What a lead has in the field of a dotted path; undefined where nothing goes. */
export function fieldValueAt(lead: Lead, path: string): string | number | boolean | undefined {
  const value = valueAt(lead, path.split("."));
  const isValue = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isValue ? value : undefined;
}

/** Our issue for a lead that breaks a rule. */
export function ruleIssue({ issue, finding }: Rule): Issue {
  return { ...issue, ...leadFinding(finding), path: [...issue.path] };
}

/** Whether an issue, ours or the service's, says the same as one of ours. */
export function isSameIssue(issue: Issue, own: Issue): boolean {
  if (issue.path.join() !== own.path.join()) return false;
  if (issue.finding !== undefined) return issue.finding === own.finding;
  return RULES.some(
    ({ finding, issue: { message } }) => finding === own.finding && message === issue.message,
  );
}

/**
 * What will be asked next once an issue is settled, by what it is settled with: nobody is to be refused twice for one lead.
 * An investment property that is let needs its rent too (V3, then V4).
 */
export function followUps(issues: readonly Issue[]): Issue[] {
  if (!issues.some(({ path }) => path.join(".") === "statedInformation.rentalOccupancy")) return [];
  const path = ["statedInformation", "monthlyRentalIncome"];
  return [{ code: "custom", ...leadFinding("rent-missing-next"), path }];
}
