import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { readAnswer } from "../../src/outcome/answer.ts";
import type { ScriptEntry } from "../../src/sandbox/sandbox-types.ts";
import { type ConnectionFacts, observedConnector } from "../../src/send/connection-facts.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import { startService } from "../program/run-program.ts";
import { sampleLead } from "../sandbox/sample-lead.ts";
import { HAS_OPENSSL, makeCertificates } from "./certificates.ts";
import { answering, CREATED_BODY, listening, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay, KEY, ManualClock, watched } from "./running-client.ts";

const EMAIL = "jane@example.com";
const LEAD = Buffer.from(JSON.stringify(sampleLead(EMAIL)));

/** As long as an answer that is whole may rest before it is taken. */
const UNENDED_MS = 2_000;
/** Faults of which only the deadline makes an end. */
const ENDLESS = new Set(["no-answer-before", "no-answer-after", "endless"]);

/** Sends one lead to the sandbox, which meets it with a fault. */
async function meet(fault: ScriptEntry, timeoutMs = 2_000) {
  const sandbox = await startService({ faults: { script: { [EMAIL]: [fault] } } });
  const client = clientOf(sandbox.url, { timeoutMs, key: new ApiKey(sandbox.keys[0] ?? "") });
  const exchange = await client.create(LEAD);
  return { sandbox, exchange, answer: readAnswer(exchange) };
}

describe("a request", () => {
  it("goes out once, byte for byte, with the interface's headers", async () => {
    const server = await answering(rawAnswer(200, CREATED_BODY));
    const exchange = await clientOf(server.url).create(BODY);
    expect(readAnswer(exchange)).toMatchObject({ kind: "created", quoteId: "quote-1" });
    const [head = "", body = ""] = server.received().split("\r\n\r\n");
    const lines = head.split("\r\n");
    expect(lines[0]).toBe("POST /api/acme/lead/create HTTP/1.1");
    expect(
      lines
        .slice(1)
        .map((line) => line.toLowerCase())
        .toSorted(),
    ).toEqual(
      [
        `host: 127.0.0.1:${server.port}`,
        "connection: keep-alive",
        `authorization: bearer ${KEY.toLowerCase()}`,
        "accept: application/json",
        "accept-encoding: identity",
        "user-agent: leadctl/test",
        "content-type: application/json",
        `content-length: ${BODY.length}`,
      ].toSorted(),
    );
    expect(body).toBe(BODY.toString("latin1"));
  });

  it.each([
    ["of no length", "HTTP/1.1 200 OK\r\n\r\n", CREATED_BODY],
    ["of a longer length", "HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n", `${CREATED_BODY} \r\n`],
    [
      "of a chunk without a last one",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
      `${CREATED_BODY.length.toString(16)}\r\n${CREATED_BODY}\r\n`,
    ],
  ])(
    "is created two seconds after its answer %s was whole, though that never ends",
    async (_how, head, body) => {
      const server = await answering(head + body);
      const clock = new ManualClock();
      const exchange = watched(clientOf(server.url, { clock, timeoutMs: 8_000 }).create(BODY));
      await clock.hasTimer(UNENDED_MS);
      clock.advance(UNENDED_MS - 1);
      expect(await exchange.isSettled()).toBe(false);
      clock.advance(1);
      expect(readAnswer(await exchange.end)).toMatchObject({ kind: "created", quoteId: "quote-1" });
      expect((await exchange.end).error?.code).toBe("UNENDED");
    },
  );

  it("is not created because its answer rests behind a brace", async () => {
    const sockets: Socket[] = [];
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        sockets.push(socket);
        socket.write(`HTTP/1.1 200 OK\r\n\r\n{"more":{}`);
      }),
    );
    const clock = new ManualClock();
    const exchange = watched(clientOf(server.url, { clock, timeoutMs: 8_000 }).create(BODY));
    await clock.hasTimer(UNENDED_MS);
    clock.advance(UNENDED_MS + 300);
    expect(await exchange.isSettled()).toBe(false);
    sockets[0]?.end(`,${CREATED_BODY.slice(1)}`);
    const { bodyComplete } = await exchange.end;
    expect([readAnswer(await exchange.end).kind, bodyComplete]).toEqual(["created", true]);
  });

  it("shares its connection with the next one, and with none at the same time", async () => {
    let under = 0;
    let most = 0;
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        most = Math.max(most, ++under);
        setTimeout(() => {
          under -= 1;
          socket.write(rawAnswer(200, CREATED_BODY));
        }, 20);
      }),
    );
    const client = clientOf(server.url, { connections: 1 });
    await Promise.all([client.create(BODY), client.create(BODY), client.create(BODY)]);
    expect({ most, connections: server.connectionCount() }).toEqual({ most: 1, connections: 1 });
  });

  it("is a GET of the same path as a probe, which the interface answers with 405", async () => {
    const sandbox = await startService();
    const exchange = await clientOf(sandbox.url, { key: new ApiKey(sandbox.keys[0] ?? "") }).probe();
    expect(exchange).toMatchObject({ sent: true, httpStatus: 405 });
    expect(sandbox.quotes()).toHaveLength(0);
  });
});

