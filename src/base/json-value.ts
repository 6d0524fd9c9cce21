import { ifPossible } from "./if-possible.ts";

/** Any value of JSON; undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  return ifPossible(() => JSON.parse(text));
}

/** Whether a value of JSON is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
