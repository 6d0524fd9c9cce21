import {
  field,
  type Json,
  json,
  type Mutant,
  onBody,
  onIssue,
  onStatus,
  rulelessWhere,
} from "./mutation-parts.ts";

const V1 = ["rules.v1", "together.v1-v3-v5", "together.v1-v4", "together.v1-v5"];
const V2 = ["rules.v2", "together.v2-v3", "together.v2-v4-v5"];
const V3 = ["rules.v3", "rules.v3-empty", "rules.v3-rent", "together.v1-v3-v5", "together.v2-v3"];
const V4 = ["rules.v4", "together.v1-v4", "together.v2-v4-v5"];
const V5_ALONE = ["empty", "no-at", "no-domain", "no-local", "space", "two-ats"].map(
  (id) => `rules.v5-${id}`,
);
const V5 = [...V5_ALONE, "together.v1-v3-v5", "together.v1-v5", "together.v2-v4-v5"];
const ALL = ["rules.*", "together.*"];

const isCondo = (lead: Json): boolean => lead.buildingType === "condo";
const isInvestment = (lead: Json): boolean => lead.propertyUsage === "investment";
const emailIs = (pattern: RegExp) => (lead: Json) => pattern.test(String(field(lead, "contactInfo.email")));
const lacks = (path: string) => (lead: Json) => field(lead, path) === undefined;
const GOOD_EMAIL = "taken@example.com";

