import { createServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { ApiKey } from "../../src/settings/api-key.ts";
import type { HttpAnswer } from "../../src/smoke/http-client.ts";
import { openHttpClient } from "../../src/smoke/open-http-client.ts";
import { HAS_OPENSSL, makeCertificates } from "../send/certificates.ts";
import { onRequest, rawAnswer, rawServer } from "../send/raw-server.ts";
import { TEST_KEY } from "../test-key.ts";

const KEY = new ApiKey(TEST_KEY);

function ask(origin: string, timeoutMs = 3_000): Promise<HttpAnswer> {
  const scrub = (text: string): string => KEY.scrub(text);
  const wire = openHttpClient({ origin, timeoutMs, userAgent: "test", clock: systemClock, scrub });
  onTestFinished(() => wire.close());
  const headers = { authorization: KEY.authorization, "content-type": "application/json" };
  return wire.send({ method: "POST", path: "/api/acme/lead/create", headers, body: "{}" });
}

describe("an answer to the smoke test", () => {
  it("has lost the key before anybody looks at it", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, (request) => socket.write(rawAnswer(400, request, [`x-echo: ${KEY.authorization}`]))),
    );
    const answer = await ask(server.url);
    expect(answer.headers["x-echo"]).toBe("Bearer [key]");
    expect(answer.body).toContain("Bearer [key]");
    expect(JSON.stringify(answer)).not.toContain(TEST_KEY);
  });

  it("that redirects is not followed", async () => {
    const elsewhere = await rawServer((socket) => onRequest(socket, () => socket.end(rawAnswer(200, "{}"))));
    const location = `location: ${elsewhere.url}/api/acme/lead/create`;
    const server = await rawServer((socket) =>
      onRequest(socket, () => socket.write(rawAnswer(307, "", [location]))),
    );
    expect((await ask(server.url)).httpStatus).toBe(307);
    expect(elsewhere.connectionCount()).toBe(0);
  });

  it("that does not end is cut off at a megabyte", async () => {
    const server = await rawServer((socket) =>
      onRequest(socket, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.write(Buffer.alloc(3 * 1024 * 1024, " "));
      }),
    );
    const answer = await ask(server.url);
    expect(answer.error?.code).toBe("BODY_TOO_LARGE");
    expect(answer.body.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it("that drips ends at the deadline", async () => {
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => socket.write(" "), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const answer = await ask(server.url, 300);
    expect(answer).toMatchObject({ error: { code: "DEADLINE" }, bodyComplete: false });
  });

  it.skipIf(!HAS_OPENSSL)("of a host with an unknown certificate is not asked for", async () => {
    const certificates = makeCertificates(["IP:127.0.0.1"]);
    onTestFinished(() => certificates.remove());
    let text = "";
    const server = createServer(certificates, (socket) => socket.on("data", (chunk) => (text += chunk)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await ask(`https://127.0.0.1:${port}`)).toMatchObject({ sent: false, httpStatus: null });
    expect(text).toBe("");
  });
});
