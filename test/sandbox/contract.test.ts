import { describe, expect, it } from "vitest";
import { issuesOf } from "../lead/rules-oracle.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

/** The interface's sections 2, 4, 5 and 7 over HTTP. What a lead is refused for: `lead-body.test.ts`. */

const EMAIL = "jane@example.com";
const CONDO = { buildingType: "condo" };

function keysReversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, child]) => [key, keysReversed(child)]));
}

describe("a lead", () => {
  it("that breaks no rule is created, whatever the order of its keys and the white space between them", async () => {
    const sandbox = await runningSandbox({ partners: ["acme", "globex"] });
    const bodies = [
      sampleLead("a@example.com"),
      keysReversed(sampleLead("b@example.com")),
      `\r\n\t ${JSON.stringify(sampleLead("c@example.com"), null, 4)} \n`,
    ];
    const partners = ["acme", "globex", "acme"];
    const created = await Promise.all(bodies.map((body, at) => create(sandbox, body, partners[at])));
    for (const { status, body } of created) {
      expect(status).toBe(200);
      expect(body).toStrictEqual({
        success: true,
        quoteId: expect.stringMatching(/\S/),
        loginUrl: expect.stringMatching(
          new RegExp(`^${sandbox.url}/api/auth/callback/credentials\\?token=[^&]+$`),
        ),
      });
    }
    for (const name of ["quoteId", "loginUrl"])
      expect(new Set(created.map(({ body }) => (body as Record<string, string>)[name])).size).toBe(3);
    expect(sandbox.quotes()).toHaveLength(3);
  });

  it("that breaks a rule gets the same issues as often as it comes, creates nothing, and holds no e-mail back", async () => {
    const sandbox = await runningSandbox();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await create(sandbox, sampleLead(EMAIL, CONDO));
      expect([status, body]).toStrictEqual([400, { error: { issues: issuesOf(["V1"]) } }]);
    }
    expect(sandbox.quotes()).toStrictEqual([]);
    expect((await create(sandbox, sampleLead(EMAIL))).status).toBe(200);
  });

  it.each([
    ["a quote has", [], "Email already in use"],
    ["an account has", [EMAIL], "User with this email already exists"],
  ])("whose e-mail %s is refused each time, whatever else it says", async (_who, users, error) => {
    const sandbox = await runningSandbox({ users });
    const first = await create(sandbox, sampleLead(EMAIL));
    expect(first.status).toBe(users.length === 0 ? 200 : 400);
    for (const changes of [{}, { buildingType: "townhouse", affiliateId: "ANOTHER" }])
      expect(await create(sandbox, sampleLead(EMAIL, changes))).toMatchObject({
        status: 400,
        body: { error },
      });
    expect(sandbox.quotes()).toHaveLength(users.length === 0 ? 1 : 0);
    expect((await create(sandbox, sampleLead("jane@example.org"))).status).toBe(200);
  });
});

describe("a request", () => {
  const KEYS = ["k1", "a-second.KEY_2"];
  async function post(headers: Record<string, string>, query = "") {
    const sandbox = await runningSandbox({ keys: KEYS });
    const answer = await fetch(`${sandbox.url}/api/acme/lead/create${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(sampleLead(EMAIL)),
    });
    return { status: answer.status, text: await answer.text(), sandbox };
  }

  it.each(KEYS)("is let in by the key %s", async (key) => {
    expect((await post({ authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it.each<[what: string, headers: Record<string, string>, query?: string]>([
    ["none", {}],
    ["another", { authorization: "Bearer another-key" }],
    ["one that begins like ours", { authorization: "Bearer k1x" }],
    ["the beginning of one", { authorization: "Bearer k" }],
    ["one in another case", { authorization: "Bearer K1" }],
    ["a scheme alone", { authorization: "Bearer" }],
    ["two", { authorization: "Bearer k1 k1" }],
    ["a list", { authorization: "Bearer k1, a-second.KEY_2" }],
    ["one between quotes", { authorization: 'Bearer "k1"' }],
    ["the name of an inherited property", { authorization: "Bearer constructor" }],
    ["a very long one", { authorization: `Bearer ${"k".repeat(4000)}` }],
    ["ours without a scheme", { authorization: "k1" }],
    ["ours under another scheme", { authorization: `Basic ${btoa("k1:")}` }],
    ["ours in another header", { "x-api-key": "k1", cookie: "key=k1" }],
    ["ours in the address", {}, "?key=k1"],
  ])(
    "is refused with the same answer, and creates nothing, with this key: %s",
    async (_what, headers, query) => {
      const { status, text, sandbox } = await post(headers, query);
      expect([status, text]).toStrictEqual([401, '{"message":"Unauthorized"}']);
      expect(sandbox.quotes()).toStrictEqual([]);
      expect((await create(sandbox, sampleLead(EMAIL))).status).toBe(200);
    },
  );
});
