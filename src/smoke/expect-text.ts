import { type HttpAnswer, isObject, jsonBody } from "./http-client.ts";

/** An answer whose body is an object with one text (interface, section 7). */
export interface ExpectedText {
  httpStatus: number;
  key: "message" | "error";
  text: string;
}

/** What differs from an answer with this status and this text. */
export function textDifferences(answer: HttpAnswer, { httpStatus, key, text }: ExpectedText): string[] {
  const differences = statusDifferences(answer, httpStatus);
  const body = jsonBody(answer);
  if (!isObject(body)) {
    const kind = body === undefined ? "something else" : "JSON that is no object";
    return [...differences, `Body: expected the JSON object {"${key}": "${text}"}, came ${kind}.`];
  }
  if (body[key] === text) return differences;
  const came =
    body[key] === undefined
      ? `none (${Object.keys(body).join(", ") || "an empty object"})`
      : JSON.stringify(body[key]);
  return [...differences, `Body: expected ${key} "${text}", came ${came}.`];
}

export function statusDifferences({ httpStatus }: HttpAnswer, expected: number): string[] {
  return httpStatus === expected ? [] : [`Status: expected ${expected}, came ${httpStatus}.`];
}
