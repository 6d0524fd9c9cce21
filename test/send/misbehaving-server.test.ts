import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/outcome/answer.ts";
import { answering, CREATED_BODY, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay } from "./running-client.ts";

describe("a server that misbehaves", () => {
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
});
