import type { Issue } from "../lead/issue.ts";
import { RULES, violations } from "../lead/rules.ts";
import { type Lead, leadSchema } from "../lead/schema.ts";
import { bodyIssue } from "./sandbox-answer.ts";
import { type TypeIssue, typeIssue, valueAt } from "./type-issue.ts";

/** A request body as far as it could be read. */
export interface LeadBody {
  /** The e-mail address as it was sent, valid or not; null when there is none. */
  email: string | null;
  /** Everything that is wrong with the body, at once; empty for an acceptable lead. */
  issues: (Issue | TypeIssue)[];
}

/**
 * Judges the text of a request body: its JSON, the types of section 2.1, the rules V1 to V5 of section 4.2.
 * Unknown fields, unknown enumeration values, and absent fields that no rule asks for are accepted.
 */
export function judgeBody(text: string): LeadBody {
  const body = parseJson(text);
  if (body === undefined) return { email: null, issues: [bodyIssue("Request body is not valid JSON")] };
  const parsed = leadSchema.safeParse(body);
  if (parsed.success) {
    const lead = parsed.data;
    return { email: lead.contactInfo?.email ?? null, issues: violations(lead) };
  }
  const typeIssues = parsed.error.issues.map((issue) => typeIssue(issue, body));
  if (typeIssues.some((issue) => issue.path.length === 0)) return { email: null, issues: typeIssues };
  removeFields(body, typeIssues);
  const readable = leadSchema.safeParse(body);
  const lead = readable.success ? readable.data : {};
  return { email: lead.contactInfo?.email ?? null, issues: [...typeIssues, ...ruleIssues(lead, typeIssues)] };
}

/**
 * The rules that a lead violates. A value of the wrong type is not a missing one, so rules V1 to V4 are
 * silent about a field that held anything but null; no wrong type is a valid e-mail address.
 */
function ruleIssues(lead: Lead, typeIssues: readonly TypeIssue[]): Issue[] {
  const mistyped = new Set(typeIssues.filter(holdsValue).map(({ path }) => path.join(".")));
  return RULES.filter(
    ({ id, issue, isViolatedBy }) =>
      isViolatedBy(lead) && (id === "V5" || !mistyped.has(issue.path.join("."))),
  ).map(({ issue }) => issue);
}

function holdsValue(issue: TypeIssue): boolean {
  return issue.code !== "invalid_type" || issue.received !== "null";
}

/** In place: a body may be nested too deeply to be copied. */
function removeFields(body: unknown, typeIssues: readonly TypeIssue[]): void {
  for (const { path } of typeIssues) {
    const parent = valueAt(body, path.slice(0, -1));
    if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, path.at(-1) ?? "");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
