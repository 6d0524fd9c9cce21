import { judgeEmail } from "./email.ts";
import { FIELDS } from "./field-catalogue.ts";
import type { Issue } from "./issue.ts";
import { isViolated, RULES, valueAt } from "./rules.ts";
import type { Lead } from "./schema.ts";
import { isZipOf } from "./zip-state.ts";

export interface LeadVerdict {
  /** What the service is known to refuse: the lead is not sent. */
  issues: Issue[];
  /** What the interface leaves open: the lead is sent as it is. */
  warnings: Issue[];
}

const EMAIL_PATH = "contactInfo.email";

/** Fields of which a value, or its absence, may be worth a word, with what is worked out once for all leads. */
const CHECKS = FIELDS.filter(
  ({ absence, shownValues, path }) => absence === "not-shown" || shownValues || path === EMAIL_PATH,
).map((field) => ({
  field,
  path: field.path.split("."),
  shown: field.shownValues && new Set(field.shownValues),
}));
const RULES_BY_PATH = RULES.map((rule) => ({ rule, path: rule.issue.path.join(".") }));
const NOTHING: ReadonlySet<string> = new Set();

/**
 * Everything that can be said of a lead before it is sent, all at once.
 *
 * @param lead The lead as it would be sent.
 * @param unreadable Issues of fields that had a value which could not be read. Such a field is absent from
 *   the lead, yet not missing in the sheet: no rule speaks about it.
 */
export function validateLead(lead: Lead, unreadable: readonly Issue[] = []): LeadVerdict {
  const unreadablePaths =
    unreadable.length === 0 ? NOTHING : new Set(unreadable.map((issue) => issue.path.join(".")));
  const issues = [...unreadable];
  for (const { rule, path } of RULES_BY_PATH) {
    if (unreadablePaths.has(path) || !isViolated(rule, lead)) continue;
    issues.push({ ...rule.issue, path: [...rule.issue.path] });
  }
  const warnings: Issue[] = [];
  for (const check of CHECKS) {
    const warning = warningOf(check, lead, unreadablePaths);
    if (warning) warnings.push(warning);
  }
  for (const { path, doubtIn } of MISFITS) {
    const message = doubtIn(lead);
    if (message !== undefined) warnings.push({ code: "custom", message, path: [...path], harm: "doubtful" });
  }
  return { issues, warnings };
}

/**
 * Whether a lead lacks something of which nobody knows if the service wants it, or has a word that nobody knows. It goes
 * all the same.
 */
export function isDoubtfulLead(lead: Lead): boolean {
  const isOpen = CHECKS.some(({ field, path, shown }) => {
    const value = valueAt(lead, path);
    return value === undefined ? field.absence === "not-shown" : shown?.has(String(value)) === false;
  });
  return isOpen || [lead.address, lead.residentialAddress].some(isUnknownPlace);
}

const ZIP = /^\d{5}(?:-\d{4})?$/;

/** A state or a ZIP code that there is not. Every state has its ZIP codes. */
function isUnknownPlace({ state, zip }: Place = {}): boolean {
  const isUnknownState = state !== undefined && isZipOf(state, zip ?? "") === undefined;
  return isUnknownState || (zip !== undefined && !ZIP.test(zip));
}

interface Place {
  state?: string | undefined;
  zip?: string | undefined;
}

/** What does not fit together in a lead, though each value may be right on its own. The service may take it. */
const MISFITS: readonly { path: readonly string[]; doubtIn(lead: Lead): string | undefined }[] = [
  { path: ["address", "zip"], doubtIn: ({ address }) => zipElsewhere(address) },
  {
    path: ["residentialAddress", "zip"],
    doubtIn: ({ residentialAddress }) => zipElsewhere(residentialAddress),
  },
  {
    path: ["propertyUnits"],
    doubtIn: ({ buildingType, propertyUnits }) => {
      if (propertyUnits === undefined || buildingType === undefined) return undefined;
      const fits = buildingType === "multiUnit" ? propertyUnits !== 1 : propertyUnits <= 1;
      if (fits || !ONE_HOME.has(buildingType)) return undefined;
      return `${propertyUnits} and the building type ${buildingType} do not fit together: both are sent as they are`;
    },
  },
  {
    path: ["statedInformation", "monthlyRentalIncome"],
    doubtIn: ({ buildingType, propertyUsage, statedInformation = {} }) => {
      const { rentalOccupancy, monthlyRentalIncome: rent = 0 } = statedInformation;
      if (rent <= 0) return undefined;
      if (rentalOccupancy === "vacant")
        return `${rent} is the rent of a home that is vacant: both are sent as they are`;
      if (propertyUsage !== "primaryResidence" || buildingType === "multiUnit") return undefined;
      return `${rent} is a rent for the applicant's own home, and may be what the applicant pays: it is sent as it is`;
    },
  },
];

/** Kinds of buildings of which the number of units says something. */
const ONE_HOME: ReadonlySet<string> = new Set(["singleFamily", "condo", "townhouse", "multiUnit"]);

function zipElsewhere({ state, zip }: Place = {}): string | undefined {
  if (state === undefined || zip === undefined || !ZIP.test(zip)) return undefined;
  return isZipOf(state, zip) === false
    ? `${zip} is no ZIP code of ${state}: both are sent as they are`
    : undefined;
}

function warningOf(
  { field, path, shown }: (typeof CHECKS)[number],
  lead: Lead,
  unreadablePaths: ReadonlySet<string>,
): Issue | undefined {
  const value = valueAt(lead, path);
  if (value === undefined) {
    if (field.absence !== "not-shown" || unreadablePaths.has(field.path)) return undefined;
    const message = "No value: the service may refuse the lead without one";
    return { code: "invalid_type", message, path: [...path] };
  }
  if (shown && !shown.has(String(value))) {
    const message = `Not one of the values we know (${[...shown].join(", ")}): the service may refuse it`;
    return { code: "invalid_enum_value", message, path: [...path], harm: "doubtful" };
  }
  if (field.path === EMAIL_PATH && judgeEmail(String(value)) === "doubtful") {
    const message = "Unusual e-mail address: the service may refuse it";
    return { validation: "email", code: "invalid_string", message, path: [...path], harm: "doubtful" };
  }
  return undefined;
}
