import { extraRule, field, type Json, type Mutant, mutant } from "./mutation-parts.ts";

const isCondo = (lead: Json): boolean => lead.buildingType === "condo";
const lacks = (path: string) => (lead: Json) => field(lead, path) === undefined;

/** One rule too many each. */
export const STRICT_MUTANTS: readonly Mutant[] = [
  mutant(
    "refuses a vacant investment without a rent",
    "accepted.vacant",
    extraRule(
      "statedInformation.monthlyRentalIncome",
      (lead) =>
        field(lead, "statedInformation.rentalOccupancy") === "vacant" &&
        lacks("statedInformation.monthlyRentalIncome")(lead),
    ),
  ),
  mutant(
    "refuses a let investment with its rent",
    "accepted.let",
    extraRule(
      "",
      (lead) =>
        field(lead, "statedInformation.monthlyRentalIncome") !== undefined &&
        field(lead, "statedInformation.rentalOccupancy") === "longTerm",
    ),
  ),
  mutant(
    "wants units of a townhouse",
    "accepted.townhouse",
    extraRule("propertyUnits", (lead) => lead.buildingType === "townhouse" && lacks("propertyUnits")(lead)),
  ),
  mutant(
    "wants units of a condo that has its number",
    "accepted.condo",
    extraRule(
      "propertyUnits",
      (lead) => isCondo(lead) && !lacks("address.unitNumber")(lead) && lacks("propertyUnits")(lead),
    ),
  ),
  mutant(
    "wants an affiliateId",
    "accepted.optional-absent",
    extraRule("affiliateId", (lead) => lead.propertyUnits !== undefined && lacks("affiliateId")(lead)),
  ),
  mutant(
    "wants a county",
    "accepted.optional-absent",
    extraRule("address.county", (lead) => lead.propertyUnits !== undefined && lacks("address.county")(lead)),
  ),
  mutant(
    "does not know second homes",
    "accepted.townhouse",
    extraRule("propertyUsage", (lead) => lead.propertyUsage === "secondHome"),
  ),
  mutant(
    "does not know debt consolidation",
    "accepted.optional-absent",
    extraRule("loanPurpose", (lead) => lead.loanPurpose === "debtConsolidation"),
  ),
];
