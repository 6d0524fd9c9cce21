import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { createLead, type SuccessBody, send, successOf } from "./contract-client.ts";
import { emailOf, leadWith } from "./contract-lead.ts";

/**
 * Interface, section 2.2: the login URL. That its page names the quote, and that a token which is not the sandbox's
 * own is refused, are promises of the sandbox.
 */

let sandbox: Sandbox;
let created: SuccessBody;
beforeAll(async () => {
  sandbox = await startSandbox({ keys: ["secret-key-of-acme"], partners: ["acme"] });
  created = await create(sandbox);
});
afterAll(() => sandbox.stop());

describe("the login URL", () => {
  it("is under the base URL, at the callback path, with a token and nothing else", () => {
    const url = new URL(created.loginUrl);
    const base = new URL(sandbox.url);
    expect(created.loginUrl.startsWith(`${sandbox.url}/api/auth/callback/credentials?`)).toBe(true);
    expect(url.origin).toBe(base.origin);
    expect(url.pathname).toBe("/api/auth/callback/credentials");
    expect([...url.searchParams.keys()]).toStrictEqual(["token"]);
    expect(tokenOf(created)).not.toBe("");
  });

  it("signs in without a key, on a page that names its quote", async () => {
    const answer = await send(created.loginUrl, {});
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(created.quoteId);
  });

  it("leads each quote to itself", async () => {
    const other = await create(sandbox);
    const page = await send(other.loginUrl, {});
    expect(page.text).toContain(other.quoteId);
    expect(page.text).not.toContain(created.quoteId);
  });

  it("does not hold the API key", () => {
    const decoded = tokenOf(created)
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString("latin1"));
    expect([created.loginUrl, ...decoded].join(" ")).not.toContain("secret-key-of-acme");
  });

  it("shows a name as text, not as markup", async () => {
    const lead = leadWith({
      "contactInfo.firstName": "<script>alert(1)</script>",
      "contactInfo.lastName": '"><img src=x onerror=alert(1)>',
    });
    const body = successOf(await createLead(sandbox.url, lead, { key: "secret-key-of-acme" }));
    const page = await send(body.loginUrl, {});
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("<img src=x");
  });
});

describe("a token that is not the sandbox's own", () => {
  it("is refused when any one of its characters is another", async () => {
    const token = tokenOf(created);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === "A" ? "B" : "A";
      await expectRefused(`${token.slice(0, at)}${other}${token.slice(at + 1)}`);
    }
  });

  it("is refused when it is cut short or made longer", async () => {
    const token = tokenOf(created);
    for (const length of [1, Math.floor(token.length / 2), token.length - 1]) {
      await expectRefused(token.slice(0, length));
    }
    for (const longer of [
      `${token}A`,
      `${token}=`,
      `${token}.`,
      `${token}.AAAA`,
      `A${token}`,
      token + token,
    ]) {
      await expectRefused(longer);
    }
  });

  it("is refused when it is empty, absent or nonsense", async () => {
    for (const token of ["", "x", ".", "..", "null", "../../etc/passwd", "%00", "é", "a".repeat(5000)]) {
      await expectRefused(token);
    }
    const absent = await send(callback(sandbox), {});
    expect(absent.status).toBeGreaterThanOrEqual(400);
    expect(absent.status).toBeLessThan(500);
  });

  it("is refused when it is put together from the parts of two", async () => {
    const other = tokenOf(await create(sandbox));
    const mine = tokenOf(created);
    expect(mine.length).toBeGreaterThan(20);
    const parts = mine.split(".");
    const otherParts = other.split(".");
    for (let at = 0; at < parts.length && parts.length > 1; at += 1) {
      const mixed = parts.map((part, index) => (index === at ? (otherParts[index] ?? "") : part)).join(".");
      if (mixed !== mine && mixed !== other) await expectRefused(mixed);
    }
  });

  it("is refused when another sandbox signed it, and ours there", async () => {
    const foreign = await startSandbox({ keys: ["secret-key-of-acme"], partners: ["acme"] });
    try {
      const theirs = await create(foreign);
      await expectRefused(tokenOf(theirs));
      await expectRefused(tokenOf(created), foreign);
      expect((await send(theirs.loginUrl, {})).status).toBe(200);
    } finally {
      await foreign.stop();
    }
  });

  it("is refused when it claims to be signed by nothing", async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = part({ quoteId: created.quoteId, sub: created.quoteId });
    for (const forged of [
      `${part({ alg: "none", typ: "JWT" })}.${claims}.`,
      `${claims}.`,
      claims,
      `${claims}.${claims}`,
    ]) {
      await expectRefused(forged);
    }
  });
});

async function create(at: Sandbox): Promise<SuccessBody> {
  const lead = leadWith();
  expect(emailOf(lead)).toMatch(/@/);
  return successOf(await createLead(at.url, lead, { key: "secret-key-of-acme" }));
}

function callback(at: Sandbox): string {
  return `${at.url}/api/auth/callback/credentials`;
}

function tokenOf(body: SuccessBody): string {
  return new URL(body.loginUrl).searchParams.get("token") ?? "";
}

/** A 4xx that does not say which quotes there are. */
async function expectRefused(token: string, at: Sandbox = sandbox): Promise<void> {
  const answer = await send(`${callback(at)}?token=${encodeURIComponent(token)}`, {});
  expect(answer.status, token).toBeGreaterThanOrEqual(400);
  expect(answer.status, token).toBeLessThan(500);
  expect(answer.text).not.toContain(created.quoteId);
}
