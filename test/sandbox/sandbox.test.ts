import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { exchangeRaw, headerOf, openSocket, rawCreate, statusOf } from "./raw-http.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

describe("startSandbox", () => {
  it("listens on loopback, on a port of its own, with a key of its own", async () => {
    const [first, second] = await Promise.all([runningSandbox(), runningSandbox()]);
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(first.url).not.toBe(second.url);
    expect(first.keys).toHaveLength(1);
    expect(first.keys[0]).not.toBe(second.keys[0]);
    expect((await create({ ...first, keys: second.keys }, sampleLead("a@example.com"))).status).toBe(401);
  });

  it("forgets the leads when told to, and keeps the quotes", async () => {
    const sandbox = await runningSandbox({ keepLeads: false });
    await create(sandbox, sampleLead("jane@example.com"));
    expect(sandbox.quotes()).toMatchObject([{ email: "jane@example.com", lead: null }]);
  });

  it("books one quote for twenty concurrent creates with one e-mail address", async () => {
    const sandbox = await runningSandbox({ latency: { meanMs: 20, jitterMs: 20 } });
    const spellings = ["jane@example.com", "JANE@example.com", "Jane@Example.Com"];
    const leads = Array.from({ length: 20 }, (_, index) => sampleLead(spellings[index % 3] ?? ""));
    const replies = await Promise.all(leads.map((lead) => create(sandbox, lead)));
    const created = replies.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    expect(created[0]?.body).toMatchObject({ quoteId: sandbox.quotes()[0]?.quoteId });
    expect(sandbox.quotes()).toHaveLength(1);
    const others = replies.filter(({ status }) => status !== 200);
    expect(others.map(({ body }) => body)).toEqual(Array(19).fill({ error: "Email already in use" }));
  });

  it("says which address it cannot have, and what to do", async () => {
    const { url } = await runningSandbox();
    const taken = startSandbox({ port: Number(new URL(url).port) });
    await expect(taken).rejects.toThrow(CliError);
    await expect(taken).rejects.toMatchObject({
      exitCode: 2,
      finding: "sandbox-address",
      params: expect.objectContaining({ why: "EADDRINUSE", isTaken: true }),
    });
    await expect(startSandbox({ host: "192.0.2.1" })).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe("stop", () => {
  it("lets an answer under way arrive, and takes no more connections", async () => {
    const sandbox = await runningSandbox({ latency: { meanMs: 60_000 } });
    const reply = exchangeRaw(sandbox, rawCreate(sandbox, sampleLead("jane@example.com")));
    await until(() => sandbox.quotes().length === 1);
    await sandbox.stop();
    expect(statusOf(await reply)).toBe(200);
    expect(headerOf(await reply, "connection")).toBe("close");
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });

  it("ends connections that are idle, half sent, or under a fault that has no end", async () => {
    const script = { "a@example.com": ["no-answer-after"], "b@example.com": ["endless"] } as const;
    const sandbox = await runningSandbox({ faults: { script: { ...script, "c@example.com": ["drip"] } } });
    const replies = ["a", "b", "c"].map((name) =>
      exchangeRaw(sandbox, rawCreate(sandbox, sampleLead(`${name}@example.com`))),
    );
    const halfSent = exchangeRaw(sandbox, rawCreate(sandbox, sampleLead("d@example.com")).slice(0, -10));
    const idle = exchangeRaw(sandbox, "");
    await until(() => sandbox.requestCount() === 4 && sandbox.quotes().length === 3);
    await sandbox.stop();
    await Promise.all([...replies, halfSent, idle]);
  });

  it("can be asked twice", async () => {
    const sandbox = await startSandbox();
    const socket = openSocket(sandbox);
    await Promise.all([sandbox.stop(), sandbox.stop()]);
    await sandbox.stop();
    socket.destroy();
    const { port } = new URL(sandbox.url);
    const refused = connect(Number(port), "127.0.0.1");
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => refused.once("error", resolve));
    expect(error.code).toBe("ECONNREFUSED");
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
