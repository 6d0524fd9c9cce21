import { type CodedText, personal } from "../base/finding.ts";
import { judgeEmail } from "./email.ts";
import { FIELDS, type Field } from "./field-catalogue.ts";
import type { Issue } from "./issue.ts";
import { leadFinding } from "./lead-texts.ts";
import { isViolated, RULES, ruleIssue, valueAt } from "./rules.ts";
import type { Lead } from "./schema.ts";
import { isZipOf } from "./zip-state.ts";

export interface LeadVerdict {
  /** The service is known to refuse this: the lead is not sent. */
  issues: Issue[];
  /** The interface leaves this open: the lead is sent as it is. */
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
    issues.push(ruleIssue(rule));
  }
  const warnings: Issue[] = [];
  for (const check of CHECKS) {
    const warning = warningOf(check, lead, unreadablePaths);
    if (warning) warnings.push(warning);
  }
  for (const { path, doubtIn } of MISFITS) {
    const doubt = doubtIn(lead);
    if (doubt) warnings.push({ code: "custom", ...doubt, path: [...path], harm: "doubtful" });
  }
  return { issues, warnings };
}

/**
 * Whether a lead lacks something of which nobody knows if the service wants it, or has a word that nobody knows, or an
 * e-mail address that only some validators take. It goes anyway.
 */
export function isDoubtfulLead(lead: Lead): boolean {
  const isOpen = CHECKS.some(({ field, path, shown }) => {
    const value = valueAt(lead, path);
    if (value === undefined) return field.absence === "not-shown";
    return shown?.has(String(value)) === false || isUnusualEmail(field, value);
  });
  return isOpen || [lead.address, lead.residentialAddress].some(isUnknownPlace);
}

function isUnusualEmail({ path }: Pick<Field, "path">, value: unknown): boolean {
  return path === EMAIL_PATH && judgeEmail(String(value)) === "doubtful";
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

/** Finds values that contradict each other. Each may be right on its own, and the service may take the lead. */
const MISFITS: readonly { path: readonly string[]; doubtIn(lead: Lead): CodedText | undefined }[] = [
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
      return leadFinding("units-unlikely", {
        units: personal(String(propertyUnits)),
        buildingType: personal(buildingType),
      });
    },
  },
  {
    path: ["statedInformation", "monthlyRentalIncome"],
    doubtIn: ({ buildingType, propertyUsage, statedInformation = {} }) => {
      const { rentalOccupancy, monthlyRentalIncome } = statedInformation;
      if (monthlyRentalIncome === 0 && rentalOccupancy === "longTerm") return leadFinding("rent-of-nothing");
      if (monthlyRentalIncome === undefined || monthlyRentalIncome <= 0) return undefined;
      const rent = personal(String(monthlyRentalIncome));
      if (rentalOccupancy === "vacant") return leadFinding("rent-of-vacant", { rent });
      if (propertyUsage !== "primaryResidence" || buildingType === "multiUnit") return undefined;
      return leadFinding("rent-of-own-home", { rent });
    },
  },
];

/** Kinds of buildings of which the number of units says something. */
const ONE_HOME: ReadonlySet<string> = new Set(["singleFamily", "condo", "townhouse", "multiUnit"]);

function zipElsewhere({ state, zip }: Place = {}): CodedText | undefined {
  if (state === undefined || zip === undefined || !ZIP.test(zip)) return undefined;
  return isZipOf(state, zip) === false
    ? leadFinding("zip-elsewhere", { zip: personal(zip), state: personal(state) })
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
    return { code: "invalid_type", ...leadFinding("value-missing"), path: [...path] };
  }
  if (shown && !shown.has(String(value))) {
    const unknown = leadFinding("value-unknown", { field: field.path });
    return { code: "invalid_enum_value", ...unknown, path: [...path], harm: "doubtful" };
  }
  if (isUnusualEmail(field, value)) {
    const unusual = leadFinding("email-unusual");
    return { validation: "email", code: "invalid_string", ...unusual, path: [...path], harm: "doubtful" };
  }
  return undefined;
}
