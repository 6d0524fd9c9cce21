import { isObject } from "../../base/json-value.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import { checkGroup, ofEach, post, type Step, type StepExchange } from "../check.ts";
import { describeAnswer, isSuccess, jsonBody } from "../expectations.ts";
import { type Changes, smokeLead } from "../smoke-lead.ts";

/** Every text that is marked as optional, present. */
const OPTIONAL: Changes = {
  ...Object.fromEntries(
    FIELDS.filter(({ absence, type }) => absence === "optional" && type === "text").map(({ path, label }) => [
      path,
      `Smoke ${label}`,
    ]),
  ),
  affiliateId: "leadctl-smoke",
  "address.county": "Suffolk",
};

/** Between them they hold every value that the interface shows, and each optional field there and away. */
const LEADS: Readonly<Record<string, { section: string; title: string; changes: Changes }>> = {
  "single-family": {
    section: "4.2 rule 3",
    title: "A single-family home without units is accepted",
    changes: { ...OPTIONAL, buildingType: "singleFamily", liabilitiesIn4Years: true },
  },
  townhouse: {
    section: "4.2 rule 3",
    title: "A townhouse without units is accepted",
    changes: {
      ...OPTIONAL,
      buildingType: "townhouse",
      propertyUsage: "secondHome",
      loanPurpose: "investment",
      listedForSaleIn6Months: true,
    },
  },
  condo: {
    section: "4.2 V1, rule 3",
    title: "A condo with its unit, without units, is accepted",
    changes: { ...OPTIONAL, buildingType: "condo", "address.unitNumber": 304 },
  },
  "optional-absent": {
    section: "2.1, 4.2 V2",
    title: "A multi-unit lead without optional fields is accepted",
    changes: { buildingType: "multiUnit", propertyUnits: 3, loanPurpose: "debtConsolidation" },
  },
  vacant: {
    section: "4.2 rule 1",
    title: "A vacant investment without a rent is accepted",
    changes: {
      ...OPTIONAL,
      propertyUsage: "investment",
      statedInformation: { rentalOccupancy: "vacant" },
      purchasedOrSubjectToMortgageIn6Months: true,
    },
  },
  let: {
    section: "4.2 V3 V4",
    title: "A let investment with its rent is accepted",
    changes: {
      ...OPTIONAL,
      propertyUsage: "investment",
      statedInformation: { rentalOccupancy: "longTerm", monthlyRentalIncome: 2500 },
    },
  },
};

export const ACCEPTED_STEPS: readonly Step[] = Object.entries(LEADS).map(([id, { changes }]) => ({
  name: `lead ${id}`,
  creates: 1,
  request: (context) => post(context, smokeLead(context.email(id), changes)),
}));

/** The lead whose address is used again. */
export const FIRST_LABEL = "single-family";
export const FIRST_STEP = ACCEPTED_STEPS[0] as Step;

/** Interface, sections 2.1 and 4.2: what must not be refused. */
export const ACCEPTED = checkGroup({
  id: "accepted",
  title: "Leads that must be accepted",
  section: "4.2",
  checks: Object.entries(LEADS).map(([id, { section, title }], index) => ({
    id,
    section,
    title,
    steps: ACCEPTED_STEPS.slice(index, index + 1),
    obstacle: (exchanges) =>
      exchanges.some(isHidden) ? "A try before got a 5xx answer, and may have created it" : null,
    judge: ofEach((answer) =>
      isSuccess(answer) ? [] : [`The lead was refused with ${describeAnswer(answer)}.`],
    ),
  })),
});

/** Whether an earlier try created the lead but got a 5xx: it is a duplicate now, but was not refused. */
function isHidden({ answer, earlier }: StepExchange): boolean {
  const body = jsonBody(answer);
  const isDuplicate = answer.httpStatus === 400 && isObject(body) && typeof body.error === "string";
  return isDuplicate && earlier.some(({ httpStatus }) => (httpStatus ?? 0) >= 500);
}
