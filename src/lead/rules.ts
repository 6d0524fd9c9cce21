import { judgeEmail } from "./email.ts";
import type { Issue } from "./issue.ts";
import type { Lead } from "./schema.ts";

/** A rule of the interface, section 4.2: it holds for a lead, or yields the issue that the service would. */
export interface Rule {
  id: "V1" | "V2" | "V3" | "V4" | "V5";
  isViolatedBy(lead: Lead): boolean;
  issue: Readonly<Issue>;
}

export const RULES: readonly Rule[] = [
  {
    id: "V1",
    isViolatedBy: (lead) => lead.buildingType === "condo" && lead.address?.unitNumber === undefined,
    issue: { code: "custom", message: "Required for condo properties", path: ["address", "unitNumber"] },
  },
  {
    id: "V2",
    isViolatedBy: (lead) => lead.buildingType === "multiUnit" && lead.propertyUnits === undefined,
    issue: { code: "custom", message: "Required for multi-unit properties", path: ["propertyUnits"] },
  },
  {
    id: "V3",
    isViolatedBy: (lead) =>
      lead.propertyUsage === "investment" && lead.statedInformation?.rentalOccupancy === undefined,
    issue: {
      code: "custom",
      message: "Required for investment properties",
      path: ["statedInformation", "rentalOccupancy"],
    },
  },
  {
    id: "V4",
    isViolatedBy: (lead) =>
      lead.propertyUsage === "investment" &&
      lead.statedInformation?.rentalOccupancy !== undefined &&
      lead.statedInformation.rentalOccupancy !== "vacant" &&
      lead.statedInformation.monthlyRentalIncome === undefined,
    issue: {
      code: "custom",
      message: "Required for non-vacant investment properties",
      path: ["statedInformation", "monthlyRentalIncome"],
    },
  },
  {
    id: "V5",
    isViolatedBy: (lead) => judgeEmail(lead.contactInfo?.email ?? "") === "invalid",
    issue: {
      validation: "email",
      code: "invalid_string",
      message: "Invalid email",
      path: ["contactInfo", "email"],
    },
  },
];

/** Every violation of V1 to V5 at once, in the order of the interface's table. */
export function violations(lead: Lead): Issue[] {
  return RULES.filter((rule) => rule.isViolatedBy(lead)).map(({ issue }) => ({
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
