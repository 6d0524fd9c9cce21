import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

/** What a client in any language does: one request, JSON there and back. */
async function ask(method: string, url: string, value?: unknown) {
  const body = value === undefined ? {} : { body: typeof value === "string" ? value : JSON.stringify(value) };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method, headers, ...body });
  return { status: answer.status, value: await answer.json() };
}

async function statusesOf(sandbox: Awaited<ReturnType<typeof runningSandbox>>, emails: readonly string[]) {
  const statuses: number[] = [];
  for (const email of emails) statuses.push((await create(sandbox, sampleLead(email))).status);
  return statuses;
}

const EMAILS = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.com`);

describe("/__admin", () => {
  it("sets faults, shows them, and clears them, while the sandbox runs", async () => {
    const sandbox = await runningSandbox();
    const at = `${sandbox.url}/__admin/faults`;
    const set = await ask("PUT", at, { rules: [{ fault: "500", leads: "2,5-" }] });
    expect(set).toStrictEqual({
      status: 200,
      value: { rules: [{ fault: "500-before", leads: "2,5-" }] },
    });
    expect(await statusesOf(sandbox, EMAILS)).toStrictEqual([200, 500, 200, 200, 500, 500]);
    expect(await ask("GET", at)).toStrictEqual(set);
    expect(await ask("DELETE", at)).toStrictEqual({ status: 200, value: null });
    expect(await statusesOf(sandbox, ["b@example.com"])).toStrictEqual([200]);
    await ask("PUT", at, { "g@example.com": ["503"] });
    expect(await statusesOf(sandbox, ["g@example.com", "g@example.com"])).toStrictEqual([503, 200]);
  });

  it("seeds users and quotes, all or none, and forgets them", async () => {
    const sandbox = await runningSandbox({ users: ["first@example.com"] });
    const [users, quotes] = [`${sandbox.url}/__admin/users`, `${sandbox.url}/__admin/quotes`];
    await ask("PUT", users, ["known@example.com"]);
    const seeded = await ask("POST", quotes, [{ email: "a@example.com", quoteId: "q-1" }]);
    expect(seeded.value).toMatchObject([{ email: "a@example.com", quoteId: "q-1", lead: null }]);
    const link = await fetch((seeded.value as { loginUrl: string }[])[0]?.loginUrl ?? "");
    expect([link.status, await link.text()]).toStrictEqual([200, expect.stringContaining("q-1")]);
    const refused = await ask("POST", quotes, [{ email: "n@example.com" }, { email: "A@example.com" }]);
    expect(refused.status).toBe(400);
    expect(await statusesOf(sandbox, ["known@example.com", "a@example.com", "n@example.com"])).toStrictEqual([
      400, 400, 200,
    ]);
    expect((await ask("GET", `${sandbox.url}/__admin`)).value).toMatchObject({
      users: ["known@example.com"],
      quotes: 2,
    });
    expect((await ask("DELETE", `${sandbox.url}/__admin`)).value).toStrictEqual({
      faults: null,
      users: ["first@example.com"],
      quotes: 0,
    });
    expect([sandbox.quotes(), sandbox.requests()]).toStrictEqual([[], []]);
  });

  it.each([
    ["PUT", "faults", { rules: [{ fault: "burn" }] }, 400, "burn"],
    ["PUT", "faults", "{", 400, "JSON"],
    ["PUT", "users", { a: 1 }, 400, "expected array"],
    ["POST", "quotes", [{ mail: "a" }], 400, "email"],
    ["POST", "faults", {}, 405, "Method not allowed"],
  ])(
    "answers %s /__admin/%s of %j with %i, and changes nothing",
    async (method, name, value, status, word) => {
      const sandbox = await runningSandbox({ faults: { script: { "a@example.com": ["500-before"] } } });
      const before = (await ask("GET", `${sandbox.url}/__admin`)).value;
      const answer = await ask(method, `${sandbox.url}/__admin/${name}`, value);
      expect([answer.status, (answer.value as { message: string }).message]).toStrictEqual([
        status,
        expect.stringContaining(word),
      ]);
      expect((await ask("GET", `${sandbox.url}/__admin`)).value).toStrictEqual(before);
    },
  );

  it("is there for programs on this machine alone, and not where it is off", async () => {
    const sandbox = await runningSandbox();
    expect(await statusAs(sandbox.url, { host: "sandbox.example" })).toBe(403);
    expect(await statusAs(sandbox.url, { "content-type": "text/plain" })).toBe(415);
    const off = await runningSandbox({ admin: false });
    expect((await ask("GET", `${off.url}/__admin`)).status).toBe(404);
    expect((await ask("GET", `${off.url}/__requests`)).status).toBe(200);
  });

  function statusAs(url: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asking = request(`${url}/__admin/users`, { method: "PUT", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asking.on("error", reject);
      asking.end("[]");
    });
  }
});
