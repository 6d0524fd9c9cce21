import { isObject } from "../../base/json-value.ts";
import { FIELDS } from "../../lead/field-catalogue.ts";
import type { HttpRequest, HttpResponse } from "../../send/client.ts";
import { post, type Step, type StepContext, type StepExchange } from "../check.ts";
import { FIRST_LABEL, FIRST_STEP } from "../checks/acceptances.ts";
import { GET_STEP, MISSING } from "../checks/access.ts";
import { quoteIds, RACE_STEPS } from "../checks/duplicates.ts";
import { COMBINATION_STEPS, GUARD_PATHS } from "../checks/rules.ts";
import {
  describeAnswer,
  isSuccess,
  issuesOf,
  issueWords,
  jsonBody,
  placeWords,
  samePath,
} from "../expectations.ts";
import { type Changes, hopelessLead, NO_ADDRESS, smokeLead } from "../smoke-lead.ts";

/** Something that the interface leaves open, and how an environment is asked for it. Never judged. */
export interface OpenPoint {
  /** Unique and stable: baselines are compared by it. */
  id: string;
  /** Section of the interface, where it is silent. */
  section: string;
  question: string;
  steps: readonly Step[];
  /** What the answers say, without anything that another run would find different by chance. */
  read(exchanges: readonly StepExchange[]): string;
}

type Title = readonly [id: string, section: string, question: string];
type Describe = (answer: HttpResponse) => string;

/** A question that one answer tells, also one that a check looks at. */
function told([id, section, question]: Title, step: Step, describe: Describe): OpenPoint {
  return { id, section, question, steps: [step], read: ([one]) => (one ? describe(one.answer) : "") };
}

/** A question that takes a request of its own, which creates nothing. */
function asked(
  title: Title,
  request: (context: StepContext) => HttpRequest,
  describe: Describe = describePeculiarity,
  more: Partial<Step> = {},
): OpenPoint {
  return told(title, { name: `question ${title[0]}`, creates: 0, request, ...more }, describe);
}

const ofFirst =
  (describe: Describe): Describe =>
  (answer) =>
    isSuccess(answer) ? describe(answer) : "no lead was taken";
const takenOr: Describe = (answer) => (isSuccess(answer) ? "taken" : describeAnswer(answer));
const firstEmail = ({ email }: StepContext): string => email(FIRST_LABEL);

/** What only a created quote can tell. Under `--no-create` they are not asked. */
const OF_SUCCESS: readonly OpenPoint[] = [
  told(
    ["success.status", "4.1", "Status of a success"],
    FIRST_STEP,
    ofFirst(({ httpStatus }) => String(httpStatus)),
  ),
  told(["success.further", "2.2", "Further fields of a success"], FIRST_STEP, ofFirst(furtherFields)),
  asked(
    ["duplicate.other-case", "7", "Its address again, in capitals"],
    (context) => post(context, smokeLead(firstEmail(context).toUpperCase())),
    takenOr,
    { creates: "perhaps", after: FIRST_STEP },
  ),
  asked(
    ["duplicate.or-rules", "7", "Its address again, with rule V1 broken"],
    (context) => post(context, hopelessLead({ "contactInfo.email": firstEmail(context) })),
    takenOr,
    { after: FIRST_STEP },
  ),
  {
    id: "race.same-email",
    section: "7",
    question: "Two leads with one address at once",
    steps: RACE_STEPS,
    read: describeRace,
  },
];

const SHOWN = ["success", "quoteId", "loginUrl"];

function furtherFields(answer: HttpResponse): string {
  const body = jsonBody(answer);
  if (!isObject(body)) return "no JSON object";
  const others = Object.keys(body).filter((name) => !SHOWN.includes(name));
  return others.sort().join(", ") || "none";
}

function describeRace(exchanges: readonly StepExchange[]): string {
  const refused = exchanges
    .filter(({ answer }) => !isSuccess(answer))
    .map(({ answer }) => describeAnswer(answer));
  if (refused.length === exchanges.length) return `no quote; ${refused.sort().join(", ")}`;
  if (quoteIds(exchanges).length > 1) return "two quotes";
  return refused.length === 0 ? "one quote, for both" : `one quote; the other: ${refused.join(", ")}`;
}

