import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/outcome/answer.ts";
import { CREATED_BODY, onRequest, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay } from "./running-client.ts";

/** Whether a request was sent is proven at the socket: an error code such as ECONNRESET says nothing of it. */
describe("a request that fails", () => {
  it("by ECONNRESET while the connection is being made was not sent", async () => {
    const server = await rawServer((socket) => {
      // The greeting of TLS has come, and not a byte of HTTP.
      socket.once("data", () => socket.resetAndDestroy());
    });
    const exchange = await clientOf(server.url.replace("http:", "https:")).create(BODY);
    expect(exchange).toMatchObject({ sent: false, httpStatus: null, error: { code: "ECONNRESET" } });
    expect(readAnswer(exchange).kind).toBe("not-sent");
    expect(server.received()).not.toContain("POST");
  });

  it("by ECONNRESET after the server has read it was sent", async () => {
    const server = await rawServer((socket) => onRequest(socket, () => socket.resetAndDestroy()));
    const exchange = await clientOf(server.url).create(BODY);
    expect(exchange).toMatchObject({ sent: true, httpStatus: null, error: { code: "ECONNRESET" } });
    expect(readAnswer(exchange).kind).toBe("no-answer");
    expect(server.received()).toContain("POST");
  });

  it("by a refused connection was not sent", async () => {
    const server = createTlsServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    if (address === null || typeof address === "string") throw new Error("Not a TCP address");
    const exchange = await clientOf(`http://127.0.0.1:${address.port}`).create(BODY);
    expect(exchange).toMatchObject({ sent: false, error: { code: "ECONNREFUSED" } });
  });

  it("by a name that does not exist was not sent", async () => {
    const exchange = await clientOf("https://no-such-host.invalid").create(BODY);
    expect(exchange.sent).toBe(false);
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(exchange.error?.code);
  });

  it("by the deadline while the connection is being made was not sent, and is not sent after it", async () => {
    const server = await rawServer((socket) => void socket.resume());
    const client = clientOf(server.url.replace("http:", "https:"), { timeoutMs: 300 });
    const exchange = await client.create(BODY);
    expect(exchange.sent).toBe(false);
    expect(readAnswer(exchange).kind).toBe("not-sent");
    expect(exchange.durationMs).toBeLessThan(1_000);
  });

  it("is called unsent only where the server has not seen a byte of it, whatever the server does", async () => {
    let index = 0;
    const server = await rawServer((socket) => {
      const manner = index++ % 4;
      if (manner === 0) socket.resetAndDestroy();
      if (manner === 1) socket.destroy();
      if (manner === 2) socket.once("data", () => socket.resetAndDestroy());
      if (manner === 3) onRequest(socket, () => socket.end(rawAnswer(200, CREATED_BODY)));
    });
    const client = clientOf(server.url, { connections: 8 });
    const bodies = Array.from({ length: 200 }, (_, number) => Buffer.from(`{"marker":"<${number}>"}`));
    const exchanges = await Promise.all(bodies.map((body) => client.create(body)));
    await delay(50);
    const received = server.received();
    for (const [number, { sent, httpStatus }] of exchanges.entries()) {
      if (received.includes(`<${number}>`)) expect(sent, `request ${number}`).toBe(true);
      if (httpStatus !== null) expect(received).toContain(`<${number}>`);
      expect(received.split(`<${number}>`).length, `request ${number} was sent twice`).toBeLessThanOrEqual(2);
    }
  });
});

describe("a kept connection", () => {
  it("is used again at once, and given up before a server would hang up on it", async () => {
    const server = await rawServer((socket) => {
      let answeredAtMs: number | null = null;
      onRequest(socket, () => {
        // As when the server's end of an idle connection and a new request cross on their way.
        if (answeredAtMs !== null && performance.now() - answeredAtMs > 1_500) socket.resetAndDestroy();
        else socket.write(rawAnswer(200, CREATED_BODY));
        answeredAtMs = performance.now();
      });
    });
    const client = clientOf(server.url, { connections: 20 });
    const volley = () => Promise.all(Array.from({ length: 20 }, () => client.create(BODY)));
    await volley();
    await volley();
    expect(server.connectionCount()).toBe(20);
    await delay(1_700);
    const late = await volley();
    expect(late.map(({ httpStatus }) => httpStatus)).toEqual(new Array(20).fill(200));
  });
});
