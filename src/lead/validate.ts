import { judgeEmail } from "./email.ts";
import { FIELDS, type Field } from "./field-catalogue.ts";
import type { Issue } from "./issue.ts";
import { RULES } from "./rules.ts";
import type { Lead } from "./schema.ts";

export interface LeadVerdict {
  /** What the service is known to refuse: the lead is not sent. */
  issues: Issue[];
  /** What the interface leaves open: the lead is sent as it is. */
  warnings: Issue[];
}

/**
 * Everything that can be said of a lead before it is sent, all at once.
 *
 * @param lead The lead as it would be sent.
 * @param unreadable Issues of fields that had a value which could not be read. Such a field is absent from
 *   the lead, yet not missing in the sheet: no rule speaks about it.
 */
export function validateLead(lead: Lead, unreadable: readonly Issue[] = []): LeadVerdict {
  const unreadablePaths = new Set(unreadable.map((issue) => issue.path.join(".")));
  const broken = RULES.filter(
    ({ issue, isViolatedBy }) => !unreadablePaths.has(issue.path.join(".")) && isViolatedBy(lead),
  );
  return {
    issues: [...unreadable, ...broken.map(({ issue }) => ({ ...issue, path: [...issue.path] }))],
    warnings: FIELDS.flatMap((field) => warningsOf(field, lead, unreadablePaths)),
  };
}

function warningsOf(field: Field, lead: Lead, unreadablePaths: ReadonlySet<string>): Issue[] {
  const path = field.path.split(".");
  const value = valueAt(lead, path);
  if (value === undefined) {
    if (field.absence !== "not-shown" || unreadablePaths.has(field.path)) return [];
    return [{ code: "invalid_type", message: "No value: the service may refuse the lead without one", path }];
  }
  if (field.shownValues && !field.shownValues.includes(String(value))) {
    const message = `Not one of the values we know (${field.shownValues.join(", ")}): the service may refuse it`;
    return [{ code: "invalid_enum_value", message, path }];
  }
  if (field.path === "contactInfo.email" && judgeEmail(String(value)) === "doubtful") {
    const message = "Unusual e-mail address: the service may refuse it";
    return [{ validation: "email", code: "invalid_string", message, path }];
  }
  return [];
}

/** The value at a path of the lead, by own keys of known names only. */
export function valueAt(lead: Lead, path: readonly string[]): unknown {
  let value: unknown = lead;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
