import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { createLead, createUrl, jsonOf, type PlainAnswer, send, successOf } from "./contract-client.ts";
import { emailOf, leadWith } from "./contract-lead.ts";

/** Interface, sections 5 and 7: keys, methods and e-mails that are in use. */

const UNAUTHORIZED = { message: "Unauthorized" };
const NOT_ALLOWED = { message: "Method not allowed" };
const EMAIL_IN_USE = { error: "Email already in use" };
const USER_EXISTS = { error: "User with this email already exists" };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    keys: ["k1", "a-second.KEY_2"],
    users: ["known@example.com", "known.too@example.org"],
    partners: ["acme"],
  });
});
afterAll(() => sandbox.stop());

describe("authentication", () => {
  it.each(["k1", "a-second.KEY_2"])("takes the key %s", async (key) => {
    expect(sandbox.keys).toContain(key);
    successOf(await createLead(sandbox.url, leadWith(), { key }));
  });

  it("answers 401 without the header", async () => {
    expectExactly(await createWith({}), 401, UNAUTHORIZED);
  });

  it.each([
    ["another key", "Bearer another-key"],
    ["a key that begins like ours", "Bearer k1x"],
    ["the beginning of a key", "Bearer k"],
    ["a key in another case", "Bearer K1"],
    ["no key", "Bearer"],
    ["an empty key", "Bearer "],
    ["two keys", "Bearer k1 k1"],
    ["two keys in a list", "Bearer k1, a-second.KEY_2"],
    ["a key between quotes", 'Bearer "k1"'],
    ["the name of an inherited property", "Bearer constructor"],
    ["a very long key", `Bearer ${"k".repeat(4000)}`],
  ])("answers 401 to %s", async (_title, authorization) => {
    expectExactly(await createWith({ Authorization: authorization }), 401, UNAUTHORIZED);
  });

  it.each([
    ["the bare key", "k1"],
    ["another scheme", `Basic ${Buffer.from("k1:").toString("base64")}`],
    ["our key under another scheme", "Token k1"],
  ])("answers 401 to %s, because the scheme is Bearer", async (_title, authorization) => {
    expectExactly(await createWith({ Authorization: authorization }), 401, UNAUTHORIZED);
  });

  it("does not look for the key anywhere else", async () => {
    expectExactly(await createWith({ "X-Api-Key": "k1", Cookie: "key=k1" }), 401, UNAUTHORIZED);
    const lead = JSON.stringify(leadWith());
    const inQuery = await send(`${createUrl(sandbox.url)}?key=k1`, { ...jsonPost({}), body: lead });
    expectExactly(inQuery, 401, UNAUTHORIZED);
  });

  it("answers a missing and a wrong key with the same body, byte for byte", async () => {
    const missing = await createWith({});
    const wrong = await createWith({ Authorization: "Bearer wrong" });
    expect(wrong.text).toBe(missing.text);
    expect(wrong.status).toBe(missing.status);
    expect(wrong.headers["content-type"]).toBe(missing.headers["content-type"]);
  });

  it("creates nothing and holds no e-mail back when it refuses a key", async () => {
    const before = sandbox.quotes().length;
    const lead = leadWith();
    expect((await createLead(sandbox.url, lead, { key: "wrong" })).status).toBe(401);
    expect(sandbox.quotes()).toHaveLength(before);
    successOf(await createLead(sandbox.url, lead));
  });

  function createWith(headers: Record<string, string>): Promise<PlainAnswer> {
    return send(createUrl(sandbox.url), { ...jsonPost(headers), body: JSON.stringify(leadWith()) });
  }
});

