import { describe, expect, it } from "vitest";
import { readAnswer } from "../../src/outcome/answer.ts";
import { openThroughProxy } from "../../src/send/proxy-agent.ts";
import { HAS_OPENSSL, untrustedService } from "./certificates.ts";
import { openTunnel, rawServer } from "./raw-server.ts";
import { BODY, clientOf } from "./running-client.ts";

describe.skipIf(!HAS_OPENSSL)("a certificate that nobody trusts", () => {
  it("is refused before anything is sent", async () => {
    const service = await untrustedService();
    const exchange = await clientOf(`https://127.0.0.1:${service.port}`, { timeoutMs: 2_000 }).create(BODY);
    expect(readAnswer(exchange).kind).toBe("tls-refused");
    expect(service.received()).toBe("");
  });

  it("is refused behind a proxy as well, which sees no key", async () => {
    const service = await untrustedService();
    const proxy = await rawServer((socket) => openTunnel(socket, service.port));
    const open = openThroughProxy({ uri: proxy.url, noProxy: "" }, 2_000);
    const exchange = await clientOf("https://service.test", { open, timeoutMs: 2_000 }).create(BODY);
    expect(readAnswer(exchange).kind).toBe("tls-refused");
    expect(service.received()).toBe("");
    expect(proxy.received()).toMatch(/^CONNECT service\.test:443 /);
    expect(proxy.received()).not.toMatch(/bearer|authorization/i);
  });
});
