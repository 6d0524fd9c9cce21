import { judgeEmail } from "./email.ts";
import type { Issue } from "./issue.ts";
import type { Lead } from "./schema.ts";

/** A rule of the interface, section 4.2: it holds for a lead, or yields the issue that the service would. */
export interface Rule {
  id: "V1" | "V2" | "V3" | "V4" | "V5";
  /** When the field at the issue's path is needed, by what stands at other paths; all of it has to be so. */
  when: readonly Condition[];
  issue: Readonly<Issue>;
}

/** What stands at a path: this value, or any but this. */
export type Condition = { path: readonly string[] } & ({ is: string } | { isNot: string });

const INVESTMENT: Condition = { path: ["propertyUsage"], is: "investment" };

export const RULES: readonly Rule[] = [
  {
    id: "V1",
    when: [{ path: ["buildingType"], is: "condo" }],
    issue: { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] },
  },
  {
    id: "V2",
    when: [{ path: ["buildingType"], is: "multiUnit" }],
    issue: { code: "custom", message: "Required for multi-unit properties", path: ["propertyUnits"] },
  },
  {
    id: "V3",
    when: [INVESTMENT],
    issue: {
      code: "custom",
      message: "Required for investment properties",
      path: ["statedInformation", "rentalOccupancy"],
    },
  },
  {
    id: "V4",
    when: [INVESTMENT, { path: ["statedInformation", "rentalOccupancy"], isNot: "vacant" }],
    issue: {
      code: "custom",
      message: "Required for non-vacant investment properties",
      path: ["statedInformation", "monthlyRentalIncome"],
    },
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

/** Every violation of V1 to V5 at once, in the order of the interface's table. */
export function violations(lead: Lead): Issue[] {
  return RULES.filter((rule) => isViolated(rule, lead)).map(({ issue }) => ({
    ...issue,
    path: [...issue.path],
  }));
}

/**
 * What will be asked next once an issue is settled, by what it is settled with: nobody is to be refused twice for one lead.
 * An investment property that is let needs its rent too (V3, then V4).
 */
export function followUps(issues: readonly Issue[]): Issue[] {
  if (!issues.some(({ path }) => path.join(".") === "statedInformation.rentalOccupancy")) return [];
  const message = "Needed too, unless the property is vacant";
  return [{ code: "custom", message, path: ["statedInformation", "monthlyRentalIncome"] }];
}
