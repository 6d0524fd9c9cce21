import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { redactor } from "../../../src/base/redact.ts";
import type { DeskRoute } from "../../../src/desk/server/router.ts";
import { type InProcessDesk, startInProcess } from "../in-process-desk.ts";
import { connectTo, tokenOf } from "../running-desk.ts";

const LINK = "https://example.com/login?token=abcdef123456";

const ROUTES: readonly DeskRoute[] = [
  { method: "GET", path: "/api/echo/:word", handle: async ({ params }) => ({ json: params }) },
  { method: "POST", path: "/api/echo", handle: async ({ json }) => ({ json: await json() }) },
  {
    method: "POST",
    path: "/api/bytes",
    bodyBytesMax: 2_000,
    handle: async ({ body }) => {
      let count = 0;
      for await (const chunk of body) count += chunk.length;
      return { json: { count } };
    },
  },
  { method: "GET", path: "/api/link", handle: async () => ({ json: { link: LINK } }) },
  { method: "GET", path: "/api/asked-link", handle: async () => ({ json: { link: LINK }, reveals: true }) },
  { method: "GET", path: "/api/events", handle: async () => ({ events: true }) },
  {
    method: "GET",
    path: "/api/bug",
    handle: async () => {
      throw new Error("inner detail");
    },
  },
];

const startServer = (requestMsMax?: number): Promise<InProcessDesk> =>
  startInProcess({
    routes: () => ROUTES,
    context: { scrub: redactor(["my-secret-key-1"]) },
    ...(requestMsMax !== undefined && { requestMsMax }),
  });

/** Sends exactly these headers, which `fetch` would not. */
function send(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    request.on("error", reject);
    request.end();
  });
}

describe("the desk's server", () => {
  it("answers its own page", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    expect(await (await ask("/api/echo/a%2Fb")).json()).toStrictEqual({ word: "a/b" });
    const posted = await ask("/api/echo", { method: "POST", body: '{"a":1}' });
    expect(await posted.json()).toStrictEqual({ a: 1 });
  });

  it("takes a token once, and then prints another address for another browser", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    expect((await ask("/api/echo/a")).status).toBe(200);
    const again = await connectTo(server);
    expect((await again("/api/echo/a")).status).toBe(401);
    expect(server.newAddresses).toHaveLength(1);
    const [address = ""] = server.newAddresses;
    expect(tokenOf(address)).not.toBe(tokenOf(server.address));
    const other = await connectTo({ origin: server.origin, address });
    expect((await other("/api/echo/a")).status).toBe(200);
  });

  it("prints no new address for a token that never was one", async () => {
    const server = await startServer();
    await connectTo({ origin: server.origin, address: `${server.origin}/#token=guess` });
    expect(server.newAddresses).toStrictEqual([]);
  });

  it("gives nothing without the secret but the files of the page, and no cookie to anybody", async () => {
    const { origin, address } = await startServer();
    const session = await fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ token: tokenOf(address) }),
    });
    const { secret } = await session.json();
    expect(session.headers.get("set-cookie")).toBeNull();
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${origin}/api/echo/a`, { headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ authorization: "Bearer x" })).toBe(401);
    // Browsers send a cookie to every port of a computer, and any page can have one sent.
    expect(await statusWith({ cookie: `leadctl-desk=${secret}` })).toBe(401);
    expect(await statusWith({ authorization: `Bearer ${secret}` })).toBe(200);
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });

  it.each([
    ["a name that was made to lead here", { host: "evil.example:80" }, 421],
    ["this machine by another name", { host: "localhost" }, 421],
    ["another origin", { origin: "https://evil.example" }, 403],
    ["an origin that hides", { origin: "null" }, 403],
    ["another page's request", { "sec-fetch-site": "cross-site" }, 403],
    ["a page on another port", { "sec-fetch-site": "same-site" }, 403],
  ])("refuses %s", async (_what, headers, status) => {
    const { origin } = await startServer();
    const own = { host: new URL(origin).host };
    for (const path of ["/", "/api/echo/a"])
      expect((await send(origin, path, { ...own, ...headers })).status).toBe(status);
  });

  it("refuses a change that does not say where it comes from", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    const { host } = new URL(server.origin);
    expect((await ask("/api/echo", { method: "POST", body: "{}" })).status).toBe(200);
    expect((await send(server.origin, "/api/echo", { host }, "POST")).status).toBe(403);
  });

  it("has nothing outside of the page's folder", async () => {
    const { origin } = await startServer();
    const { host } = new URL(origin);
    for (const path of [
      "/../../package.json",
      "/..%2f..%2fpackage.json",
      "/assets/..%5c..%5cmain.js",
      "//etc/passwd",
      "/%2e%2e/%2e%2e/main.js",
      "/assets/",
      "/%",
    ])
      expect((await send(origin, path, { host })).status, path).toBe(404);
  });

  it("knows each address's method", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    const wrong = await ask("/api/echo", { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toStrictEqual([405, "POST"]);
    expect((await ask("/", { method: "POST" })).status).toBe(405);
    expect((await ask("/api/none")).status).toBe(404);
  });

  it("takes no body that is too long, announced or not", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    const post = (path: string, body: BodyInit) =>
      ask(path, { method: "POST", body, duplex: "half" } as RequestInit);
    expect((await post("/api/bytes", "x".repeat(2_000))).status).toBe(200);
    expect((await post("/api/bytes", "x".repeat(2_001))).status).toBe(413);
    expect((await post("/api/bytes", new Blob(["x".repeat(3_000)]).stream())).status).toBe(413);
    expect((await ask("/api/echo/a")).status).toBe(200);
  });

  it("takes no text for JSON, and no JSON of another type", async () => {
    const ask = await connectTo(await startServer());
    expect((await ask("/api/echo", { method: "POST", body: "{" })).status).toBe(400);
    const headers = { "content-type": "text/plain" };
    expect((await ask("/api/echo", { method: "POST", body: "{}", headers })).status).toBe(400);
  });

  it("does not wait for ever for a body", async () => {
    const { origin } = await startServer(300);
    const { host, port } = new URL(origin);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`POST /api/session HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n`);
    socket.write("content-type: application/json\r\ncontent-length: 10\r\n\r\n{");
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("says on every answer what the page may load and who may frame it", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    for (const path of ["/", "/api/echo/a", "/api/none"]) {
      const { headers } = await ask(path);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*/);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  it("listens on this computer alone, and not on its other addresses", async () => {
    const { port } = new URL((await startServer()).origin);
    const [refusal] = await once(connect({ host: "127.0.0.2", port: Number(port) }), "error");
    expect(refusal).toMatchObject({ code: "ECONNREFUSED" });
  });

  it("masks login tokens and the key in whatever it says, but where a link was asked for", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    expect(await (await ask("/api/link")).text()).not.toContain("abcdef");
    expect(await (await ask("/api/asked-link")).json()).toStrictEqual({ link: LINK });
    const stop = new AbortController();
    const events = await ask("/api/events", { signal: stop.signal });
    const sent = { type: "note", text: `my-secret-key-1 ${LINK}` };
    server.desk.events.send(sent);
    let text = "";
    for await (const chunk of events.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("note")) break;
    }
    stop.abort();
    expect(text).toContain("example.com");
    expect(text).not.toMatch(/abcdef|my-secret-key/);
  });

  it("tells the page nothing of a bug's inside, and stderr all", async () => {
    const server = await startServer();
    const ask = await connectTo(server);
    const answer = await ask("/api/bug");
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("inner detail");
    expect(server.stderr()).toContain("inner detail");
  });
});
