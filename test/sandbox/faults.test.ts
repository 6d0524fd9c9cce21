import { describe, expect, it } from "vitest";
import type { RequestLogEntry, ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";
import { bodyOf, exchangeRaw, headerOf, openSocket, type RawReply, rawCreate, statusOf } from "./raw-http.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const EMAIL = "jane@example.com";

/** Meets the faults of a script with one lead, request by request. */
async function meet(...faults: ScriptEntry[]): Promise<{ sandbox: Sandbox; replies: RawReply[] }> {
  const sandbox = await runningSandbox({ faults: { script: { [EMAIL]: faults } } });
  const replies: RawReply[] = [];
  for (const _ of faults) replies.push(await exchangeRaw(sandbox, request(sandbox)));
  return { sandbox, replies };
}

function request(sandbox: Sandbox): string {
  return rawCreate(sandbox, sampleLead(EMAIL), ["Connection: close"]);
}

async function meetOne(fault: ScriptEntry): Promise<{ sandbox: Sandbox; reply: RawReply }> {
  const { sandbox, replies } = await meet(fault);
  const [reply] = replies;
  if (!reply) throw new Error("no reply");
  return { sandbox, reply };
}

describe("a fault with a status", () => {
  it("asks for a second's patience with 429, for none with 503, unless the script says otherwise", async () => {
    const { replies } = await meet(
      "429",
      "503-before",
      { kind: "429", retryAfter: 120 },
      { kind: "503-after", retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT" },
      { kind: "429", retryAfter: null },
    );
    const expected = ["1", undefined, "120", "Wed, 21 Oct 2026 07:28:00 GMT", undefined];
    expect(replies.map((reply) => headerOf(reply, "retry-after"))).toEqual(expected);
  });

  it("redirects to its own path, where a client that follows would create, or to where the script says", async () => {
    const { replies } = await meet("redirect", { kind: "redirect", location: "https://elsewhere.example/x" });
    const locations = replies.map((reply) => headerOf(reply, "location"));
    expect(locations).toEqual(["/api/sandbox/lead/create", "https://elsewhere.example/x"]);
  });

  it("answers 502 and 504 with a gateway's page, and the others with a message", async () => {
    const { replies } = await meet("502-before", "504-before", "500-before", "503-before");
    const [badGateway, timeout, ...others] = replies.map(bodyOf);
    expect(badGateway).toContain("502 Bad Gateway</h1>");
    expect(timeout).toContain("504 Gateway Timeout</h1>");
    expect(others.map((text) => JSON.parse(text))).toEqual([
      { message: "Internal server error" },
      { message: "Service unavailable" },
    ]);
  });

  it("is whatever a script writes out", async () => {
    const { sandbox, replies } = await meet(
      { side: "before", status: 418, headers: { "X-Odd": "1", "Content-Type": "text/odd" }, body: "short" },
      { side: "after", status: 200, body: { success: false } },
      { side: "before", status: 501 },
    );
    expect(replies.map(statusOf)).toEqual([418, 200, 501]);
    expect(replies.map(bodyOf)).toEqual(["short", '{"success":false}', ""]);
    const [first] = replies;
    expect(first && [headerOf(first, "x-odd"), headerOf(first, "content-type")]).toEqual(["1", "text/odd"]);
    expect(sandbox.quotes()).toHaveLength(1);
  });
});

describe("a connection that fails", () => {
  it.each([
    ["reset-before", 0, "ECONNRESET"],
    ["reset-after", 1, "ECONNRESET"],
    ["close-before", 0, null],
    ["close-after", 1, null],
  ] as const)("%s ends it without a byte, and has created %i quotes", async (kind, quoteCount, error) => {
    const { sandbox, reply } = await meetOne(kind);
    expect(reply).toEqual({ text: "", error });
    expect(sandbox.quotes()).toHaveLength(quoteCount);
  });
});

describe("a success body that does not arrive", () => {
  it("is cut in half by truncated, under its full length", async () => {
    const { sandbox, reply } = await meetOne("truncated");
    const [quote] = sandbox.quotes();
    const whole = JSON.stringify({ success: true, quoteId: quote?.quoteId, loginUrl: quote?.loginUrl });
    expect(statusOf(reply)).toBe(200);
    expect(headerOf(reply, "content-length")).toBe(String(whole.length));
    expect(bodyOf(reply)).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    expect(reply.error).toBeNull();
  });

  it("is a proxy's page instead with unreadable, and without ids with no-ids", async () => {
    const unreadable = await meetOne("unreadable");
    expect(statusOf(unreadable.reply)).toBe(200);
    expect(() => JSON.parse(bodyOf(unreadable.reply))).toThrow();
    const idless = await meetOne("no-ids");
    expect([statusOf(idless.reply), bodyOf(idless.reply)]).toEqual([200, '{"success":true}']);
    expect([unreadable, idless].map(({ sandbox }) => sandbox.quotes().length)).toEqual([1, 1]);
  });

  it("comes a byte at a time with drip, and whole in the end", async () => {
    const sandbox = await runningSandbox({
      faults: { script: { [EMAIL]: [{ kind: "drip", intervalMs: 2 }] } },
    });
    const chunkLengths: number[] = [];
    const socket = openSocket(sandbox);
    let text = "";
    socket.on("data", (chunk) => {
      chunkLengths.push(chunk.length);
      text += chunk;
    });
    socket.write(request(sandbox));
    await new Promise((resolve) => socket.on("close", resolve));
    const [quote] = sandbox.quotes();
    expect(JSON.parse(bodyOf({ text, error: null }))).toMatchObject({ quoteId: quote?.quoteId });
    // The system may put a few bytes together, but never all of them.
    expect(chunkLengths.length).toBeGreaterThan(20);
  });

  it("never ends with endless", async () => {
    const sandbox = await runningSandbox({ faults: { script: { [EMAIL]: ["endless"] } } });
    const socket = openSocket(sandbox);
    socket.write(request(sandbox));
    let byteCount = 0;
    await new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        byteCount += chunk.length;
        if (byteCount > 5 * 1024 * 1024) resolve();
      });
    });
    socket.destroy();
    expect(sandbox.quotes()).toHaveLength(1);
    expect((await create(sandbox, sampleLead("other@example.com"))).status).toBe(200);
  });
});

