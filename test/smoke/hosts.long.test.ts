import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  environmentFor,
  freshFolder,
  KEY,
  type ProgramEnd,
  runProgram,
  startService,
} from "../program/run-program.ts";
import { type Certificates, HAS_OPENSSL, makeCertificates } from "../send/certificates.ts";

let certificates: Certificates;

beforeAll(() => {
  if (HAS_OPENSSL) certificates = makeCertificates(["IP:127.0.0.1"]);
});
afterAll(() => certificates?.remove());

/** What one request may take. */
const TIMEOUT_MS = 1_500;

describe("leadctl smoke against a host that is not the service", () => {
  it("ends with exit code 4 where nothing listens", async () => {
    const { port, server } = await listening(createServer());
    await new Promise((resolve) => server.close(resolve));
    await expectEnd(`http://127.0.0.1:${port}`, 4, "no-answer", "ECONNREFUSED");
  });

  it("ends with exit code 3 where the name is unknown", async () => {
    await expectEnd("https://leadctl-smoke.invalid", 3, "host-unknown", "host name");
  });

  it("ends by its timeout, with exit code 4, where the host is silent", async () => {
    const { port } = await listening(createServer(() => undefined));
    await expectEnd(`http://127.0.0.1:${port}`, 4, "no-answer", "1.5 s");
  });

  it("ends by its timeout, with exit code 4, where TLS is never answered", async () => {
    const { port } = await listening(createServer(() => undefined));
    await expectEnd(`https://127.0.0.1:${port}`, 4, "no-answer", "");
  });

  it("ends with exit code 4 where every connection is reset", async () => {
    const { port } = await listening(
      createServer((socket) => void socket.once("data", () => socket.resetAndDestroy())),
    );
    await expectEnd(`http://127.0.0.1:${port}`, 4, "no-answer", "");
  });

  it.each<[string, number, string, RequestListener]>([
    ["a web page", 3, "wrong-target", (_in, out) => out.end("<!doctype html><title>Welcome</title>")],
    [
      "a web page that is not found",
      3,
      "wrong-target",
      (_in, out) => out.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>"),
    ],
    [
      "a redirect",
      3,
      "wrong-target",
      (_in, out) => out.writeHead(302, { location: "https://login.example/" }).end(),
    ],
    ["a gateway's error", 4, "unavailable", (_in, out) => out.writeHead(502).end("<h1>Bad gateway</h1>")],
    [
      "a key that is refused",
      3,
      "key-refused",
      (_in, out) => out.writeHead(401).end('{"message":"Unauthorized"}'),
    ],
    ["half an answer, and then nothing", 4, "no-answer", (_in, out) => void out.write('{"error"')],
    ["an endless answer", 4, "no-answer", (_in, out) => endless(out)],
  ])("tells %s with exit code %i", async (_what, exitCode, code, listener) => {
    const { port } = await listening(createHttpServer(listener));
    await expectEnd(`http://127.0.0.1:${port}`, exitCode, code, "");
  });

  it("ends with exit code 3 where plain http is spoken on an https address", async () => {
    const { port } = await listening(createHttpServer((_in, out) => out.end()));
    await expectEnd(`https://127.0.0.1:${port}`, 3, "tls-refused", "trusted connection");
  });

  it.skipIf(!HAS_OPENSSL)("ends with exit code 3 where the certificate is not trusted", async () => {
    const { port } = await listening(createHttpsServer(certificates, (_in, out) => out.end()));
    await expectEnd(`https://127.0.0.1:${port}`, 3, "tls-refused", "NODE_EXTRA_CA_CERTS");
  });

  it("ends with exit code 3 for a key or a partner that is wrong, having sent one request", async () => {
    const service = await startService();
    const cwd = freshFolder();
    for (const [change, code] of [
      [{ LEADCTL_API_KEY: "another-key" }, "key-refused"],
      [{ LEADCTL_PARTNER: "nobody" }, "wrong-target"],
    ] as const) {
      const before = service.requestCount();
      const end = await runProgram(["smoke", "--json"], { cwd, env: { ...service.env, ...change } });
      expect(end.exitCode, end.stderr).toBe(3);
      expect(JSON.parse(end.stdout).error.code).toBe(code);
      expect(service.requestCount() - before).toBe(1);
    }
    expect(service.quotes()).toStrictEqual([]);
  });
});

describe("leadctl smoke against a service that goes away", () => {
  it("stops, with exit code 4, and lists the quotes and the lead that may have become one", async () => {
    const service = await startService();
    let isGone = false;
    const { port } = await listening(
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
    const { port } = await listening(tls);
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

async function expectEnd(baseUrl: string, exitCode: number, code: string, named: string): Promise<void> {
  const args = ["smoke", "--json", "--timeout", `${TIMEOUT_MS}ms`];
  const end: ProgramEnd = await runProgram(args, { cwd: freshFolder(), env: environmentFor(baseUrl) });
  expect(end.exitCode, end.stderr).toBe(exitCode);
  const { error } = JSON.parse(end.stdout);
  expect(error.code).toBe(code);
  expect(`${error.message} ${error.hint}`).toContain(named);
  expect(end.stderr.split("\n").filter((line) => /^\S/.test(line))).toHaveLength(1);
  expect(end.stderr + end.stdout).not.toContain(KEY);
}

async function listening<T extends Server>(server: T): Promise<{ server: T; port: number }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function endless(out: Parameters<RequestListener>[1]): void {
  const chunk = "x".repeat(64 * 1024);
  const more = (): void => {
    while (!out.destroyed && out.write(chunk));
    if (!out.destroyed) out.once("drain", more);
  };
  more();
}

function joinSockets(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on("error", () => undefined);
  one.pipe(other).pipe(one);
}
