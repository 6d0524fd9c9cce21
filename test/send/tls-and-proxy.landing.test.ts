import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leads } from "../program/lead-sheet.ts";
import { allFiles, countedStatuses, readJournal, readReport } from "../program/run-files.ts";
import { environmentFor, KEY, type ProgramEnd, runProgram, startService } from "../program/run-program.ts";
import { sheetFolder } from "../program/started.ts";
import { type Certificates, HAS_OPENSSL, makeCertificates } from "./certificates.ts";
import { joinSockets, listening, openTunnel, type RawServer, rawServer } from "./raw-server.ts";

const HOST = "service.test";
const PASSWORD = "pr0xy-Secret-9Zt";
let certificates: Certificates;

beforeAll(() => {
  if (HAS_OPENSSL) certificates = makeCertificates([`DNS:${HOST}`, "IP:127.0.0.1"]);
  else console.warn("openssl is not on this machine: certificates and proxies are not tested");
});
afterAll(() => certificates?.remove());

/** The sandbox behind TLS. */
async function startTlsService() {
  const service = await startService();
  const { port } = new URL(service.url);
  const server = createServer(certificates, (socket) =>
    joinSockets(socket, connect(Number(port), "127.0.0.1")),
  );
  server.on("tlsClientError", () => undefined);
  return { service, port: await listening(server) };
}

/** A proxy that answers CONNECT with a status, and opens a tunnel to a port when that is 200. */
function startProxy(status: number, port = 0): Promise<RawServer> {
  return rawServer((socket) => {
    if (status === 200) openTunnel(socket, port);
    else socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
  });
}

async function submit(env: Record<string, string>, flags: readonly string[] = []) {
  const cwd = sheetFolder(leads(3));
  const quick = ["--out", "run", "--attempts", "2", "--retry-base", "1ms"];
  const end = await runProgram(["submit", "leads.csv", ...quick, ...flags], { cwd, env });
  return { end, cwd, statuses: () => countedStatuses(readReport(join(cwd, "run")).summary) };
}

function throughProxy(proxy: RawServer, name = "HTTPS_PROXY"): Record<string, string> {
  return {
    ...environmentFor(`https://${HOST}`),
    NODE_EXTRA_CA_CERTS: certificates.authorityFile,
    [name]: `http://ops:${PASSWORD}@127.0.0.1:${proxy.port}`,
  };
}

/** Neither what is printed nor what is kept shows a secret. */
function expectNoSecrets(end: ProgramEnd, cwd: string): void {
  const texts = [end.stdout, end.stderr, ...allFiles(cwd).map(({ text }) => text)];
  const encoded = Buffer.from(`ops:${PASSWORD}`).toString("base64");
  for (const secret of [PASSWORD, KEY, encoded])
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}

describe.skipIf(!HAS_OPENSSL)("a certificate", () => {
  it("of an unknown authority stops the run before anything is sent", async () => {
    const { service, port } = await startTlsService();
    const { end, statuses } = await submit(environmentFor(`https://127.0.0.1:${port}`));
    expect(end.exitCode).toBe(3);
    expect(end.stderr).toContain("certificate was refused");
    expect(end.stderr).toContain("NODE_EXTRA_CA_CERTS");
    expect(statuses()).toEqual({ pending: 3 });
    expect(service.requestCount()).toBe(0);
  });

  it("of an authority named by NODE_EXTRA_CA_CERTS is taken", async () => {
    const { service, port } = await startTlsService();
    const env = {
      ...environmentFor(`https://127.0.0.1:${port}`),
      NODE_EXTRA_CA_CERTS: certificates.authorityFile,
    };
    const { end } = await submit(env);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(service.quotes()).toHaveLength(3);
  });

  it("for another host stops the run", async () => {
    const { service, port } = await startTlsService();
    const env = {
      ...environmentFor(`https://localhost:${port}`),
      NODE_EXTRA_CA_CERTS: certificates.authorityFile,
    };
    const { end } = await submit(env);
    expect(end.exitCode).toBe(3);
    expect(service.requestCount()).toBe(0);
  });
});

