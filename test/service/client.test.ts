import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ScriptEntry } from "../../src/sandbox/fault-plan.ts";
import { readAnswer } from "../../src/service/answer.ts";
import { ApiKey } from "../../src/service/api-key.ts";
import { startService } from "../program/run-program.ts";
import { sampleLead } from "../sandbox/sample-lead.ts";
import { CREATED_BODY, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay, KEY } from "./running-client.ts";

const EMAIL = "jane@example.com";
const LEAD = Buffer.from(JSON.stringify(sampleLead(EMAIL)));

/** Sends one lead to the sandbox, which meets it with a fault. */
async function meet(fault: ScriptEntry, timeoutMs = 2_000) {
  const sandbox = await startService({ faults: { script: { [EMAIL]: [fault] } } });
  const client = clientOf(sandbox.url, { timeoutMs, key: new ApiKey(sandbox.keys[0] ?? "") });
  const exchange = await client.create(LEAD);
  return { sandbox, exchange, answer: readAnswer(exchange) };
}

describe("a request", () => {
  it("goes out once, byte for byte, with the interface's headers", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(200, CREATED_BODY))),
    );
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
    ["redirect", "redirected", 0],
  ] as const)(
    "%s is read as %s, is sent once, and has created %i quotes",
    async (fault, kind, quoteCount) => {
      const { sandbox, exchange, answer } = await meet(fault, 400);
      expect(answer.kind).toBe(kind);
      expect(exchange.sent).toBe(true);
      expect(exchange.durationMs).toBeLessThan(2_000);
      await delay(20);
      expect(sandbox.quotes()).toHaveLength(quoteCount);
      expect(sandbox.requestCount()).toBe(1);
    },
  );

  it("drip ends at the deadline, however often a byte comes", async () => {
    const { exchange, answer } = await meet({ kind: "drip", intervalMs: 10 }, 500);
    expect(answer.kind).toBe("unreadable");
    expect(exchange.error?.code).toBe("DEADLINE");
    expect(exchange.durationMs).toBeGreaterThan(450);
    expect(exchange.durationMs).toBeLessThan(1_500);
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

describe("a server that misbehaves", () => {
  it("ends at the deadline with a stream of 1xx, as sent and unanswered", async () => {
    const server = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const exchange = await clientOf(server.url, { timeoutMs: 400 }).create(BODY);
    expect(exchange).toMatchObject({ sent: true, httpStatus: null, error: { code: "DEADLINE" } });
    expect(exchange.durationMs).toBeLessThan(1_500);
  });

  it("is read after a few 1xx as if they had not been", async () => {
    const hints = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n";
    const server = await rawServer((socket) =>
      onRequest(socket, () =>
        socket.write(Buffer.concat([Buffer.from(hints), rawAnswer(200, CREATED_BODY)])),
      ),
    );
    const exchange = await clientOf(server.url).create(BODY);
    expect(readAnswer(exchange).kind).toBe("created");
    expect(exchange.retryAfter).toBeNull();
  });

  it.each([301, 302, 303, 307, 308])("is not followed with a %i to another listener", async (status) => {
    const elsewhere = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(200, CREATED_BODY))),
    );
    const location = `location: ${elsewhere.url}/api/acme/lead/create`;
    const server = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(status, "", [location]))),
    );
    expect(readAnswer(await clientOf(server.url).create(BODY)).kind).toBe("redirected");
    await delay(50);
    expect(elsewhere.connectionCount()).toBe(0);
  });

  it("is cut off at a megabyte, and does not wait for the deadline", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.write(Buffer.alloc(3 * 1024 * 1024, " "));
      }),
    );
    const exchange = await clientOf(server.url).create(BODY);
    expect(exchange.error?.code).toBe("BODY_TOO_LARGE");
    expect(exchange.body?.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it("is unreadable with a gzip bomb, within its bounds", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const server = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(200, bomb, ["content-encoding: gzip"]))),
    );
    const client = clientOf(server.url);
    const before = process.memoryUsage.rss();
    const exchange = await client.create(BODY);
    expect(readAnswer(exchange).kind).toBe("unreadable");
    expect(exchange.body?.length).toBeLessThan(100);
    expect(exchange.body).toMatch(/^\(\d+ bytes in the encoding gzip\)$/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
  });

  it("is decoded when it encodes unasked", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () =>
        socket.write(rawAnswer(200, gzipSync(CREATED_BODY), ["content-encoding: GZIP"])),
      ),
    );
    expect(readAnswer(await clientOf(server.url).create(BODY)).kind).toBe("created");
  });

  it.each([
    ["an unknown encoding", rawAnswer(200, CREATED_BODY, ["content-encoding: zstd-x"]), "unreadable"],
    ["headers without an end", Buffer.from(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}`), "no-answer"],
    ["no HTTP at all", Buffer.from("220 smtp.example ESMTP\r\n"), "no-answer"],
    [
      "a chunk that breaks off",
      Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"),
      "unreadable",
    ],
    [
      "a protocol switch",
      Buffer.from("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
      "no-answer",
    ],
  ])("with %s creates no certainty", async (_what, bytes, kind) => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        socket.end(bytes);
      }),
    );
    const exchange = await clientOf(server.url, { timeoutMs: 1_000 }).create(BODY);
    expect({ kind: readAnswer(exchange).kind, sent: exchange.sent }).toEqual({ kind, sent: true });
  });

  it.each(["retry-after", "content-encoding", "location", "server"])(
    "that gives the key back as %s does not get it into what is kept",
    async (name) => {
      const server = await rawServer((socket) =>
        onRequest(socket, () => socket.write(rawAnswer(503, "{}", [`${name}: Bearer ${KEY}`]))),
      );
      const exchange = await clientOf(server.url).create(BODY);
      expect(exchange.httpStatus).toBe(503);
      expect(JSON.stringify([exchange, readAnswer(exchange)]).toLowerCase()).not.toContain(KEY.toLowerCase());
    },
  );

  it("that encodes like a part of every object is not believed", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(200, CREATED_BODY, ["content-encoding: constructor"]))),
    );
    expect(readAnswer(await clientOf(server.url).create(BODY)).kind).toBe("unreadable");
  });

  it("that echoes the request does not get the key into what is kept", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, (request) => socket.write(rawAnswer(400, JSON.stringify({ error: request })))),
    );
    const exchange = await clientOf(server.url).create(BODY);
    expect(exchange.body).toContain("[key]");
    expect(JSON.stringify([exchange, readAnswer(exchange)])).not.toContain(KEY);
  });
});

describe("aborting", () => {
  it("resolves what is under way as sent, what waits for a connection as not sent, and sends none of it later", async () => {
    const server = await rawServer((socket) => void socket.resume());
    const client = clientOf(server.url, { connections: 1 });
    const flights = [client.create(BODY), client.create(BODY), client.create(BODY)];
    await delay(100);
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
