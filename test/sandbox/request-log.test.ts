import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { openLogFile } from "../../src/sandbox/request-log.ts";
import type { RequestLogEntry } from "../../src/sandbox/sandbox-types.ts";
import { sharedFolder } from "../folders.ts";
import { exchangeRaw, openSocket, rawCreate } from "./raw-http.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const folder = sharedFolder();

describe("the request log", () => {
  it("has one entry a request, in the words of the service", async () => {
    const { entries, sandbox } = await loggingSandbox();
    await create(sandbox, sampleLead("jane@example.com"));
    await create(sandbox, sampleLead("jane@example.com"));
    await create(sandbox, sampleLead("nobody"));
    await create({ ...sandbox, keys: ["wrong"] }, "{}");
    await fetch(sandbox.quotes()[0]?.loginUrl ?? "");
    await exchangeRaw(sandbox, "hello\r\n\r\n");
    await sandbox.stop();
    expect(sandbox.requestCount()).toBe(6);
    expect(entries.map(({ method, status, outcome, email }) => [method, status, outcome, email])).toEqual([
      ["POST", 200, "created", "jane@example.com"],
      ["POST", 400, "duplicate", "jane@example.com"],
      ["POST", 400, "invalid", "nobody"],
      ["POST", 401, "unauthorized", undefined],
      ["GET", 200, "signed-in", undefined],
      [null, 400, "bad-request", undefined],
    ]);
    expect(entries[0]).toMatchObject({
      path: "/api/sandbox/lead/create",
      quoteId: sandbox.quotes()[0]?.quoteId,
    });
  });

  it("has one entry for a request that breaks off, or whose client goes away", async () => {
    const { entries, sandbox } = await loggingSandbox();
    const half = rawCreate(sandbox, sampleLead("jane@example.com")).slice(0, -5);
    await exchangeRaw(sandbox, half, true);
    const socket = openSocket(sandbox);
    socket.write(half);
    while (sandbox.requestCount() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    while (entries.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await sandbox.stop();
    expect(entries).toMatchObject([
      { method: "POST", status: null, outcome: "aborted" },
      { method: "POST", status: null, outcome: "aborted" },
    ]);
    expect(sandbox.requestCount()).toBe(2);
  });

  it("holds neither key nor token, wherever a client may have put them", async () => {
    const { entries, sandbox } = await loggingSandbox();
    await create(sandbox, sampleLead("jane@example.com"));
    const key = sandbox.keys[0] ?? "";
    const loginUrl = sandbox.quotes()[0]?.loginUrl ?? "";
    const token = new URL(loginUrl).searchParams.get("token") ?? "";
    await fetch(loginUrl);
    await fetch(`${sandbox.url}/api/auth/callback/credentials/${token}/${key}?key=${key}`);
    await create(sandbox, sampleLead(`${key}@example.com`), key);
    await create(sandbox, sampleLead(`${key}${"x".repeat(10_000)}@example.com`));
    await sandbox.stop();
    expect(entries).toHaveLength(5);
    const text = JSON.stringify(entries);
    expect(text).not.toContain(key);
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.split(".")[1]);
    expect(entries[2]?.path).toBe("/api/auth/callback/credentials/***/***");
  });
});

describe("openLogFile", () => {
  const entry: RequestLogEntry = {
    method: "GET",
    path: "/",
    status: 404,
    outcome: "not-found",
    durationMs: 1,
  };

  it("adds a JSON line an entry, with the time, to a file that only its owner can read", async () => {
    const file = join(folder, "requests.ndjson");
    const first = '{"time":"1970-01-01T00:00:00.000Z"}';
    writeFileSync(file, `${first}\n`, { mode: 0o644 });
    const log = await openLogFile(file, { ...systemClock, date: () => new Date(0) }, fail);
    log.write(entry);
    log.write(entry);
    await log.close();
    log.write(entry);
    const lines = readFileSync(file, "utf8").split("\n");
    const line = JSON.stringify({ time: "1970-01-01T00:00:00.000Z", ...entry });
    expect(lines).toEqual([first, line, line, ""]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

async function loggingSandbox(): Promise<{
  sandbox: Awaited<ReturnType<typeof runningSandbox>>;
  entries: RequestLogEntry[];
}> {
  const entries: RequestLogEntry[] = [];
  return { entries, sandbox: await runningSandbox({ log: (entry) => entries.push(entry) }) };
}

function fail(text: string): never {
  throw new Error(text);
}
