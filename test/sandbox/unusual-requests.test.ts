import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { bodyOf, exchangeRaw, headerOf, openSocket, rawCreate, statusOf } from "./raw-http.ts";
import { expectAnswerInJson, oddRequest } from "./request-arbitrary.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

const CLOSE = "Connection: close";
const MIB = 1024 * 1024;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  return () => sandbox.stop();
});

describe("a request that node:http itself would answer without JSON", () => {
  it.each([
    ["is not HTTP", "hello\r\n\r\n", 400],
    ["has an unknown method", "BREW /api/sandbox/lead/create HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["has two lengths", `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ["has headers of 20 kB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["expects what nobody knows", `GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n${CLOSE}\r\n\r\n`, 417],
    ["tunnels to elsewhere", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", 404],
    ["tunnels to the create path", "CONNECT /api/sandbox/lead/create HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["names no host", `GET /api/sandbox/lead/create HTTP/1.1\r\n${CLOSE}\r\n\r\n`, 405],
    ["asks for another protocol", `GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n${CLOSE}\r\n\r\n`, 404],
    ["speaks HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 404],
  ])("is answered in JSON when it %s", async (_title, bytes, status) => {
    const reply = await exchangeRaw(sandbox, bytes);
    expect(statusOf(reply)).toBe(status);
    expect(JSON.parse(bodyOf(reply))).toEqual({ message: expect.any(String) });
    expect(headerOf(reply, "content-type")).toBe("application/json; charset=utf-8");
  });

  it("is answered in JSON when its body breaks off", async () => {
    const whole = rawCreate(sandbox, sampleLead("broken-off@example.com"));
    const reply = await exchangeRaw(sandbox, whole.slice(0, -5), true);
    expect(statusOf(reply)).toBe(400);
    expect(JSON.parse(bodyOf(reply))).toEqual({ message: "Bad request" });
  });
});

it("any request that HTTP allows is answered in JSON, as no fault of the service", async () => {
  const odd = oddRequest(sandbox.keys[0] ?? "");
  await fc.assert(
    fc.asyncProperty(odd, (request) => expectAnswerInJson(sandbox, request)),
    { numRuns: 300 },
  );
});

describe("the body of a request", () => {
  it("is refused with an issue when it is not UTF-8", async () => {
    const body = Buffer.from('{"affiliateId":"Jos\xe9"}', "latin1");
    const head = rawCreate(sandbox, "", [CLOSE]).replace("Length: 0", `Length: ${body.length}`);
    const reply = await exchangeRaw(sandbox, Buffer.concat([Buffer.from(head), body]));
    expect(JSON.parse(bodyOf(reply))).toEqual({
      error: { issues: [{ code: "custom", message: "Request body is not valid UTF-8", path: [] }] },
    });
  });

  it("may begin with a byte order mark", async () => {
    const text = JSON.stringify(sampleLead("bom@example.com"));
    expect((await create(sandbox, `\ufeff${text}`)).status).toBe(200);
  });

  it("may come in chunks, and after 100 Continue", async () => {
    const body = JSON.stringify(sampleLead("chunks@example.com"));
    const half = body.length / 2;
    const chunks = [body.slice(0, half), body.slice(half)].map(
      (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
    );
    const head = rawCreate(sandbox, "", [CLOSE, "Transfer-Encoding: chunked", "Expect: 100-continue"]);
    const reply = await exchangeRaw(
      sandbox,
      `${head.replace("Content-Length: 0\r\n", "")}${chunks.join("")}0\r\n\r\n`,
    );
    expect(reply.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it.each([
    ["a little", 2 * MIB],
    ["by far", 40 * MIB],
  ])("is refused with 413 when it exceeds 1 MiB %s", async (_title, size) => {
    const { status, body } = await create(sandbox, `"${"x".repeat(size)}"`).catch((error: unknown) => {
      // The refusal of a huge body may be overtaken by the reset that spares us the rest of it.
      expect(size, String(error)).toBe(40 * MIB);
      return { status: 413, body: { message: "Request body too large" } };
    });
    expect(status).toBe(413);
    expect(body).toEqual({ message: "Request body too large" });
  });

  it("is refused before it has arrived when there is no end to it", async () => {
    const head = rawCreate(sandbox, "").replace("Length: 0", `Length: ${1024 * MIB}`);
    const socket = openSocket(sandbox);
    const answer = new Promise<string>((resolve) =>
      socket.once("data", (chunk) => resolve(chunk.toString())),
    );
    socket.on("error", () => socket.destroy());
    socket.write(head);
    socket.write(Buffer.alloc(17 * MIB, 32));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 (.|\r\n)*Connection: close/i);
    socket.destroy();
  });

  it("may be 1 MiB large and full of brackets, dots or at signs without holding up the service", async () => {
    for (const part of ["[", "a.", "@", "a@a.", '"']) {
      const email = part.repeat((MIB - 2_000) / part.length / (part === '"' ? 2 : 1));
      expect((await create(sandbox, sampleLead(email))).status).toBe(400);
    }
    expect((await create(sandbox, "[".repeat(MIB - 1))).status).toBe(400);
    expect(
      (await create(sandbox, `{"a":${"[".repeat(400_000)}${"]".repeat(400_000)},"zip":1,"address":1}`))
        .status,
    ).toBe(400);
  });
});

describe("the content type", () => {
  const reply = async (headers: readonly string[]): Promise<number> => {
    const bytes = rawCreate(sandbox, sampleLead(`type-${Math.abs(hash(headers))}@example.com`), [CLOSE]);
    const others = headers.map((header) => `${header}\r\n`).join("");
    return statusOf(await exchangeRaw(sandbox, bytes.replace("Content-Type: application/json\r\n", others)));
  };

  it.each([
    ["Content-Type: application/json; charset=utf-8"],
    ["Content-Type: APPLICATION/JSON;charset=UTF8"],
    ['Content-Type: application/json; charset="utf-8"; x=y'],
  ])("may be %s", async (header) => {
    expect(await reply([header])).toBe(200);
  });

  it.each([
    [[]],
    [["Content-Type: text/plain"]],
    [["Content-Type: application/jsonp"]],
    [["Content-Type: application/json; charset=utf-16"]],
    [["Content-Type: application/json", "Content-Encoding: gzip"]],
  ])("is refused with 415 when it is %j", async (headers) => {
    expect(await reply(headers)).toBe(415);
  });
});

describe("the request target", () => {
  it("may be a whole address, as some proxies send it", async () => {
    const bytes = rawCreate(sandbox, sampleLead("absolute@example.com"), [CLOSE]);
    const reply = await exchangeRaw(sandbox, bytes.replace(" /api", " http://sandbox.example/api"));
    expect(statusOf(reply)).toBe(200);
  });

  it("may name a partner with escaped characters", async () => {
    const other = await runningSandbox({ partners: ["a b"] });
    expect((await create(other, sampleLead("escaped@example.com"), "a%20b")).status).toBe(200);
    expect((await create(other, sampleLead("escaped@example.com"), "a%2xb")).status).toBe(404);
  });
});

function hash(texts: readonly string[]): number {
  return [...texts.join()].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, 7);
}
