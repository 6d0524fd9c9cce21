import { listed } from "../../base/sentence.ts";
import { RULES, type Rule } from "../../lead/rules.ts";
import { type CheckGroup, checkGroup, post, type Step, type StepExchange } from "../check.ts";
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
  // Addresses that no validator takes.
  badEmail("no-at", "needs an @", "smoke.test.example.com"),
  badEmail("no-local", "needs something before its @", "@example.com"),
  badEmail("no-domain", "needs something after its @", "smoke.test@"),
  badEmail("two-ats", "has one @", "smoke@test@example.com"),
  badEmail("space", "has no spaces", "smoke test@example.com"),
  badEmail("empty", "is not empty", ""),
];

function badEmail(id: string, promise: string, email: string): RuleCase {
  const title = `An e-mail address ${promise}`;
  return { id: `v5-${id}`, title, breaks: ["V5"], changes: { "contactInfo.email": email } };
}

const TOGETHER: readonly RuleCase[] = [
  together(["V1", "V4"], { ...CONDO, ...LET }),
  together(["V2", "V3"], { ...MULTI_UNIT, ...INVESTMENT }),
  together(["V1", "V5"], { ...CONDO, ...BAD_EMAIL }),
  together(["V1", "V3", "V5"], { ...CONDO, ...INVESTMENT, ...BAD_EMAIL }),
  together(["V2", "V4", "V5"], { ...MULTI_UNIT, ...LET, ...BAD_EMAIL }),
];

function together(breaks: readonly RuleId[], changes: Changes): RuleCase {
  const title = `${listed(breaks)} each give their issue`;
  return { id: breaks.join("-").toLowerCase(), title, breaks, changes };
}

/** A second fault each, so that an environment without the rule in question does not create the lead. */
const EMAIL_GUARD = { changes: BAD_EMAIL, mark: NO_ADDRESS, path: ["contactInfo", "email"] };
const UNIT_GUARD = { changes: CONDO, mark: '"condo"', path: ["address", "unitNumber"] };

/** Where a lead that breaks V1 and V5 on purpose has its issues. */
export const GUARD_PATHS: readonly (readonly string[])[] = [EMAIL_GUARD.path, UNIT_GUARD.path];

/** Interface, section 4.2: each rule by itself. */
export const RULES_ALONE = ruleChecks("rules", "Rules, each alone", "4.2", ALONE);
/** Several rules broken at once: each has its issue. Their order is not shown. */
export const RULES_TOGETHER = ruleChecks("together", "Rules, several broken at once", "4.2, 7", TOGETHER);

const stepsOf = ({ checks }: CheckGroup): Step[] => checks.flatMap(({ steps }) => steps);
export const COMBINATION_STEPS: readonly Step[] = stepsOf(RULES_TOGETHER);
export const RULE_STEPS: readonly Step[] = [...stepsOf(RULES_ALONE), ...COMBINATION_STEPS];
/** The lead that breaks V1 and V5: where it is refused for both, what breaks them creates nothing. */
export const GUARD_STEP = COMBINATION_STEPS.find(({ name }) => name === "together v1-v5") as Step;

function ruleChecks(group: string, title: string, section: string, cases: readonly RuleCase[]): CheckGroup {
  const checks = cases.map(({ id, breaks, changes, ...titled }) => {
    const guard = breaks.length > 1 ? null : breaks.includes("V5") ? UNIT_GUARD : EMAIL_GUARD;
    const issues = RULES.filter((rule) => breaks.includes(rule.id)).map(({ issue }) => issue);
    const step: Step = {
      name: `${group} ${id}`,
      creates: 0,
      request: (context) => {
        const more = context.mayCreate ? {} : guard?.changes;
        return post(context, smokeLead(context.email(id), { ...changes, ...more }));
      },
    };
    return {
      id,
      ...titled,
      section: `4.2 ${breaks.join(" ")}, 7`,
      steps: [step],
      judge: (exchanges: readonly StepExchange[]) =>
        exchanges.flatMap(({ request, answer }) => {
          const isGuarded = guard && request.body?.includes(guard.mark);
          return issuesDifferences(answer, { issues, ...(isGuarded && { guardPath: guard.path }) });
        }),
    };
  });
  return checkGroup({ id: group, title, section, checks });
}