describe("a fault of the sandbox", () => {
  it.each([
    ["500-before", "server-error", 0],
    ["500-after", "server-error", 1],
    ["503-before", "server-error", 0],
    ["502-after", "gateway-error", 1],
    ["504-before", "gateway-error", 0],
    ["reset-before", "no-answer", 0],
    ["reset-after", "no-answer", 1],
    ["close-before", "no-answer", 0],
    ["close-after", "no-answer", 1],
    ["no-answer-before", "no-answer", 0],
    ["no-answer-after", "no-answer", 1],
    ["truncated", "unreadable", 1],
    ["unreadable", "unreadable", 1],
    ["no-ids", "unreadable", 1],
    ["endless", "unreadable", 1],
    ["429", "throttled", 0],
    ["redirect", "moved", 0],
  ] as const)(
    "%s is read as %s, is sent once, and has created %i quotes",
    async (fault, kind, quoteCount) => {
      const { sandbox, exchange, answer } = await meet(fault, ENDLESS.has(fault) ? 400 : 10_000);
      expect(answer.kind).toBe(kind);
      expect(exchange.sent).toBe(true);
      expect(sandbox.quotes()).toHaveLength(quoteCount);
      expect(sandbox.requestCount()).toBe(1);
    },
  );

  it("each ends at a deadline of its own, however many are under way and are answered meanwhile", async () => {
    let requestCount = 0;
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        requestCount += 1;
        if (requestCount === 2) socket.write(rawAnswer(200, CREATED_BODY));
      }),
    );
    const clock = new ManualClock();
    const client = clientOf(server.url, { clock, timeoutMs: 1_600 });
    const arrived = (count: number) => vi.waitFor(() => expect(requestCount).toBe(count), 10_000);
    const first = watched(client.create(BODY));
    await arrived(1);
    const answered = await client.create(BODY);
    clock.advance(800);
    const later = watched(client.create(BODY));
    await arrived(3);
    clock.advance(799);
    expect(await first.isSettled()).toBe(false);
    clock.advance(1);
    expect((await first.end).error?.code).toBe("DEADLINE");
    expect(await later.isSettled()).toBe(false);
    clock.advance(800);
    expect((await later.end).error?.code).toBe("DEADLINE");
    expect(readAnswer(answered).kind).toBe("created");
  });

  it("drip is read to its end where the deadline allows it", async () => {
    const { answer } = await meet({ kind: "drip", intervalMs: 1 }, 10_000);
    expect(answer.kind).toBe("created");
  });

  it("hands on Retry-After as it came", async () => {
    const { exchange } = await meet({ kind: "503-before", retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT" });
    expect(exchange.retryAfter).toBe("Wed, 21 Oct 2026 07:28:00 GMT");
  });
});