const headerOf =
  (name: string): Describe =>
  ({ headers }) =>
    headers[name] ?? "none";

const BODIES: Readonly<Record<string, [question: string, body: string]>> = {
  "body.cut-off": ["JSON that is cut off", '{"buildingType":"condo"'],
  "body.text": ["A text that is not JSON", "hello"],
  "body.empty": ["An empty body", ""],
  "body.null": ["The body null", "null"],
  "body.list": ["A list of leads", JSON.stringify([hopelessLead()])],
  "body.object": ["An empty object", "{}"],
};

const CONTENT_TYPES: Readonly<Record<string, [question: string, contentType: string | null]>> = {
  "type.absent": ["No content type", null],
  "type.text": ["Content type text/plain", "text/plain"],
  "type.form": ["Content type of a form", "application/x-www-form-urlencoded"],
  "type.charset": ["Content type with a charset", "application/json; charset=utf-8"],
};

/** How the environment reads a request as a whole: key, path, type, body. */
const OF_REQUESTS: readonly OpenPoint[] = [
  asked(["auth.lower-case", "5", "The scheme in lower case"], (context) =>
    post(context, hopelessLead(), { authorization: context.authorization.replace("Bearer", "bearer") }),
  ),
  told(["auth.challenge", "5", "WWW-Authenticate of a 401"], MISSING, headerOf("www-authenticate")),
  told(["method.allow", "7", "Allow of a 405"], GET_STEP, headerOf("allow")),
  asked(["order.method-or-key", "7", "GET without a key"], (context) =>
    post(context, null, { method: "GET", authorization: null }),
  ),
  asked(["order.key-or-body", "7", "No key, and a body that is not JSON"], (context) =>
    post(context, "{", { authorization: null }),
  ),
  ...COMBINATION_STEPS.map((step) => {
    const rules = step.name.replace("together ", "");
    const question = `Order of the issues of ${rules.toUpperCase()}`;
    return told([`order.${rules}`, "7", question], step, describeOrder);
  }),
  asked(["partner.unknown", "4.1", "A partner that does not exist"], (context) =>
    post(context, hopelessLead(), {
      path: context.createPath.replace(`/${context.partner}/`, "/leadctl-smoke-nobody/"),
    }),
  ),
  asked(["path.slash", "4.1", "A slash after the path"], (context) =>
    post(context, hopelessLead(), { path: `${context.createPath}/` }),
  ),
  ...Object.entries(BODIES).map(([id, [question, body]]) =>
    asked([id, "7", question], (context) => post(context, body), describeAnswer),
  ),
  asked(["body.mark", "7", "A byte order mark before the JSON"], (context) =>
    post(context, `\uFEFF${JSON.stringify(hopelessLead())}`),
  ),
  ...Object.entries(CONTENT_TYPES).map(([id, [question, contentType]]) =>
    asked([id, "4.1", question], (context) => post(context, hopelessLead(), { contentType })),
  ),
];

/** Peculiarities of a lead, by a name: what is changed in it. */
type Peculiarities = Readonly<Record<string, [question: string, changes: Changes]>>;

const MULTI_UNIT = { buildingType: "multiUnit" };
const LET = { propertyUsage: "investment", "statedInformation.rentalOccupancy": "longTerm" };
const RENT = "statedInformation.monthlyRentalIncome";

