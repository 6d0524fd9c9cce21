import { isObject, parseJson } from "../base/json-value.ts";
import type { Issue } from "../lead/issue.ts";
import type { HttpResponse } from "../send/client.ts";

/** Whether the whole answer arrived. */
export function isWhole(answer: HttpResponse): answer is HttpResponse & { httpStatus: number } {
  return answer.httpStatus !== null && answer.bodyComplete;
}

/** Why an answer did not come, or not whole. */
export function lossCause({ error, httpStatus }: HttpResponse): string {
  if (error) return error.message.includes(error.code) ? error.message : `${error.message} (${error.code})`;
  return httpStatus === null ? "nothing came back" : "the answer was cut off";
}

/** The interface does not show the status of a success. */
export function isSuccess({ httpStatus }: HttpResponse): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

/** The body as JSON; undefined where it is not JSON, or nested deeper than any real answer. */
export function jsonBody(answer: HttpResponse): unknown {
  const value = parseJson(answer.body ?? "");
  return isDeeperThan(DEPTH_MAX, value) ? undefined : value;
}

/** Quote id of a success that came whole; else null. */
export function quoteIdIn(answer: HttpResponse): string | null {
  const body = isSuccess(answer) && isWhole(answer) ? jsonBody(answer) : undefined;
  const id = isObject(body) ? body.quoteId : undefined;
  return typeof id === "string" && id.trim() !== "" ? id : null;
}

/** What is deeper cannot be written again: it would exhaust the stack. */
const DEPTH_MAX = 100;

function isDeeperThan(depthMax: number, root: unknown): boolean {
  let level = [root];
  for (let depth = 0; depth <= depthMax && level.length > 0; depth++)
    level = level.flatMap((value) => (typeof value === "object" && value ? Object.values(value) : []));
  return level.length > 0;
}

/** Any value of JSON as text; an object has none that it could be asked for. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** An answer whose body is an object with one text (interface, section 7). */
export interface ExpectedText {
  httpStatus: number;
  key: "message" | "error";
  text: string;
}

/** What differs from an answer with this status and this text. */
export function textDifferences(answer: HttpResponse, { httpStatus, key, text }: ExpectedText): string[] {
  const differences = statusDifferences(answer, httpStatus);
  const body = jsonBody(answer);
  if (!isObject(body)) {
    const kind = body === undefined ? "something else" : "JSON that is not an object";
    return [...differences, `Body: expected the JSON object {"${key}": "${text}"}, came ${kind}.`];
  }
  if (body[key] === text) return differences;
  const came =
    body[key] === undefined
      ? `none (${Object.keys(body).join(", ") || "an empty object"})`
      : JSON.stringify(body[key]);
  return [...differences, `Body: expected ${key} "${text}", came ${came}.`];
}

export function statusDifferences({ httpStatus }: HttpResponse, expected: number): string[] {
  return httpStatus === expected ? [] : [`Status: expected ${expected}, came ${httpStatus}.`];
}

/** An issue as it came, before anybody trusts it. */
export type RawIssue = Readonly<Record<string, unknown>>;

/** What an issues answer has to hold (interface, sections 4.2 and 7), in any order, and nothing else. */
export interface ExpectedIssues {
  issues: readonly Readonly<Issue>[];
  /** An issue at this path is not looked at: it is there to keep the lead from being created. */
  guardPath?: readonly string[];
}

/** @param why The lead must be refused. */
export function takenText({ httpStatus }: HttpResponse, why: string | undefined): string {
  return `The lead was accepted (status ${httpStatus}), though it must be refused: ${why}.`;
}

/** What differs from an answer with exactly these issues. */
export function issuesDifferences(answer: HttpResponse, expected: ExpectedIssues): string[] {
  if (isSuccess(answer)) return [takenText(answer, expected.issues[0]?.message)];
  const differences = statusDifferences(answer, 400);
  const body = jsonBody(answer);
  if (body === undefined) return [...differences, "Body: expected JSON, came something else."];
  const issues = issuesOf(body);
  if (!issues) return [...differences, "Body: expected a list at error.issues, there is none."];
  return [...differences, ...compareIssues(issues, expected)];
}

/** More than any lead has fields. */
const ISSUES_MAX = 100;

/** The list at `error.issues`, as far as anybody reads it, or undefined. */
export function issuesOf(body: unknown): RawIssue[] | undefined {
  if (!isObject(body) || !isObject(body.error) || !Array.isArray(body.error.issues)) return undefined;
  return body.error.issues
    .slice(0, ISSUES_MAX)
    .map((issue: unknown) => (isObject(issue) ? issue : { message: issue }));
}

export function samePath(path: unknown, expected: readonly string[]): boolean {
  return JSON.stringify(path) === JSON.stringify(expected);
}

function compareIssues(came: readonly RawIssue[], { issues, guardPath }: ExpectedIssues): string[] {
  const left = came.filter(({ path }) => !guardPath || !samePath(path, guardPath)).map(issueText);
  const missing = issues.map(issueText).filter((issue) => {
    const at = left.indexOf(issue);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((issue) => `Issue missing: ${issue}.`),
    ...left.map((issue) => `Issue too many: ${issue}, which no rule explains here.`),
  ];
}

const KEYS = ["code", "message", "path", "validation"] as const;

/** What the interface shows of an issue, always in one order. */
function issueText(issue: RawIssue | Readonly<Issue>): string {
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, issue[key]])));
}

const TEXT_MAX = 120;

/** An answer in a few words that are the same whenever the environment answers the same. */
export function describeAnswer(answer: HttpResponse): string {
  if (!isWhole(answer)) return `no answer (${answer.error?.code ?? "cut off"})`;
  const { httpStatus } = answer;
  const body = jsonBody(answer);
  const issues = issuesOf(body);
  if (issues) return `${httpStatus}, ${issues.map(issueWords).join("; ") || "no issue"}`;
  if (isObject(body)) {
    const text = [body.message, body.error].find((value) => typeof value === "string");
    if (typeof text === "string") return `${httpStatus}, "${shortened(text)}"`;
    return `${httpStatus}, an object with ${Object.keys(body).sort().join(", ") || "nothing"}`;
  }
  if (answer.body === "") return `${httpStatus}, no body`;
  const type = answer.headers["content-type"]?.split(";")[0]?.trim() ?? "no type";
  return `${httpStatus}, ${body === undefined ? `no JSON (${type})` : "JSON, no object"}`;
}

export function issueWords({ path, code, message }: RawIssue): string {
  const place = Array.isArray(path) && path.length > 0 ? placeWords(path) : "the whole";
  return `${place} ${shortened(textOf(code))} "${shortened(textOf(message))}"`;
}

export function placeWords(path: readonly unknown[]): string {
  return shortened(path.map(textOf).join("."));
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text;
}
