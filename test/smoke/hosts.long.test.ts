import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
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

it.skipIf(!HAS_OPENSSL)(
  "leadctl smoke ends with exit code 3 where the certificate is not trusted",
  async () => {
    const port = await listening(createHttpsServer(certificates, (_in, out) => out.end()));
    const env = environmentFor(`https://127.0.0.1:${port}`);
    const end = await runProgram(["smoke", "--json"], { cwd: freshFolder(), env });
    expect([end.exitCode, JSON.parse(end.stdout).error.code]).toStrictEqual([3, "tls-refused"]);
  },
);

describe("leadctl smoke against a service that goes away", () => {
  it("stops, with exit code 4, and lists the quotes and the lead that may have become one", async () => {
    const service = await startService();
    let isGone = false;
    const port = await listening(
      createHttpServer(async (incoming, outgoing) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        isGone ||= text.includes("-condo@");
        if (isGone) return void incoming.socket.destroy();
        const headers = new Headers(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        );
        for (const name of ["connection", "content-length", "host"]) headers.delete(name);
        const init = { method: incoming.method ?? "GET", headers, ...(text !== "" && { body: text }) };
        const answer = await fetch(`${service.url}${incoming.url}`, init);
        const type = answer.headers.get("content-type");
        outgoing.writeHead(answer.status, type === null ? {} : { "content-type": type });
        outgoing.end(await answer.text());
      }),
    );
    const env = environmentFor(`http://127.0.0.1:${port}`);
    // Links lead to the service behind: that would be seen to differ, although the run does not come to its end.
    const skip = ["--skip", "success.login-url"];
    const end = await runProgram(["smoke", "--json", "--timeout", "5s", ...skip], {
      cwd: freshFolder(),
      env,
    });
    expect(end.exitCode, end.stderr).toBe(4);
    const { smoke, created, maybeCreated } = JSON.parse(end.stdout);
    expect(smoke.stopReason).toContain("stopped answering");
    expect(created).toHaveLength(service.quotes().length);
    expect(maybeCreated[0].email).toContain("-condo@");
  });
});

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
