import { ifPossible } from "./if-possible.ts";

/** Any value of JSON; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  return ifPossible(() => JSON.parse(text));
}

/** Whether a value of JSON is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of a value with every text in it changed, however deep. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const mapped = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(mapped);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, mapped(inner)]));
  };
  return mapped(value) as T;
}
