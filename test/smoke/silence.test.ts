import { describe, expect, it, vi } from "vitest";
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

describe("two leads with one address at once", () => {
  const twoQuotes = onStatus(400, (answer, request, origin) => {
    if (!/-race@/.test(request.body)) return answer;
    const loginUrl = `${origin}/api/auth/callback/credentials?token=another`;
    return json(200, { success: true, quoteId: "another", loginUrl });
  });
  const asked = { choice: { only: ["race"], skip: [] } };

  it.each<[string, Mutation, string[]]>([
    ["one quote passes", {}, []],
    ["two quotes differ", twoQuotes, ["race.one-quote"]],
  ])("are checked where somebody asks: %s", async (_what, mutation, differing) => {
    const { url, key } = await startMutant(mutation);
    const findings = await runPlan(planFor(url, key, asked));
    expect(findings.results.map(({ check }) => check.id)).toStrictEqual(["race.one-quote"]);
    expect(idsWith(findings, "differs")).toStrictEqual(differing);
  });

  it.each<[string, Mutation, string | RegExp]>([
    ["one quote", {}, 'one quote; the other: 400, "Email already in use"'],
    ["two quotes", twoQuotes, "two quotes"],
  ])("are a fact besides, which fails nothing: %s", async (_what, mutation, fact) => {
    const { url, key } = await startMutant(mutation);
    const findings = await runPlan(planFor(url, key, { isDiscovering: true }));
    expect(idsWith(findings, "differs")).toStrictEqual([]);
    const facts = findings.discovery?.facts.filter(({ id }) => id.startsWith("race."));
    expect(facts?.map(({ observed }) => observed)).toStrictEqual([fact]);
  });

  it("are sent at once", async () => {
    let underWay = 0;
    let most = 0;
    const { url, key } = await startMutant({
      before: (request) => {
        if (/-race@/.test(request.body)) most = Math.max(most, ++underWay);
        return request;
      },
      after: async (answer, request) => {
        if (/-race@/.test(request.body)) {
          // Until the other one is there as well, if it comes.
          await vi.waitFor(() => expect(most).toBe(2), { timeout: 5_000 }).catch(() => undefined);
          underWay -= 1;
        }
        return answer;
      },
    });
    await runPlan(planFor(url, key, asked));
    expect(most).toBe(2);
  });
});

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
