import type * as z from "zod";
import { isObject, parseJson } from "../base/json-value.ts";
import type { Issue } from "../lead/issue.ts";
import { isViolated, RULES } from "../lead/rules.ts";
import { type Lead, leadSchema } from "../lead/schema.ts";
import { bodyIssue } from "./sandbox-answer.ts";

/** A request body as far as it could be read. */
export interface LeadBody {
  /** The e-mail address as it was sent, valid or not; null when there is none. */
  email: string | null;
  /** Everything that is wrong with the body, at once; empty for an acceptable lead. */
  issues: (Issue | TypeIssue)[];
}

/** An issue about a field's type, with the keys and the wording of zod 3, as the service's issues have. */
export type TypeIssue =
  | { code: "invalid_type"; expected: string; received: string; path: string[]; message: string }
  | { code: "not_finite"; path: string[]; message: string };

/**
 * Judges the text of a request body: its JSON, the types of section 2.1, the rules V1 to V5 of section 4.2.
 * Unknown fields, unknown enumeration values, and absent fields that no rule asks for are accepted.
 */
export function judgeBody(text: string): LeadBody {
  const body = parseJson(text);
  if (body === undefined) return { email: null, issues: [bodyIssue("Request body is not valid JSON")] };
  const parsed = leadSchema.safeParse(body, { reportInput: true });
  if (parsed.success) {
    const lead = parsed.data;
    return { email: lead.contactInfo?.email ?? null, issues: ruleIssues(lead, []) };
  }
  const typeIssues = parsed.error.issues.map(typeIssue);
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
  const holding = typeIssues.filter((issue) => issue.code !== "invalid_type" || issue.received !== "null");
  const mistyped = new Set(holding.map(({ path }) => path.join(".")));
  return RULES.filter(
    (rule) => isViolated(rule, lead) && (rule.id === "V5" || !mistyped.has(rule.issue.path.join("."))),
  ).map(({ issue }) => issue);
}

/** In place: a body may be nested too deeply to be copied. */
function removeFields(body: unknown, typeIssues: readonly TypeIssue[]): void {
  for (const { path } of typeIssues) {
    const parent = path.slice(0, -1).reduce((value, key) => (isObject(value) ? value[key] : value), body);
    if (isObject(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? "");
  }
}

/** Puts an issue of our schema (zod 4) in the words of zod 3. */
function typeIssue(issue: z.core.$ZodIssue): TypeIssue {
  const path = issue.path.map(String);
  const value = issue.input;
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return { code: "not_finite", path, message: "Number must be finite" };
  const isFraction = issue.code === "invalid_type" && issue.expected === "int";
  // Integers beyond 2^53 are refused by our schema as a range; the number is no longer exact there.
  const isInexact = issue.code === "too_big" || issue.code === "too_small";
  if (isFraction || isInexact) return invalidType("integer", "float", path);
  return invalidType(issue.code === "invalid_type" ? issue.expected : "unknown", typeName(value), path);
}

function invalidType(expected: string, received: string, path: string[]): TypeIssue {
  const message = received === "undefined" ? "Required" : `Expected ${expected}, received ${received}`;
  return { code: "invalid_type", expected, received, path, message };
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
