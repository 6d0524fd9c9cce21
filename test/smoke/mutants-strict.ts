import { extraRule, field, type Json, type Mutant } from "./mutation-parts.ts";

const isCondo = (lead: Json): boolean => lead.buildingType === "condo";
const lacks = (path: string) => (lead: Json) => field(lead, path) === undefined;

/** One rule too many each. */
export const STRICT_MUTANTS: readonly Mutant[] = [
  {
    name: "refuses a vacant investment without a rent",
    mutation: extraRule(
      "statedInformation.monthlyRentalIncome",
      (lead) =>
        field(lead, "statedInformation.rentalOccupancy") === "vacant" &&
        lacks("statedInformation.monthlyRentalIncome")(lead),
    ),
    caught: ["accepted.vacant"],
  },
  {
    name: "refuses a let investment with its rent",
    mutation: extraRule(
      "",
      (lead) =>
        field(lead, "statedInformation.monthlyRentalIncome") !== undefined &&
        field(lead, "statedInformation.rentalOccupancy") === "longTerm",
    ),
    caught: ["accepted.let"],
  },
  {
    name: "wants units of a townhouse",
    mutation: extraRule(
      "propertyUnits",
      (lead) => lead.buildingType === "townhouse" && lacks("propertyUnits")(lead),
    ),
    caught: ["accepted.townhouse"],
  },
  {
    name: "wants units of a condo that has its number",
    mutation: extraRule(
      "propertyUnits",
      (lead) => isCondo(lead) && !lacks("address.unitNumber")(lead) && lacks("propertyUnits")(lead),
    ),
    caught: ["accepted.condo"],
  },
  {
    name: "wants an affiliateId",
    mutation: extraRule(
      "affiliateId",
      (lead) => lead.propertyUnits !== undefined && lacks("affiliateId")(lead),
    ),
    caught: ["accepted.optional-absent"],
  },
  {
    name: "wants a county",
    mutation: extraRule(
      "address.county",
      (lead) => lead.propertyUnits !== undefined && lacks("address.county")(lead),
    ),
    caught: ["accepted.optional-absent"],
  },
  {
    name: "does not know second homes",
    mutation: extraRule("propertyUsage", (lead) => lead.propertyUsage === "secondHome"),
    caught: ["accepted.townhouse"],
  },
  {
    name: "does not know debt consolidation",
    mutation: extraRule("loanPurpose", (lead) => lead.loanPurpose === "debtConsolidation"),
    caught: ["accepted.optional-absent"],
  },
];
