import { RULES, type Rule } from "../../lead/rules.ts";
import { type CheckGroup, post, type SmokeCheck, type Step, type StepExchange } from "../check.ts";
import { issuesDifferences } from "../expectations.ts";
import { type Changes, NO_ADDRESS, smokeLead } from "../smoke-lead.ts";

type RuleId = Rule["id"];

interface RuleCase {
  id: string;
  title: string;
  breaks: readonly RuleId[];
  changes: Changes;
}

const CONDO = { buildingType: "condo" };
const MULTI_UNIT = { buildingType: "multiUnit" };
const INVESTMENT = { propertyUsage: "investment" };
const LET = { ...INVESTMENT, "statedInformation.rentalOccupancy": "longTerm" };
const BAD_EMAIL = { "contactInfo.email": NO_ADDRESS };

const ALONE: readonly RuleCase[] = [
  { id: "v1", title: "A condo needs its unit number", breaks: ["V1"], changes: CONDO },
  { id: "v2", title: "A multi-unit property needs its units", breaks: ["V2"], changes: MULTI_UNIT },
  { id: "v3", title: "An investment needs its occupancy", breaks: ["V3"], changes: INVESTMENT },
  {
    id: "v3-empty",
    title: "An investment needs it, with nothing stated",
    breaks: ["V3"],
    changes: { ...INVESTMENT, statedInformation: {} },
  },
  {
    id: "v3-rent",
    title: "An investment needs it, with a rent stated",
    breaks: ["V3"],
    changes: { ...INVESTMENT, "statedInformation.monthlyRentalIncome": 2500 },
  },
  { id: "v4", title: "A let investment needs its rent", breaks: ["V4"], changes: LET },
];

/** Addresses that no validator takes. */
const NO_ADDRESSES: Readonly<Record<string, [title: string, email: string]>> = {
  "no-at": ["An e-mail address needs an @", "smoke.test.example.com"],
  "no-local": ["An e-mail address needs something before its @", "@example.com"],
  "no-domain": ["An e-mail address needs something after its @", "smoke.test@"],
  "two-ats": ["An e-mail address has one @", "smoke@test@example.com"],
  space: ["An e-mail address has no spaces", "smoke test@example.com"],
  empty: ["An e-mail address is not empty", ""],
};

const BAD_EMAILS: readonly RuleCase[] = Object.entries(NO_ADDRESSES).map(([id, [title, email]]) => ({
  id: `v5-${id}`,
  title,
  breaks: ["V5"],
  changes: { "contactInfo.email": email },
}));

const TOGETHER: readonly RuleCase[] = [
  together(["V1", "V4"], { ...CONDO, ...LET }),
  together(["V2", "V3"], { ...MULTI_UNIT, ...INVESTMENT }),
  together(["V1", "V5"], { ...CONDO, ...BAD_EMAIL }),
  together(["V1", "V3", "V5"], { ...CONDO, ...INVESTMENT, ...BAD_EMAIL }),
  together(["V2", "V4", "V5"], { ...MULTI_UNIT, ...LET, ...BAD_EMAIL }),
];

const COMBINATION_CHECKS = TOGETHER.map((ruleCase) => ruleCheck(ruleCase, "together"));
const ALONE_CHECKS = [...ALONE, ...BAD_EMAILS].map((ruleCase) => ruleCheck(ruleCase, "rules"));

export const RULE_STEPS: readonly Step[] = [...ALONE_CHECKS, ...COMBINATION_CHECKS].flatMap(
  ({ steps }) => steps,
);
export const COMBINATION_STEPS: readonly Step[] = COMBINATION_CHECKS.flatMap(({ steps }) => steps);
/** The lead that breaks V1 and V5: where it is refused for both, what breaks them creates nothing. */
export const GUARD_STEP = COMBINATION_STEPS.find(({ name }) => name === "together v1-v5") as Step;

/** Interface, section 4.2: each rule by itself. */
export const RULES_ALONE: CheckGroup = {
  id: "rules",
  title: "Rules, each alone",
  section: "4.2",
  checks: ALONE_CHECKS,
};

/** Several rules broken at once: each has its issue. Their order is not shown. */
export const RULES_TOGETHER: CheckGroup = {
  id: "together",
  title: "Rules, several broken at once",
  section: "4.2, 7",
  checks: COMBINATION_CHECKS,
};

function together(breaks: readonly RuleId[], changes: Changes): RuleCase {
  const names = `${breaks.slice(0, -1).join(", ")} and ${breaks.at(-1)}`;
  return { id: breaks.join("-").toLowerCase(), title: `${names} each give their issue`, breaks, changes };
}

function ruleCheck({ id, title, breaks, changes }: RuleCase, group: string): SmokeCheck {
  const guard = breaks.length > 1 ? {} : guardFor(breaks);
  const issues = RULES.filter((rule) => breaks.includes(rule.id)).map(({ issue }) => issue);
  const step: Step = {
    name: `${group} ${id}`,
    creates: 0,
    request: (context) =>
      post(context, smokeLead(context.email(id), { ...changes, ...(context.mayCreate ? {} : guard) })),
  };
  return {
    id: `${group}.${id}`,
    section: `4.2 ${breaks.join(" ")}, 7`,
    title,
    steps: [step],
    judge: (exchanges) =>
      exchanges.flatMap((exchange) =>
        issuesDifferences(exchange.answer, { issues, ...guardIn(exchange, breaks) }),
      ),
  };
}

/** A second fault, so that an environment without the rule in question does not create the lead. */
function guardFor(breaks: readonly RuleId[]): Changes {
  return breaks.includes("V5") ? CONDO : BAD_EMAIL;
}

function guardIn({ request }: StepExchange, breaks: readonly RuleId[]): { guardPath?: readonly string[] } {
  const isGuarded = (request.body ?? "").includes(breaks.includes("V5") ? '"condo"' : NO_ADDRESS);
  if (breaks.length > 1 || !isGuarded) return {};
  return { guardPath: breaks.includes("V5") ? ["address", "unitNumber"] : ["contactInfo", "email"] };
}