/** One fault each in rules V1 to V5: forgotten or misworded. */
export const RULE_MUTANTS: readonly Mutant[] = [
  {
    name: "forgets V1",
    mutation: rulelessWhere(isCondo, "address.unitNumber", 1),
    caught: V1,
  },
  {
    name: "forgets V2",
    mutation: rulelessWhere((lead) => lead.buildingType === "multiUnit", "propertyUnits", 2),
    caught: V2,
  },
  {
    name: "forgets V3",
    mutation: rulelessWhere(
      (lead) => isInvestment(lead) && lacks("statedInformation.rentalOccupancy")(lead),
      "statedInformation.rentalOccupancy",
      "vacant",
    ),
    caught: V3,
  },
  {
    name: "forgets V3 where a rent is stated",
    mutation: rulelessWhere(
      (lead) =>
        isInvestment(lead) &&
        lacks("statedInformation.rentalOccupancy")(lead) &&
        field(lead, "statedInformation.monthlyRentalIncome") !== undefined,
      "statedInformation.rentalOccupancy",
      "longTerm",
    ),
    caught: ["rules.v3-rent"],
  },
  {
    name: "forgets V4",
    mutation: rulelessWhere(isInvestment, "statedInformation.monthlyRentalIncome", 2_500),
    caught: V4,
  },
  {
    name: "forgets V5",
    mutation: rulelessWhere(emailIs(/^[^@]*$|^@|@$|@.*@| /), "contactInfo.email", GOOD_EMAIL),
    caught: V5,
  },
  {
    name: "takes an e-mail address with a space",
    mutation: rulelessWhere(emailIs(/ /), "contactInfo.email", GOOD_EMAIL),
    caught: ["rules.v5-space"],
  },
  {
    name: "takes an empty e-mail address",
    mutation: rulelessWhere(emailIs(/^$/), "contactInfo.email", GOOD_EMAIL),
    caught: ["rules.v5-empty"],
  },
  {
    name: "takes an e-mail address with two @",
    mutation: rulelessWhere(emailIs(/@.*@/), "contactInfo.email", GOOD_EMAIL),
    caught: ["rules.v5-two-ats"],
  },
  {
    name: "takes an e-mail address that ends with its @",
    mutation: rulelessWhere(emailIs(/@$/), "contactInfo.email", GOOD_EMAIL),
    caught: ["rules.v5-no-domain"],
  },
  {
    name: "takes an e-mail address that begins with its @",
    mutation: rulelessWhere(emailIs(/^@/), "contactInfo.email", GOOD_EMAIL),
    caught: ["rules.v5-no-local"],
  },
  {
    name: "words V1 otherwise",
    mutation: onIssue("unitNumber", (issue) => ({ ...issue, message: "Required for condos" })),
    caught: V1,
  },
  {
    name: "words V2 in another case",
    mutation: onIssue("propertyUnits", (issue) => ({
      ...issue,
      message: "required for multi-unit properties",
    })),
    caught: V2,
  },
  {
    name: "gives V1 the path of the whole address",
    mutation: onIssue("unitNumber", (issue) => ({ ...issue, path: ["address"] })),
    caught: V1,
  },
  {
    name: "gives V3 a path with dots instead of a list",
    mutation: onIssue("rentalOccupancy", (issue) => ({
      ...issue,
      path: "statedInformation.rentalOccupancy",
    })),
    caught: V3,
  },
  {
    name: "gives V4 the path of V3",
    mutation: onIssue("monthlyRentalIncome", (issue) => ({
      ...issue,
      path: ["statedInformation", "rentalOccupancy"],
    })),
    caught: V4,
  },
  {
    name: "gives V4 the message of V3",
    mutation: onIssue("monthlyRentalIncome", (issue) => ({
      ...issue,
      message: "Required for investment properties",
    })),
    caught: V4,
  },
  {
    name: "gives V2 the code invalid_type",
    mutation: onIssue("propertyUnits", (issue) => ({ ...issue, code: "invalid_type" })),
    caught: V2,
  },
  {
    name: "gives V5 the code custom",
    mutation: onIssue("email", (issue) => ({ ...issue, code: "custom" })),
    caught: V5,
  },
  {
    name: "gives V5 no validation",
    mutation: onIssue("email", ({ validation: _validation, ...issue }) => issue),
    caught: V5,
  },
  {
    name: "gives V5 another validation",
    mutation: onIssue("email", (issue) => ({ ...issue, validation: "regex" })),
    caught: V5,
  },
  {
    name: "gives V1 a validation",
    mutation: onIssue("unitNumber", (issue) => ({ ...issue, validation: "email" })),
    caught: V1,
  },
  {
    name: "answers V1 with 422",
    mutation: onStatus(400, (answer) =>
      answer.body.includes("condo properties") ? { ...answer, status: 422 } : answer,
    ),
    caught: V1,
  },
  {
    name: "answers an invalid e-mail address with 500",
    mutation: onStatus(400, (answer) =>
      answer.body.includes("Invalid email") ? json(500, { message: "Internal server error" }) : answer,
    ),
    caught: V5,
  },
  {
    name: "lists only the first issue",
    mutation: onBody(400, (body) => {
      const issues = (body.error as Json | undefined)?.issues;
      return Array.isArray(issues) ? { error: { issues: issues.slice(0, 1) } } : body;
    }),
    caught: ["together.*"],
  },
  {
    name: "lists every issue twice",
    mutation: onBody(400, (body) => {
      const issues = (body.error as Json | undefined)?.issues;
      return Array.isArray(issues) ? { error: { issues: [...issues, ...issues] } } : body;
    }),
    caught: ALL,
  },
  {
    name: "complains of the rent where the occupancy is missing, too",
    mutation: onBody(400, (body) => {
      const issues = (body.error as Json | undefined)?.issues as Json[] | undefined;
      if (!issues?.some(({ path }) => String(path).endsWith("rentalOccupancy"))) return body;
      const message = "Required for non-vacant investment properties";
      const rent = { code: "custom", message, path: ["statedInformation", "monthlyRentalIncome"] };
      return { error: { issues: [...issues, rent] } };
    }),
    caught: V3,
  },
  {
    name: "puts the issues at the top",
    mutation: onBody(400, (body) => ((body.error as Json | undefined)?.issues ? (body.error as Json) : body)),
    caught: ALL,
  },
  {
    name: "puts the issues under errors",
    mutation: onBody(400, (body) =>
      (body.error as Json).issues ? { errors: (body.error as Json).issues } : body,
    ),
    caught: ALL,
  },
  {
    name: "answers issues as JSON of the type text/html",
    mutation: onStatus(400, (answer) =>
      answer.body.includes("issues") ? { ...answer, headers: { "content-type": "text/html" } } : answer,
    ),
    caught: ["content-type.issues"],
  },
  {
    name: "answers issues with a text that is not JSON",
    mutation: onStatus(400, (answer) =>
      answer.body.includes("issues") ? { ...answer, body: "Bad Request" } : answer,
    ),
    caught: ALL,
  },
];
