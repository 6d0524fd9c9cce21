import { describe, expect, it } from "vitest";
import { TEST_KEY } from "../test-key.ts";
import { EXISTING_USER, type Mutation, startMutant } from "./mutant-service.ts";
import { type Json, json, onBody, onStatus } from "./mutation-parts.ts";
import { idsWith, planFor, runPlan } from "./smoke-plan.ts";

const reversedIssues: Mutation = onBody(400, (body) => {
  const issues = (body.error as Json | undefined)?.issues;
  return Array.isArray(issues) ? { error: { issues: issues.reverse() } } : body;
});

/** Looks at the body before it looks at the key. */
const bodyFirst: Mutation = {
  before: (request) => {
    const isBroken = /leadctl-smoke-no-address/.test(request.body);
    return isBroken && request.method === "POST"
      ? { ...request, headers: { ...request.headers, authorization: `Bearer ${TEST_KEY}` } }
      : request;
  },
};

/** What the interface leaves open, done otherwise than the sandbox does it. */
const VARIANTS: readonly [what: string, mutation: Mutation][] = [
  ["answers every request with a 500 at first", failingFirst()],
  ["answers a success with 201", onStatus(200, (answer) => ({ ...answer, status: 201 }))],
  ["lists issues in another order", reversedIssues],
  ["gives issues a name besides", onBody(400, (body) => withName(body))],
  ["tells more in a success", onBody(200, (body) => ({ ...body, createdAt: "2026-01-01", rate: 5.5 }))],
  ["tells more in every issue", onBody(400, (body) => withFatal(body))],
  ["gives the login URL further parameters", onBody(200, withParameter)],
  ["looks at the body before the key", bodyFirst],
  [
    "sends neither Allow nor WWW-Authenticate",
    { after: (answer) => ({ ...answer, headers: onlyType(answer.headers) }) },
  ],
  [
    "names no charset",
    { after: (answer) => ({ ...answer, headers: { "content-type": "application/json" } }) },
  ],
  ["writes JSON with line breaks", { after: (answer) => ({ ...answer, body: pretty(answer.body) }) }],
  [
    "refuses what is not JSON in its own words",
    onStatus(400, (answer, { body }) => (body === "{" ? json(400, {}) : answer)),
  ],
];

describe("a service that does otherwise where the interface is silent", () => {
  it.each(VARIANTS)("%s, and passes all checks", async (_what, mutation) => {
    const { url, key, sandbox } = await startMutant(mutation);
    const findings = await runPlan(planFor(url, key, { existingUser: EXISTING_USER }));
    expect(idsWith(findings, "passed")).toHaveLength(findings.results.length);
    expect(sandbox.quotes()).toHaveLength(6);
  });
});

function failingFirst(): Mutation {
  const seen = new Set<string>();
  return {
    before: (request) => {
      const mark = JSON.stringify([request.method, request.headers.authorization, request.body]);
      if (seen.has(mark)) return request;
      seen.add(mark);
      return { answer: json(500, { message: "Internal server error" }) };
    },
  };
}

function withName(body: Json): Json {
  const error = body.error as Json;
  return typeof error === "object" ? { success: false, error: { ...error, name: "ZodError" } } : body;
}

function withFatal(body: Json): Json {
  const issues = (body.error as Json | undefined)?.issues;
  if (!Array.isArray(issues)) return body;
  return { error: { issues: issues.map((issue: Json) => ({ ...issue, fatal: false })) } };
}

function withParameter(body: Json): Json {
  return { ...body, loginUrl: `${body.loginUrl}&redirect=%2Fstart` };
}

function onlyType(headers: Record<string, string>): Record<string, string> {
  return { "content-type": headers["content-type"] ?? "" };
}

function pretty(body: string): string {
  return body === "" ? "" : JSON.stringify(JSON.parse(body), null, 2);
}
