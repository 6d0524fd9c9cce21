import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/outcome/answer.ts";
import { answering, CREATED_BODY, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay, KEY } from "./running-client.ts";

describe("a server that misbehaves", () => {
  it("ends at the deadline with a stream of 1xx, as sent and unanswered", async () => {
    const server = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    const exchange = await clientOf(server.url, { timeoutMs: 400 }).create(BODY);
    expect(exchange).toMatchObject({ sent: true, httpStatus: null, error: { code: "DEADLINE" } });
  });

  it("is read after a few 1xx as if they had not been", async () => {
    const hints = "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n";
    const server = await answering(Buffer.concat([Buffer.from(hints), rawAnswer(200, CREATED_BODY)]));
    const exchange = await clientOf(server.url).create(BODY);
    expect(readAnswer(exchange).kind).toBe("created");
    expect(exchange.retryAfter).toBeNull();
  });

  it.each([301, 302, 303, 307, 308])("is not followed with a %i to another listener", async (status) => {
    const elsewhere = await answering(rawAnswer(200, CREATED_BODY));
    const location = `location: ${elsewhere.url}/api/acme/lead/create`;
    const server = await answering(rawAnswer(status, "", [location]));
    const { kind } = readAnswer(await clientOf(server.url).create(BODY));
    expect(kind).toBe(status < 307 ? "redirected" : "moved");
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
    const server = await answering(rawAnswer(200, bomb, ["content-encoding: gzip"]));
    const client = clientOf(server.url);
    const before = process.memoryUsage.rss();
    const exchange = await client.create(BODY);
    expect(readAnswer(exchange).kind).toBe("unreadable");
    expect(exchange.body?.length).toBeLessThan(100);
    expect(exchange.body).toMatch(/^\(\d+ bytes in the encoding gzip\)$/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
  });

  it("is decoded when it encodes unasked", async () => {
    const server = await answering(rawAnswer(200, gzipSync(CREATED_BODY), ["content-encoding: GZIP"]));
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
      const server = await answering(rawAnswer(503, "{}", [`${name}: Bearer ${KEY}`]));
      const exchange = await clientOf(server.url).create(BODY);
      expect(exchange.httpStatus).toBe(503);
      expect(JSON.stringify([exchange, readAnswer(exchange)]).toLowerCase()).not.toContain(KEY.toLowerCase());
    },
  );

  it("that encodes like a part of every object is not believed", async () => {
    const server = await answering(rawAnswer(200, CREATED_BODY, ["content-encoding: constructor"]));
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
