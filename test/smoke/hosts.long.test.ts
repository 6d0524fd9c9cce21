import { connect } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentFor, freshFolder, runProgram, startService } from "../program/run-program.ts";
import { type Certificates, HAS_OPENSSL, makeCertificates } from "../send/certificates.ts";
import { joinSockets, listening } from "../send/raw-server.ts";

let certificates: Certificates;

beforeAll(() => {
  if (HAS_OPENSSL) certificates = makeCertificates(["IP:127.0.0.1"]);
});
afterAll(() => certificates?.remove());

describe.skipIf(!HAS_OPENSSL)("leadctl smoke over TLS", () => {
  it("holds the sandbox behind it against the interface, and tells how it was reached", async () => {
    let servicePort = 0;
    const tls = createTlsServer(certificates, (socket) =>
      joinSockets(socket, connect(servicePort, "127.0.0.1")),
    );
    tls.on("tlsClientError", () => undefined);
    const port = await listening(tls);
    const url = `https://127.0.0.1:${port}`;
    const service = await startService({ linkBaseUrl: url });
    servicePort = Number(new URL(service.url).port);
    const env = { ...environmentFor(url), NODE_EXTRA_CA_CERTS: certificates.authorityFile };
    const end = await runProgram(["smoke", "--json"], { cwd: freshFolder(), env });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout).connection).toMatchObject({
      address: "127.0.0.1",
      tls: { protocol: "TLSv1.3", subject: "Test service", issuer: "Test authority" },
    });
    expect(end.stderr).toMatch(/TLS +TLSv1\.3 .*Test authority/);
  });
});
