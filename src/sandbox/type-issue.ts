import type * as z from "zod";

/** An issue about a field's type, with the keys and the wording of zod 3, as the service's issues have. */
export type TypeIssue =
  | { code: "invalid_type"; expected: string; received: string; path: string[]; message: string }
  | { code: "not_finite"; path: string[]; message: string };

/** Puts an issue of our schema (zod 4) in the words of zod 3. */
export function typeIssue(issue: z.core.$ZodIssue, body: unknown): TypeIssue {
  const path = issue.path.map(String);
  const value = valueAt(body, path);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return { code: "not_finite", path, message: "Number must be finite" };
  }
  const isFraction = issue.code === "invalid_type" && issue.expected === "int";
  // Integers beyond 2^53 are refused by our schema as a range; the wire's number is no longer exact there.
  const isInexact = issue.code === "too_big" || issue.code === "too_small";
  if (isFraction || isInexact) return invalidType("integer", "float", path);
  return invalidType(issue.code === "invalid_type" ? issue.expected : "unknown", typeName(value), path);
}

export function invalidType(expected: string, received: string, path: string[]): TypeIssue {
  const message = received === "undefined" ? "Required" : `Expected ${expected}, received ${received}`;
  return { code: "invalid_type", expected, received, path, message };
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value at a path of own keys; undefined where there is none. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    body,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
