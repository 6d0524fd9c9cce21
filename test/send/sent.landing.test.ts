import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { type AnswerKind, readAnswer } from "../../src/outcome/answer.ts";
import type { Exchange } from "../../src/outcome/exchange.ts";
import type { ClientOptions, HttpClient } from "../../src/send/client.ts";
import { openThroughProxy } from "../../src/send/proxy-agent.ts";
import { HAS_OPENSSL, untrustedService } from "./certificates.ts";
import { CREATED_BODY, listening, onRequest, openTunnel, rawAnswer, rawServer } from "./raw-server.ts";
import { BODY, clientOf, delay } from "./running-client.ts";

/** What submissions send, and what the smoke test does: one client proves for both whether it was sent. */
const REQUESTS: Readonly<Record<string, (client: HttpClient) => Promise<Exchange>>> = {
  "a lead": (client) => client.create(BODY),
  "any request": (client) =>
    client.send({
      method: "PUT",
      path: "/api/acme/lead/create",
      headers: { "content-type": "text/plain" },
      body: BODY.toString(),
    }),
};

/** A client of a port of this machine, by the way that is given. */
type Way = (scheme: "http" | "https", port: number, changes?: Partial<ClientOptions>) => Promise<HttpClient>;

const WAYS: Readonly<Record<string, Way>> = {
  directly: async (scheme, port, changes) => clientOf(`${scheme}://127.0.0.1:${port}`, changes),
  "through a proxy": async (scheme, port, changes) => {
    const proxy = await rawServer((socket) => openTunnel(socket, port));
    return clientOf(`${scheme}://127.0.0.1:${port}`, throughProxy(proxy.url, changes));
  },
};

function throughProxy(uri: string, changes: Partial<ClientOptions> = {}): Partial<ClientOptions> {
  const open = openThroughProxy({ uri, noProxy: "" }, changes.timeoutMs ?? 5_000);
  return { ...changes, open };
}

async function closedPort(): Promise<number> {
  const server = createTlsServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function expectOutcome(exchange: Exchange, sent: boolean, kind: AnswerKind): void {
  expect({ sent: exchange.sent, kind: readAnswer(exchange).kind }, exchange.error?.message).toEqual({
    sent,
    kind,
  });
  expect(exchange.httpStatus).toBeNull();
}

const CASES = Object.keys(WAYS).flatMap((way) => Object.keys(REQUESTS).map((what) => [what, way] as const));

/** Whether a request was sent is proven at the socket: an error code such as ECONNRESET says nothing of it. */
describe.each(CASES)("%s, sent %s,", (what, wayName) => {
  const ask = REQUESTS[what] as (client: HttpClient) => Promise<Exchange>;
  const clientTo = WAYS[wayName] as Way;

  it("was not sent where the connection is refused", async () => {
    const exchange = await ask(await clientTo("http", await closedPort()));
    expectOutcome(exchange, false, "not-sent");
  });

  it("was not sent where the connection is reset while it is being made", async () => {
    const server = await rawServer((socket) => {
      // The greeting of TLS has come, and not a byte of HTTP.
      socket.once("data", () => socket.resetAndDestroy());
    });
    const exchange = await ask(await clientTo("https", server.port));
    expectOutcome(exchange, false, "not-sent");
    expect(exchange.error?.code).toBe("ECONNRESET");
    expect(server.received()).not.toMatch(/POST|PUT/);
  });

  it("was sent where the connection is reset after the server has read it", async () => {
    const server = await rawServer((socket) => onRequest(socket, () => socket.resetAndDestroy()));
    const exchange = await ask(await clientTo("http", server.port));
    expectOutcome(exchange, true, "no-answer");
    expect(server.received()).toMatch(/POST|PUT/);
  });

  it.skipIf(!HAS_OPENSSL)("was not sent where the certificate is refused", async () => {
    const service = await untrustedService();
    expectOutcome(await ask(await clientTo("https", service.port)), false, "tls-refused");
    expect(service.received()).toBe("");
  });

  it("was not sent where the deadline comes while the connection is being made, nor after it", async () => {
    const server = await rawServer((socket) => void socket.resume());
    const exchange = await ask(await clientTo("https", server.port, { timeoutMs: 300 }));
    expectOutcome(exchange, false, "not-sent");
    await delay(50);
    expect(server.received()).not.toMatch(/POST|PUT/);
  });

  it("was sent where the deadline comes while the server thinks", async () => {
    const server = await rawServer((socket) => void socket.resume());
    const exchange = await ask(await clientTo("http", server.port, { timeoutMs: 300 }));
    expectOutcome(exchange, true, "no-answer");
    expect(exchange.error?.code).toBe("DEADLINE");
    expect(server.received()).toMatch(/POST|PUT/);
  });
});

describe.each(Object.entries(REQUESTS))("%s, sent to a proxy,", (_what, ask) => {
  const toService = (uri: string, changes?: Partial<ClientOptions>) =>
    clientOf("https://service.test", throughProxy(uri, changes));

  it("was not sent where no proxy is at its address", async () => {
    const exchange = await ask(toService(`http://127.0.0.1:${await closedPort()}`));
    expectOutcome(exchange, false, "not-sent");
    expect(exchange.error?.code).toBe("PROXY_UNREACHABLE");
  });

  it.each([407, 403, 502])("was not sent where it refuses the tunnel with %i", async (status) => {
    const proxy = await rawServer((socket) =>
      socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)),
    );
    expectOutcome(await ask(toService(proxy.url)), false, "not-sent");
  });

  it("was not sent where it never opens the tunnel, nor where it hangs up", async () => {
    const mute = await rawServer((socket) => void socket.resume());
    const silent = await ask(toService(mute.url, { timeoutMs: 300 }));
    expectOutcome(silent, false, "not-sent");
    expect(silent.error).toMatchObject({
      code: "PROXY_REFUSED",
      message: `the proxy ${mute.url} opened no way to the service within 0.24 s`,
    });
    const rude = await rawServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expectOutcome(await ask(toService(rude.url)), false, "not-sent");
  });
});

describe("a request that fails", () => {
  it("by a name that does not exist was not sent", async () => {
    const exchange = await clientOf("https://no-such-host.invalid").create(BODY);
    expect(exchange.sent).toBe(false);
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(exchange.error?.code);
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