describe("aborting", () => {
  it("resolves what is under way as sent, what waits for a connection as not sent, and sends none of it later", async () => {
    const server = await rawServer((socket) => void socket.resume());
    const client = clientOf(server.url, { connections: 1 });
    const flights = [client.create(BODY), client.create(BODY), client.create(BODY)];
    await vi.waitFor(() => expect(server.received()).toContain("POST "));
    client.abort();
    const exchanges = await Promise.all(flights);
    expect(exchanges.map(({ sent, error }) => [sent, error?.code])).toEqual([
      [true, "ABORTED"],
      [false, "ABORTED"],
      [false, "ABORTED"],
    ]);
    await delay(100);
    expect(server.received().match(/POST /g)).toHaveLength(1);
  });
});

describe("any other request", () => {
  it("goes out with its own method, path, headers and body, and no key that it does not bring", async () => {
    const server = await answering(rawAnswer(405, "{}"));
    const headers = { "content-type": "text/plain" };
    const client = clientOf(server.url);
    const response = await client.send({ method: "PATCH", path: "/other/path", headers, body: "hello" });
    expect(response).toMatchObject({
      sent: true,
      httpStatus: 405,
      body: "{}",
      bodyComplete: true,
      error: null,
    });
    expect(response.durationMs).toBeGreaterThan(0);
    const [head = "", body] = server.received().split("\r\n\r\n");
    expect(head).toMatch(/^PATCH \/other\/path HTTP\/1\.1\r\n/);
    expect(head).toContain("content-type: text/plain");
    expect(head).not.toMatch(/^authorization:/im);
    expect(body).toBe("hello");
  });

  it("gets all headers of its answer, without the key that the service echoes", async () => {
    const echo = ["X-Echo: Bearer ".concat(KEY), "set-cookie: a=1", "set-cookie: b=2"];
    const server = await rawServer((socket) =>
      onRequest(socket, (request) => socket.write(rawAnswer(400, request, echo))),
    );
    const headers = { authorization: `Bearer ${KEY}` };
    const response = await clientOf(server.url).send({ method: "GET", path: "/", headers, body: null });
    expect(response.headers).toMatchObject({ "x-echo": "Bearer [key]", "set-cookie": "a=1, b=2" });
    expect(response.body).toContain("Bearer [key]");
    expect(JSON.stringify(response)).not.toContain(KEY);
  });
});

describe("the connection", () => {
  it("tells how it came about, once there is one", async () => {
    const sandbox = await startService();
    const client = clientOf(sandbox.url.replace("127.0.0.1", "localhost"));
    expect(client.facts()).toBeNull();
    await client.probe();
    expect(client.facts()).toMatchObject({ address: expect.stringMatching(/127\.0\.0\.1|::1/), tls: null });
    expect(client.facts()?.dnsMs).toBeGreaterThan(0);
    expect(client.facts()?.connectMs).toBeGreaterThan(0);
  });

  it.skipIf(!HAS_OPENSSL)("tells of its TLS where it has one", async () => {
    const certificates = makeCertificates(["IP:127.0.0.1"]);
    onTestFinished(() => certificates.remove());
    const seen: ConnectionFacts[] = [];
    const authority = { ca: readFileSync(certificates.authorityFile) };
    const connect = observedConnector(authority, systemClock, (facts) => seen.push(facts));
    const server = createServer(certificates, (socket) => socket.end());
    const port = String(await listening(server));
    const place = { hostname: "127.0.0.1", protocol: "https:", port };
    const socket = await new Promise<Socket | null>((resolve) =>
      connect(place, (_error, connected) => resolve(connected)),
    );
    socket?.destroy();
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      address: "127.0.0.1",
      dnsMs: null,
      tls: {
        protocol: "TLSv1.3",
        subject: "Test service",
        issuer: "Test authority",
        validTo: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
  });
});
