import { isObject } from "../../base/json-value.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { HttpRequest, HttpResponse } from "../../send/client.ts";
import { post, type Step, type StepContext } from "../check.ts";
import { FIRST_LABEL, FIRST_STEP } from "../checks/acceptances.ts";
import { GET_STEP, MISSING } from "../checks/access.ts";
import { describeRace, RACE_STEPS } from "../checks/race.ts";
import { COMBINATION_STEPS } from "../checks/rules.ts";
import { isSuccess, jsonBody } from "../expectations.ts";
import { type Changes, hopelessLead, NO_ADDRESS, smokeLead } from "../smoke-lead.ts";
import { asked, describeAnswer, describeOrder, type OpenPoint, point } from "./open-point.ts";

const SHOWN = ["success", "quoteId", "loginUrl"];

/** What only a created quote can tell. Under `--no-create` they are not asked. */
export const SUCCESS_QUESTIONS: readonly OpenPoint[] = [
  told("success.status", "4.1", "Status of a success", ({ httpStatus }) => String(httpStatus)),
  told("success.further", "2.2", "Further fields of a success", furtherFields),
  again("duplicate.other-case", "Its address again, in capitals", "perhaps", (context) =>
    post(context, smokeLead(context.email(FIRST_LABEL).toUpperCase())),
  ),
  again("duplicate.or-rules", "Its address again, with rule V1 broken", 0, (context) =>
    post(context, hopelessLead({ "contactInfo.email": context.email(FIRST_LABEL) })),
  ),
  {
    id: "race.same-email",
    section: "7",
    question: "Two leads with one address at once",
    steps: RACE_STEPS,
    read: (exchanges) => describeRace(exchanges, describeAnswer),
  },
];

function told(
  id: string,
  section: string,
  question: string,
  describe: (answer: HttpResponse) => string,
): OpenPoint {
  return point(id, section, question, FIRST_STEP, (answer) =>
    isSuccess(answer) ? describe(answer) : "no lead was taken",
  );
}

function again(
  id: string,
  question: string,
  creates: Step["creates"],
  request: (context: StepContext) => HttpRequest,
): OpenPoint {
  const step: Step = { name: `question ${id}`, creates, after: FIRST_STEP, request };
  return point(id, "7", question, step, (answer) => (isSuccess(answer) ? "taken" : describeAnswer(answer)));
}

function furtherFields(answer: HttpResponse): string {
  const body = jsonBody(answer);
  if (!isObject(body)) return "no JSON object";
  return (
    Object.keys(body)
      .filter((name) => !SHOWN.includes(name))
      .sort()
      .join(", ") || "none"
  );
}

/** How the environment reads a request as a whole: key, path, type, body. */
export const REQUEST_QUESTIONS: readonly OpenPoint[] = [
  asked("auth.lower-case", "5", "The scheme in lower case", (context) =>
    post(context, hopelessLead(), { authorization: context.authorization.replace("Bearer", "bearer") }),
  ),
  point("auth.challenge", "5", "WWW-Authenticate of a 401", MISSING, headerOf("www-authenticate")),
  point("method.allow", "7", "Allow of a 405", GET_STEP, headerOf("allow")),
  asked("order.method-or-key", "7", "GET without a key", (context) =>
    post(context, null, { method: "GET", authorization: null }),
  ),
  asked("order.key-or-body", "7", "No key, and a body that is not JSON", (context) =>
    post(context, "{", { authorization: null }),
  ),
  ...COMBINATION_STEPS.map((step) => {
    const rules = step.name.replace("together ", "");
    return point(`order.${rules}`, "7", `Order of the issues of ${rules.toUpperCase()}`, step, describeOrder);
  }),
  asked("partner.unknown", "4.1", "A partner that does not exist", (context) =>
    post(context, hopelessLead(), {
      path: context.createPath.replace(`/${context.partner}/`, "/leadctl-smoke-nobody/"),
    }),
  ),
  asked("path.slash", "4.1", "A slash after the path", (context) =>
    post(context, hopelessLead(), { path: `${context.createPath}/` }),
  ),
  body("body.cut-off", "JSON that is cut off", () => '{"buildingType":"condo"'),
  body("body.text", "A text that is not JSON", () => "hello"),
  body("body.empty", "An empty body", () => ""),
  body("body.null", "The body null", () => "null"),
  body("body.list", "A list of leads", () => JSON.stringify([hopelessLead()])),
  body("body.object", "An empty object", () => "{}"),
  asked("body.mark", "7", "A byte order mark before the JSON", (context) =>
    post(context, `\uFEFF${JSON.stringify(hopelessLead())}`),
  ),
  typed("type.absent", "No content type", null),
  typed("type.text", "Content type text/plain", "text/plain"),
  typed("type.form", "Content type of a form", "application/x-www-form-urlencoded"),
  typed("type.charset", "Content type with a charset", "application/json; charset=utf-8"),
];

function body(id: string, question: string, text: () => string): OpenPoint {
  return asked(id, "7", question, (context) => post(context, text()), describeAnswer);
}

function typed(id: string, question: string, contentType: string | null): OpenPoint {
  return asked(id, "4.1", question, (context) => post(context, hopelessLead(), { contentType }));
}

function headerOf(name: string): (answer: HttpResponse) => string {
  return ({ headers }) => headers[name] ?? "none";
}

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
export const FIELD_QUESTIONS: readonly OpenPoint[] = [
  ...[...NOT_SHOWN, ...OBJECTS].map((path) =>
    peculiarity(`absent.${path}`, "2.1", `${path} absent`, { [path]: undefined }),
  ),
  ...Object.entries({ ...VALUES, ...NUMBERS, ...TYPES }).map(([id, [question, changes]]) =>
    peculiarity(id, id.startsWith("value.") || id.startsWith("number.") ? "2.1" : "7", question, changes),
  ),
  ...Object.entries(ADDRESSES).map(([id, [question, changes]]) => addressPeculiarity(id, question, changes)),
];

function peculiarity(id: string, section: string, question: string, changes: Changes): OpenPoint {
  const lead = smokeLead(NO_ADDRESS, changes);
  return asked(id, section, question, (context) => post(context, lead));
}

/** Of the very fields that keep the other leads from being created: the whole answer tells. */
function addressPeculiarity(id: string, question: string, changes: Changes): OpenPoint {
  const lead = hopelessLead(changes);
  return asked(id, "7", question, (context) => post(context, lead), describeAnswer);
}
