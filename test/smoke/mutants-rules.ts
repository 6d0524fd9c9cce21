import {
  bodyMutant,
  field,
  issueMutant,
  type Json,
  json,
  type Mutant,
  mutant,
  rulelessWhere,
  statusMutant,
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
const isMultiUnit = (lead: Json): boolean => lead.buildingType === "multiUnit";
const isInvestment = (lead: Json): boolean => lead.propertyUsage === "investment";
const lacks = (path: string) => (lead: Json) => field(lead, path) === undefined;
const EMAIL = "contactInfo.email";
const OCCUPANCY = "statedInformation.rentalOccupancy";
const RENT = "statedInformation.monthlyRentalIncome";

/** Takes every e-mail address of this kind. */
function takingEmail(name: string, caught: string | readonly string[], pattern: RegExp): Mutant {
  const isTaken = (lead: Json) => pattern.test(String(field(lead, EMAIL)));
  return mutant(name, caught, rulelessWhere(isTaken, EMAIL, "taken@example.com"));
}

const lacksOccupancy = (lead: Json): boolean => isInvestment(lead) && lacks(OCCUPANCY)(lead);
const lacksItThoughLet = (lead: Json): boolean => lacksOccupancy(lead) && !lacks(RENT)(lead);

/** One fault each in rules V1 to V5: forgotten or misworded. */
export const RULE_MUTANTS: readonly Mutant[] = [
  mutant("forgets V1", V1, rulelessWhere(isCondo, "address.unitNumber", 1)),
  mutant("forgets V2", V2, rulelessWhere(isMultiUnit, "propertyUnits", 2)),
  mutant("forgets V3", V3, rulelessWhere(lacksOccupancy, OCCUPANCY, "vacant")),
  mutant(
    "forgets V3 where a rent is stated",
    "rules.v3-rent",
    rulelessWhere(lacksItThoughLet, OCCUPANCY, "longTerm"),
  ),
  mutant("forgets V4", V4, rulelessWhere(isInvestment, RENT, 2_500)),
  takingEmail("forgets V5", V5, /^[^@]*$|^@|@$|@.*@| /),
  takingEmail("takes an e-mail address with a space", "rules.v5-space", / /),
  takingEmail("takes an empty e-mail address", "rules.v5-empty", /^$/),
  takingEmail("takes an e-mail address with two @", "rules.v5-two-ats", /@.*@/),
  takingEmail("takes an e-mail address that ends with its @", "rules.v5-no-domain", /@$/),
  takingEmail("takes an e-mail address that begins with its @", "rules.v5-no-local", /^@/),
  issueMutant("words V1 otherwise", V1, "unitNumber", {
    message: "Required for condos",
  }),
  issueMutant("words V2 in another case", V2, "propertyUnits", {
    message: "required for multi-unit properties",
  }),
  issueMutant("gives V1 the path of the whole address", V1, "unitNumber", {
    path: ["address"],
  }),
  issueMutant("gives V3 a path with dots instead of a list", V3, "rentalOccupancy", {
    path: "statedInformation.rentalOccupancy",
  }),
  issueMutant("gives V4 the path of V3", V4, "monthlyRentalIncome", {
    path: ["statedInformation", "rentalOccupancy"],
  }),
  issueMutant("gives V4 the message of V3", V4, "monthlyRentalIncome", {
    message: "Required for investment properties",
  }),
  issueMutant("gives V2 the code invalid_type", V2, "propertyUnits", {
    code: "invalid_type",
  }),
  issueMutant("gives V5 the code custom", V5, "email", { code: "custom" }),
  issueMutant("gives V5 no validation", V5, "email", ({ validation: _validation, ...issue }) => issue),
  issueMutant("gives V5 another validation", V5, "email", { validation: "regex" }),
  issueMutant("gives V1 a validation", V1, "unitNumber", { validation: "email" }),
  statusMutant("answers V1 with 422", V1, 400, (answer) =>
    answer.body.includes("condo properties") ? { ...answer, status: 422 } : answer,
  ),
  statusMutant("answers an invalid e-mail address with 500", V5, 400, (answer) =>
    answer.body.includes("Invalid email") ? json(500, { message: "Internal server error" }) : answer,
  ),
  bodyMutant("lists only the first issue", "together.*", 400, (body) => {
    const issues = (body.error as Json | undefined)?.issues;
    return Array.isArray(issues) ? { error: { issues: issues.slice(0, 1) } } : body;
  }),
  bodyMutant("lists every issue twice", ALL, 400, (body) => {
    const issues = (body.error as Json | undefined)?.issues;
    return Array.isArray(issues) ? { error: { issues: [...issues, ...issues] } } : body;
  }),
  bodyMutant("complains of the rent where the occupancy is missing, too", V3, 400, (body) => {
    const issues = (body.error as Json | undefined)?.issues as Json[] | undefined;
    if (!issues?.some(({ path }) => String(path).endsWith("rentalOccupancy"))) return body;
    const message = "Required for non-vacant investment properties";
    const rent = { code: "custom", message, path: ["statedInformation", "monthlyRentalIncome"] };
    return { error: { issues: [...issues, rent] } };
  }),
  bodyMutant("puts the issues at the top", ALL, 400, (body) =>
    (body.error as Json | undefined)?.issues ? (body.error as Json) : body,
  ),
  bodyMutant("puts the issues under errors", ALL, 400, (body) =>
    (body.error as Json).issues ? { errors: (body.error as Json).issues } : body,
  ),
  statusMutant("answers issues as JSON of the type text/html", "content-type.issues", 400, (answer) =>
    answer.body.includes("issues") ? { ...answer, headers: { "content-type": "text/html" } } : answer,
  ),
  statusMutant("answers issues with a text that is not JSON", ALL, 400, (answer) =>
    answer.body.includes("issues") ? { ...answer, body: "Bad Request" } : answer,
  ),
];