const PECULIARITIES: Peculiarities = {
  ...Object.fromEntries(
    [
      ...FIELDS.filter(({ absence }) => absence === "not-shown").map(({ path }) => path),
      ...["address", "residentialAddress"],
    ].map((path): [string, Peculiarities[string]] => [
      `absent.${path}`,
      [`${path} absent`, { [path]: undefined }],
    ]),
  ),
  "value.building-type": ["An unknown buildingType", { buildingType: "castle" }],
  "value.loan-purpose": ["An unknown loanPurpose", { loanPurpose: "boat" }],
  "value.property-usage": ["An unknown propertyUsage", { propertyUsage: "storage" }],
  "value.rental-occupancy": [
    "An unknown rentalOccupancy",
    { ...LET, "statedInformation.rentalOccupancy": "shortTerm", [RENT]: 2500 },
  ],
  "value.letter-case": ["buildingType in another case", { buildingType: "SingleFamily" }],
  "value.phone": ["A phone that is none", { "contactInfo.phone": "call me" }],
  "value.state": ["A state in full", { "address.state": "Massachusetts" }],
  "value.zip": ["A zip of letters", { "address.zip": "ABCDE" }],
  "value.zip-short": ["A zip of four digits", { "address.zip": "2134" }],
  "value.blank-name": ["An empty first name", { "contactInfo.firstName": "" }],
  "value.long-name": ["A last name of 1,000 letters", { "contactInfo.lastName": "x".repeat(1_000) }],
  "value.unknown-field": ["A field that is not shown", { leadctlSmoke: true }],
  "number.units-zero": ["propertyUnits 0", { ...MULTI_UNIT, propertyUnits: 0 }],
  "number.units-negative": ["propertyUnits -1", { ...MULTI_UNIT, propertyUnits: -1 }],
  "number.units-half": ["propertyUnits 2.5", { ...MULTI_UNIT, propertyUnits: 2.5 }],
  "number.rent-zero": ["A rent of 0", { ...LET, [RENT]: 0 }],
  "number.rent-negative": ["A rent of -1", { ...LET, [RENT]: -1 }],
  "type-of.units": ["propertyUnits as a text", { ...MULTI_UNIT, propertyUnits: "2" }],
  "type-of.rent": ["The rent as a text", { ...LET, [RENT]: "2500" }],
  "type-of.declaration": ["A declaration as a text", { liabilitiesIn4Years: "no" }],
  "type-of.zip": ["A zip as a number", { "address.zip": 12134 }],
  "type-of.phone": ["A phone as a number", { "contactInfo.phone": 16175550100 }],
  "type-of.address": ["An address as a text", { residentialAddress: "2 Smoke Test Way" }],
  "null.affiliate-id": ["affiliateId null", { affiliateId: null }],
  "null.county": ["address.county null", { "address.county": null }],
  "null.stated": ["statedInformation null", { statedInformation: null }],
  "null.last-name": ["lastName null", { "contactInfo.lastName": null }],
};

/** These fields keep the other leads from being created, so the whole answer is described. */
const GUARDING: Peculiarities = {
  "absent.contactInfo": ["contactInfo absent", { contactInfo: undefined }],
  "absent.contactInfo.email": ["contactInfo.email absent", { "contactInfo.email": undefined }],
  "null.email": ["contactInfo.email null", { "contactInfo.email": null }],
  "type-of.unit": ["address.unitNumber as a text", { "address.unitNumber": "4B" }],
};

/** How the environment reads fields of a lead. All leads break rule V5 or V1 besides: none is created. */
const OF_FIELDS: readonly OpenPoint[] = [
  ...Object.entries(PECULIARITIES).map(([id, [question, changes]]) => {
    const section = /^(?:absent|value|number)\./.test(id) ? "2.1" : "7";
    return asked([id, section, question], (context) => post(context, smokeLead(NO_ADDRESS, changes)));
  }),
  ...Object.entries(GUARDING).map(([id, [question, changes]]) =>
    asked([id, "7", question], (context) => post(context, hopelessLead(changes)), describeAnswer),
  ),
];

/** Everything that the interface leaves open and that can be asked from outside. */
export const QUESTIONS: readonly OpenPoint[] = [...OF_SUCCESS, ...OF_REQUESTS, ...OF_FIELDS];

/**
 * What an answer says of one peculiarity of a lead that breaks rules besides: `taken` where nothing but those
 * rules is complained of.
 */
export function describePeculiarity(answer: HttpResponse): string {
  const issues = answer.httpStatus === 400 ? issuesOf(jsonBody(answer)) : undefined;
  if (!issues) return describeAnswer(answer);
  const others = issues.filter(({ path }) => !GUARD_PATHS.some((guard) => samePath(path, guard)));
  if (others.length > 0) return `refused: ${others.map(issueWords).join("; ")}`;
  return issues.length > 0 ? "taken" : "refused without an issue";
}

/** Where the issues of an answer stand, in their order. */
export function describeOrder(answer: HttpResponse): string {
  const issues = issuesOf(jsonBody(answer));
  if (!issues) return describeAnswer(answer);
  return issues.map(({ path }) => (Array.isArray(path) ? placeWords(path) : "?")).join(", ");
}
