import { extraRule, field, type Json, type Mutant, mutant } from "./mutation-parts.ts";

const isCondo = (lead: Json): boolean => lead.buildingType === "condo";
const lacks = (path: string) => (lead: Json) => field(lead, path) === undefined;

/** Refuses leads by a rule too many, whose issue is at this path. */
function strict(name: string, caught: string, path: string, isBroken: (lead: Json) => boolean): Mutant {
  return mutant(name, caught, extraRule(path, isBroken));
}

const OCCUPANCY = "statedInformation.rentalOccupancy";
const RENT = "statedInformation.monthlyRentalIncome";

/** One rule too many each. */
export const STRICT_MUTANTS: readonly Mutant[] = [
  strict("refuses a vacant investment without a rent", "accepted.vacant", RENT, (lead) => {
    return field(lead, OCCUPANCY) === "vacant" && lacks(RENT)(lead);
  }),
  strict("refuses a let investment with its rent", "accepted.let", "", (lead) => {
    return !lacks(RENT)(lead) && field(lead, OCCUPANCY) === "longTerm";
  }),
  strict("wants units of a townhouse", "accepted.townhouse", "propertyUnits", (lead) => {
    return lead.buildingType === "townhouse" && lacks("propertyUnits")(lead);
  }),
  strict("wants units of a condo that has its number", "accepted.condo", "propertyUnits", (lead) => {
    return isCondo(lead) && !lacks("address.unitNumber")(lead) && lacks("propertyUnits")(lead);
  }),
  strict("wants an affiliateId", "accepted.optional-absent", "affiliateId", (lead) => {
    return lead.propertyUnits !== undefined && lacks("affiliateId")(lead);
  }),
  strict("wants a county", "accepted.optional-absent", "address.county", (lead) => {
    return lead.propertyUnits !== undefined && lacks("address.county")(lead);
  }),
  strict("does not know second homes", "accepted.townhouse", "propertyUsage", (lead) => {
    return lead.propertyUsage === "secondHome";
  }),
  strict("does not know debt consolidation", "accepted.optional-absent", "loanPurpose", (lead) => {
    return lead.loanPurpose === "debtConsolidation";
  }),
];