describe("methods", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "answers 405 to %s, with its body",
    async (method) => {
      const headers = { Authorization: "Bearer k1" };
      expectExactly(await send(createUrl(sandbox.url), { method, headers }), 405, NOT_ALLOWED);
    },
  );

  it.each(["PUT", "PATCH", "DELETE", "GET"])("creates nothing by %s with a lead", async (method) => {
    const before = sandbox.quotes().length;
    const body = JSON.stringify(leadWith());
    const answer = await send(createUrl(sandbox.url), {
      ...jsonPost({ Authorization: "Bearer k1" }),
      method,
      body,
    });
    expectExactly(answer, 405, NOT_ALLOWED);
    expect(sandbox.quotes()).toHaveLength(before);
  });

  it.each(["PROPFIND", "TRACE", "REPORT", "MKCOL"])(
    "answers 405 to %s, which few servers know",
    async (method) => {
      const headers = { Authorization: "Bearer k1" };
      expectExactly(await send(createUrl(sandbox.url), { method, headers }), 405, NOT_ALLOWED);
    },
  );

  it("answers 405 to HEAD, which by HTTP has no body", async () => {
    const headers = { Authorization: "Bearer k1" };
    const answer = await send(createUrl(sandbox.url), { method: "HEAD", headers });
    expect([answer.status, answer.text]).toStrictEqual([405, ""]);
  });

  it("answers another method without a key by one of the two refusals: which one is not shown", async () => {
    const answer = await send(createUrl(sandbox.url), { method: "GET" });
    expect([401, 405]).toContain(answer.status);
    expect(jsonOf(answer)).toStrictEqual(answer.status === 401 ? UNAUTHORIZED : NOT_ALLOWED);
  });
});

describe("an e-mail that is in use", () => {
  it("is refused when a quote has it", async () => {
    const lead = leadWith();
    successOf(await createLead(sandbox.url, lead));
    expectExactly(await createLead(sandbox.url, lead), 400, EMAIL_IN_USE);
  });

  it("is refused whatever else the second lead says", async () => {
    const first = leadWith();
    successOf(await createLead(sandbox.url, first));
    const second = leadWith({
      affiliateId: "ANOTHER",
      buildingType: "townhouse",
      "contactInfo.email": emailOf(first),
      "contactInfo.firstName": "Another",
    });
    expectExactly(await createLead(sandbox.url, second), 400, EMAIL_IN_USE);
  });

  it("is refused every time, and still has one quote", async () => {
    const lead = leadWith();
    successOf(await createLead(sandbox.url, lead));
    const quotes = sandbox.quotes().length;
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expectExactly(await createLead(sandbox.url, lead), 400, EMAIL_IN_USE);
    }
    expect(sandbox.quotes()).toHaveLength(quotes);
  });

  it.each(["known@example.com", "known.too@example.org"])(
    "is refused when a user account has it: %s",
    async (email) => {
      const before = sandbox.quotes().length;
      const lead = leadWith({ "contactInfo.email": email });
      expectExactly(await createLead(sandbox.url, lead), 400, USER_EXISTS);
      expectExactly(await createLead(sandbox.url, lead), 400, USER_EXISTS);
      expect(sandbox.quotes()).toHaveLength(before);
    },
  );

  it("does not stand in the way of another e-mail", async () => {
    successOf(await createLead(sandbox.url, leadWith({ "contactInfo.email": "unknown@example.com" })));
    successOf(await createLead(sandbox.url, leadWith({ "contactInfo.email": "known@example.org" })));
  });

  it("gets one quote from twenty requests at once", async () => {
    const before = sandbox.quotes().length;
    const lead = leadWith();
    const answers = await Promise.all(Array.from({ length: 20 }, () => createLead(sandbox.url, lead)));
    const refused = answers.filter((answer) => answer.status === 400);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expectExactly(answer, 400, EMAIL_IN_USE);
    successOf(
      answers.find((answer) => answer.status !== 400) ?? { status: 0, headers: {}, text: "no success" },
    );
    expect(sandbox.quotes()).toHaveLength(before + 1);
  });
});

function jsonPost(headers: Record<string, string>): { method: string; headers: Record<string, string> } {
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
}

function expectExactly(answer: PlainAnswer, status: number, body: object): void {
  expect(answer.status, answer.text).toBe(status);
  expect(jsonOf(answer)).toStrictEqual(body);
}