describe("a fault that comes after the work", () => {
  it("spoils a refusal as well, so that a script is exact whatever the lead", async () => {
    const { sandbox, replies } = await meet(null, "reset-after", "unreadable", "500-after", "no-ids", null);
    expect(replies.map(statusOf)).toEqual([200, Number.NaN, 400, 500, 400, 400]);
    expect(replies.slice(4).map(bodyOf)).toEqual(Array(2).fill('{"error":"Email already in use"}'));
    expect(sandbox.quotes()).toHaveLength(1);
  });
});

describe("faults", () => {
  it("come to requests that have a key only, and spare other methods", async () => {
    const sandbox = await runningSandbox({ faults: { probabilities: { "reset-before": 1 } } });
    const refused = await create({ ...sandbox, keys: ["wrong"] }, sampleLead(EMAIL));
    expect(refused.status).toBe(401);
    expect((await fetch(`${sandbox.url}/api/sandbox/lead/create`)).status).toBe(405);
    await expect(create(sandbox, sampleLead(EMAIL))).rejects.toThrow();
  });

  it("end when the settings say so", async () => {
    const sandbox = await runningSandbox({ faults: { probabilities: { "503-before": 1 } } });
    expect((await create(sandbox, sampleLead(EMAIL))).status).toBe(503);
    sandbox.change({ faults: null });
    expect((await create(sandbox, sampleLead(EMAIL))).status).toBe(200);
  });

  it("stand in the log with the attempt that met them, as does a quote nobody was told of", async () => {
    const entries: RequestLogEntry[] = [];
    const script = { [EMAIL]: ["429", "reset-after"] } as const;
    const sandbox = await runningSandbox({ faults: { script }, log: (entry) => entries.push(entry) });
    await exchangeRaw(sandbox, request(sandbox));
    await exchangeRaw(sandbox, request(sandbox));
    const [quote] = sandbox.quotes();
    expect(entries).toMatchObject([
      { email: EMAIL, attempt: 1, fault: "429", status: 429, outcome: "fault" },
      {
        email: EMAIL,
        attempt: 2,
        fault: "reset-after",
        status: null,
        outcome: "created",
        quoteId: quote?.quoteId,
      },
    ]);
  });
});