describe.skipIf(!HAS_OPENSSL)("a proxy", () => {
  it.each(["HTTPS_PROXY", "https_proxy"])(
    "named by %s carries a tunnel, and sees neither key nor leads",
    async (name) => {
      const { service, port } = await startTlsService();
      const proxy = await startProxy(200, port);
      const { end, cwd } = await submit(throughProxy(proxy, name));
      expect(end.exitCode, end.stderr).toBe(0);
      expect(service.quotes()).toHaveLength(3);
      const connects = proxy
        .received()
        .split("\r\n")
        .filter((line) => line.startsWith("CONNECT "));
      expect(new Set(connects)).toEqual(new Set([`CONNECT ${HOST}:443 HTTP/1.1`]));
      expect(proxy.received()).toMatch(/^proxy-authorization: Basic /im);
      expect(proxy.received()).not.toMatch(/Bearer|applicant/);
      expectNoSecrets(end, cwd);
    },
  );

  it.each([407, 403, 502])("that refuses the tunnel with %i leaves the leads unsent", async (status) => {
    const proxy = await startProxy(status);
    const { end, cwd, statuses } = await submit(throughProxy(proxy));
    expect(end.exitCode).toBe(4);
    expect(statuses()).toEqual({ failed: 1, pending: 2 });
    const [lead] = readReport(join(cwd, "run")).leads;
    expect(lead).toMatchObject({ status: "failed", maybeCreated: false, attempts: 2 });
    expect(lead?.error).toContain(String(status));
    expect(end.stderr.replaceAll(/\s+/g, " ")).toContain(`Nothing was sent: the proxy answered ${status}`);
    expectNoSecrets(end, cwd);
  });

  it("that is not there is named, and not the service", async () => {
    const proxy = await startProxy(200);
    const env = throughProxy(proxy);
    // Nothing listens on the first port of any machine.
    const address = "127.0.0.1:1";
    const { end, cwd, statuses } = await submit({ ...env, HTTPS_PROXY: `http://ops:${PASSWORD}@${address}` });
    expect(end.exitCode).toBe(4);
    expect(statuses()).toEqual({ failed: 1, pending: 2 });
    const text = end.stderr.replaceAll(/\s+/g, " ");
    expect(text).toContain(`Nothing was sent: the proxy http://${address} cannot be reached`);
    expect(text).toContain("Check HTTPS_PROXY");
    expect(text).not.toContain("service is running");
    expectNoSecrets(end, cwd);
  });

  it("that never answers is named, and leaves the leads unsent", async () => {
    const proxy = await rawServer((socket) => void socket.resume());
    const { end, cwd } = await submit(throughProxy(proxy), ["--timeout", "300ms"]);
    expect(end.exitCode).toBe(4);
    expect(readReport(join(cwd, "run")).leads[0]).toMatchObject({ status: "failed", maybeCreated: false });
    const text = end.stderr.replaceAll(/\s+/g, " ");
    expect(text).toContain("Nothing was sent: the proxy http://127.0.0.1:");
    expect(text).toContain("opened no way to the service within 0.24 s");
    expect(text).not.toContain("service is running");
  });

  it("is not asked for this machine", async () => {
    const service = await startService();
    const proxy = await startProxy(403);
    const address = `http://127.0.0.1:${proxy.port}`;
    const { end } = await submit({
      ...service.env,
      HTTPS_PROXY: address,
      HTTP_PROXY: address,
      ALL_PROXY: address,
    });
    expect(end.exitCode, end.stderr).toBe(0);
    expect(proxy.connectionCount()).toBe(0);
  });

  it.each([
    ["NO_PROXY", HOST],
    ["no_proxy", ".test"],
    ["NO_PROXY", "*"],
    ["NO_PROXY", `other.example, ${HOST}:443`],
  ])("is not asked for a host that %s=%s names", async (name, value) => {
    const proxy = await startProxy(403);
    const { end, cwd } = await submit({ ...throughProxy(proxy), [name]: value });
    expect(end.exitCode).toBe(3);
    expect(readJournal(join(cwd, "run")).at(-1)).toMatchObject({ stop: { code: "host-not-found" } });
    expect(proxy.connectionCount()).toBe(0);
  });
});
