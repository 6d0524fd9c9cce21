import { isObject } from "../../base/json-value.ts";
import type { HttpResponse } from "../../send/client.ts";
import { GUARD_PATHS } from "../checks/rules.ts";
import { issuesOf, isWhole, jsonBody, type RawIssue, samePath, textOf } from "../expectations.ts";

const TEXT_MAX = 120;

/** An answer in a few words that are the same whenever the environment answers the same. */
export function describeAnswer(answer: HttpResponse): string {
  if (!isWhole(answer)) return `no answer (${answer.error?.code ?? "cut off"})`;
  const { httpStatus } = answer;
  const body = jsonBody(answer);
  const issues = issuesOf(body);
  if (issues) return `${httpStatus}, ${issues.map(issueText).join("; ") || "no issue"}`;
  if (isObject(body)) {
    const text = [body.message, body.error].find((value) => typeof value === "string");
    if (typeof text === "string") return `${httpStatus}, "${shortened(text)}"`;
    return `${httpStatus}, an object with ${Object.keys(body).sort().join(", ") || "nothing"}`;
  }
  if (answer.body === "") return `${httpStatus}, no body`;
  return `${httpStatus}, ${body === undefined ? `no JSON (${typeOf(answer)})` : "JSON, no object"}`;
}

/**
 * What an answer says of one peculiarity of a lead that breaks rules besides: `taken` where nothing but those
 * rules is complained of.
 */
export function describePeculiarity(answer: HttpResponse): string {
  const issues = answer.httpStatus === 400 ? issuesOf(jsonBody(answer)) : undefined;
  if (!issues) return describeAnswer(answer);
  const others = issues.filter(({ path }) => !GUARD_PATHS.some((guard) => samePath(path, guard)));
  if (others.length > 0) return `refused: ${others.map(issueText).join("; ")}`;
  return issues.length > 0 ? "taken" : "refused without an issue";
}

/** Where the issues of an answer stand, in their order. */
export function describeOrder(answer: HttpResponse): string {
  const issues = issuesOf(jsonBody(answer));
  if (!issues) return describeAnswer(answer);
  return issues.map(({ path }) => (Array.isArray(path) ? placeText(path) : "?")).join(", ");
}

function issueText({ path, code, message }: RawIssue): string {
  const place = Array.isArray(path) && path.length > 0 ? placeText(path) : "the whole";
  return `${place} ${shortened(textOf(code))} "${shortened(textOf(message))}"`;
}

function placeText(path: readonly unknown[]): string {
  return shortened(path.map(textOf).join("."));
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text;
}

function typeOf({ headers }: HttpResponse): string {
  return headers["content-type"]?.split(";")[0]?.trim() ?? "no type";
}
