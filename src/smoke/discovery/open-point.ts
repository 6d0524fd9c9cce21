import { isObject } from "../../base/json-value.ts";
import type { HttpRequest, HttpResponse } from "../../send/client.ts";
import type { Step, StepContext, StepExchange } from "../check.ts";
import { issuesOf, isWhole, jsonBody, type RawIssue, samePath, textOf } from "../expectations.ts";

/** Something that the interface leaves open, and how an environment is asked for it. Never judged. */
export interface OpenPoint {
  /** Unique and stable: baselines are compared by it. */
  id: string;
  /** Of the interface, where it is silent. */
  section: string;
  question: string;
  steps: readonly Step[];
  /** What the answers say, without anything that another run would find different by chance. */
  read(exchanges: readonly StepExchange[]): string;
}

/** A question that one answer tells, also one that a check looks at. */
export function point(
  id: string,
  section: string,
  question: string,
  step: Step,
  describe: (answer: HttpResponse) => string,
): OpenPoint {
  const read: OpenPoint["read"] = ([exchange]) => (exchange ? describe(exchange.answer) : "");
  return { id, section, question, steps: [step], read };
}

/** A question that takes one request of its own, which creates nothing. */
export function asked(
  id: string,
  section: string,
  question: string,
  request: (context: StepContext) => HttpRequest,
  describe: (answer: HttpResponse) => string = describePeculiarity,
): OpenPoint {
  return point(id, section, question, { name: `question ${id}`, creates: 0, request }, describe);
}

const TEXT_MAX = 120;

/** The issues that a lead breaks on purpose, so that asking creates nothing. */
export const GUARD_PATHS: readonly (readonly string[])[] = [
  ["contactInfo", "email"],
  ["address", "unitNumber"],
];

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
