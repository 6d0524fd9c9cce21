import { request } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../src/sandbox/sandbox-types.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const requestsOf = async (url: string): Promise<{ total: number; requests: SeenRequest[] }> =>
  (await fetch(`${url}/__requests`)).json() as Promise<{ total: number; requests: SeenRequest[] }>;

describe("the sandbox as a mock", () => {
  it("says that it is up, to whoever asks, and does not count that", async () => {
    const sandbox = await runningSandbox({ latency: { meanMs: 60_000 } });
    const answer = await fetch(`${sandbox.url}/health`);
    expect([answer.status, await answer.json()]).toStrictEqual([200, { status: "ok" }]);
    expect((await fetch(`${sandbox.url}/health`, { method: "POST" })).status).toBe(405);
    expect([sandbox.requestCount(), sandbox.requests()]).toStrictEqual([0, []]);
  });

  it("shows the requests that it saw, as soon as they are answered, and forgets them when it is asked to", async () => {
    const sandbox = await runningSandbox({ faults: { script: { "joe@example.com": ["500-after"] } } });
    const lead = sampleLead("jane@example.com");
    await create(sandbox, lead, "acme");
    await create(sandbox, sampleLead("joe@example.com"));
    await create(sandbox, "no JSON");
    await create({ ...sandbox, keys: ["another"] }, lead);
    const { total, requests } = await requestsOf(sandbox.url);
    expect(total).toBe(4);
    expect(requests).toStrictEqual(sandbox.requests());
    expect(requests.map(({ status, outcome, body }) => [status, outcome, body])).toStrictEqual([
      [200, "created", lead],
      [500, "created", sampleLead("joe@example.com")],
      [400, "invalid", "no JSON"],
      [401, "unauthorized", null],
    ]);
    expect(requests[0]).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: "POST",
      path: "/api/acme/lead/create",
      email: "jane@example.com",
      quoteId: sandbox.quotes()[0]?.quoteId,
      headers: { "content-type": "application/json", authorization: "Bearer ***" },
    });
    expect(requests[1]?.fault).toBe("500-after");
    expect((await fetch(`${sandbox.url}/__requests`, { method: "DELETE" })).status).toBe(200);
    expect(await requestsOf(sandbox.url)).toStrictEqual({ total: 0, requests: [] });
    expect(sandbox.quotes()).toHaveLength(2);
  });

  it("shows neither keys nor tokens, wherever a client may have put them", async () => {
    const sandbox = await runningSandbox();
    const key = sandbox.keys[0] ?? "";
    await create(sandbox, sampleLead("jane@example.com"));
    const token = new URL(sandbox.quotes()[0]?.loginUrl ?? "").searchParams.get("token") ?? "";
    await fetch(`${sandbox.url}/api/auth/callback/credentials?token=${token}`);
    const lead = { ...sampleLead(`${key}@example.com`), [key]: key, affiliateId: token };
    await fetch(`${sandbox.url}/${key}/${token}?key=${key}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        cookie: key,
        "x-api-key": "another",
        "x-note": key,
        accept: token,
      },
      body: "",
    });
    await create(sandbox, lead, key);
    const text = JSON.stringify(await requestsOf(sandbox.url));
    expect(JSON.parse(text).requests).toHaveLength(4);
    for (const secret of [key, token, token.split(".")[1] ?? "", "another"])
      expect(text).not.toContain(secret);
  });

  it("leaves words that are a key, too, as they are", async () => {
    const sandbox = await runningSandbox({ keys: ["test"] });
    const lead = sampleLead("test@example.com");
    await create(sandbox, lead);
    expect(sandbox.requests()[0]?.body).toStrictEqual(lead);
  });

  it("keeps the latest requests, and counts the others", async () => {
    const [some, none] = [
      await runningSandbox({ keepRequests: 2 }),
      await runningSandbox({ keepRequests: 0 }),
    ];
    for (const path of ["a", "b", "c", "d", "e"]) {
      await fetch(`${some.url}/${path}`);
      await fetch(`${none.url}/${path}`);
    }
    const { total, requests } = await requestsOf(some.url);
    expect([total, requests.map(({ path }) => path)]).toStrictEqual([5, ["/d", "/e"]]);
    expect(none.requests()).toStrictEqual([]);
  });

  it("keeps of a huge body its size", async () => {
    const sandbox = await runningSandbox();
    await create(sandbox, { ...sampleLead("jane@example.com"), note: "x".repeat(100_000) });
    expect(sandbox.requests()[0]?.body).toMatch(/^\(100\d{3} characters\)$/);
  });

  it("shows requests to a page of a site that points its name here only with the key", async () => {
    const sandbox = await runningSandbox();
    const port = Number(new URL(sandbox.url).port);
    const statusFor = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) =>
        request({ port, path: "/__requests", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end(),
      );
    expect(await statusFor({ host: "evil.example" })).toBe(401);
    expect(await statusFor({ host: `localhost:${port}` })).toBe(200);
    expect(await statusFor({ host: "evil.example", authorization: `Bearer ${sandbox.keys[0]}` })).toBe(200);
  });

  it.each([200, 201, 202, 299])("answers a success with %i where it is told to", async (successStatus) => {
    const sandbox = await runningSandbox({ successStatus });
    const { status, body } = await create(sandbox, sampleLead("jane@example.com"));
    expect([status, body]).toStrictEqual([successStatus, expect.objectContaining({ success: true })]);
    expect((await create(sandbox, sampleLead("jane@example.com"))).status).toBe(400);
    sandbox.change({ successStatus: 203 });
    expect((await create(sandbox, sampleLead("joe@example.com"))).status).toBe(203);
  });

  it("shows every body that is JSON as it came", async () => {
    const sandbox = await runningSandbox({ keepRequests: 1 });
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 2 }), async (text) => {
        await create(sandbox, text);
        expect(sandbox.requests()[0]?.body).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 40 },
    );
  });
});
