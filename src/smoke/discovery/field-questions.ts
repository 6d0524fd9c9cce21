import { FIELDS } from "../../lead/field-catalogue.ts";
import { hopelessLead, NO_ADDRESS } from "../checks/guarded-lead.ts";
import { type Changes, smokeLead } from "../sample-lead.ts";
import { post } from "../step.ts";
import { asked } from "./asked.ts";
import { describeAnswer } from "./describe-answer.ts";
import type { Question } from "./question.ts";

const NOT_SHOWN = FIELDS.filter(({ absence }) => absence === "not-shown").map(({ path }) => path);
const OBJECTS = ["address", "residentialAddress"];

/** Peculiarities of a lead, by a name: what is changed in it. */
type Peculiarities = Readonly<Record<string, [question: string, changes: Changes]>>;

const LET = { propertyUsage: "investment", "statedInformation.rentalOccupancy": "longTerm" };

const VALUES: Peculiarities = {
  "value.building-type": ["An unknown buildingType", { buildingType: "castle" }],
  "value.loan-purpose": ["An unknown loanPurpose", { loanPurpose: "boat" }],
  "value.property-usage": ["An unknown propertyUsage", { propertyUsage: "storage" }],
  "value.rental-occupancy": [
    "An unknown rentalOccupancy",
    {
      ...LET,
      "statedInformation.rentalOccupancy": "shortTerm",
      "statedInformation.monthlyRentalIncome": 2500,
    },
  ],
  "value.letter-case": ["buildingType in another case", { buildingType: "SingleFamily" }],
  "value.phone": ["A phone that is none", { "contactInfo.phone": "call me" }],
  "value.state": ["A state in full", { "address.state": "Massachusetts" }],
  "value.zip": ["A zip of letters", { "address.zip": "ABCDE" }],
  "value.zip-short": ["A zip of four digits", { "address.zip": "2134" }],
  "value.blank-name": ["An empty first name", { "contactInfo.firstName": "" }],
  "value.long-name": ["A last name of 1,000 letters", { "contactInfo.lastName": "x".repeat(1_000) }],
  "value.unknown-field": ["A field that is not shown", { leadctlSmoke: true }],
};

const NUMBERS: Peculiarities = {
  "number.units-zero": ["propertyUnits 0", { buildingType: "multiUnit", propertyUnits: 0 }],
  "number.units-negative": ["propertyUnits -1", { buildingType: "multiUnit", propertyUnits: -1 }],
  "number.units-half": ["propertyUnits 2.5", { buildingType: "multiUnit", propertyUnits: 2.5 }],
  "number.rent-zero": ["A rent of 0", { ...LET, "statedInformation.monthlyRentalIncome": 0 }],
  "number.rent-negative": ["A rent of -1", { ...LET, "statedInformation.monthlyRentalIncome": -1 }],
};

const TYPES: Peculiarities = {
  "type-of.units": ["propertyUnits as a text", { buildingType: "multiUnit", propertyUnits: "2" }],
  "type-of.rent": ["The rent as a text", { ...LET, "statedInformation.monthlyRentalIncome": "2500" }],
  "type-of.declaration": ["A declaration as a text", { liabilitiesIn4Years: "no" }],
  "type-of.zip": ["A zip as a number", { "address.zip": 12134 }],
  "type-of.phone": ["A phone as a number", { "contactInfo.phone": 16175550100 }],
  "type-of.address": ["An address as a text", { residentialAddress: "2 Smoke Test Way" }],
  "null.affiliate-id": ["affiliateId null", { affiliateId: null }],
  "null.county": ["address.county null", { "address.county": null }],
  "null.stated": ["statedInformation null", { statedInformation: null }],
  "null.last-name": ["lastName null", { "contactInfo.lastName": null }],
};

const ADDRESSES: Peculiarities = {
  "absent.contactInfo": ["contactInfo absent", { contactInfo: undefined }],
  "absent.contactInfo.email": ["contactInfo.email absent", { "contactInfo.email": undefined }],
  "null.email": ["contactInfo.email null", { "contactInfo.email": null }],
  "type-of.unit": ["address.unitNumber as a text", { "address.unitNumber": "4B" }],
};

/** How the environment reads fields of a lead. All leads break rule V5 or V1 besides: none is created. */
export const FIELD_QUESTIONS: readonly Question[] = [
  ...[...NOT_SHOWN, ...OBJECTS].map((path) =>
    peculiarity(`absent.${path}`, "2.1", `${path} absent`, { [path]: undefined }),
  ),
  ...Object.entries({ ...VALUES, ...NUMBERS, ...TYPES }).map(([id, [question, changes]]) =>
    peculiarity(id, id.startsWith("value.") || id.startsWith("number.") ? "2.1" : "7", question, changes),
  ),
  ...Object.entries(ADDRESSES).map(([id, [question, changes]]) => addressPeculiarity(id, question, changes)),
];

function peculiarity(id: string, section: string, question: string, changes: Changes): Question {
  const lead = smokeLead(NO_ADDRESS, changes);
  return asked(id, section, question, (context) => post(context, lead));
}

/** Of the very fields that keep the other leads from being created: the whole answer tells. */
function addressPeculiarity(id: string, question: string, changes: Changes): Question {
  const lead = hopelessLead(changes);
  return asked(id, "7", question, (context) => post(context, lead), describeAnswer);
}
