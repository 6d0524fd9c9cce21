import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { listening } from "../send/raw-server.ts";
import { TEST_KEY } from "../test-key.ts";

/** A request on its way to the true service. */
export interface PassingRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** As text; empty for none. */
  body: string;
}

/** An answer on its way back. */
export interface PassingAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * One fault, between a client and the true sandbox: it may change the request, answer in the service's
 * place, or change the answer.
 */
export interface Mutation {
  before?(request: PassingRequest, origin: string): PassingRequest | { answer: PassingAnswer };
  after?(
    answer: PassingAnswer,
    request: PassingRequest,
    origin: string,
  ): PassingAnswer | Promise<PassingAnswer>;
}

export interface MutantService {
  url: string;
  key: string;
  sandbox: Sandbox;
}

export const EXISTING_USER = "known@example.com";

/** Starts the true sandbox, and in front of it a service that has one fault. */
export async function startMutant(mutation: Mutation): Promise<MutantService> {
  let sandbox: Sandbox | undefined;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const passing: PassingRequest = {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        headers: flat(incoming.headers),
        body: Buffer.concat(chunks).toString(),
      };
      const answer = await passThrough(mutation, passing, sandbox?.url ?? "", url).catch(() => null);
      // A mutation that throws is one that hangs up.
      if (answer === null) return void incoming.socket.destroy();
      outgoing.writeHead(answer.status, answer.headers);
      outgoing.end(passing.method === "HEAD" ? undefined : answer.body);
    });
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  sandbox = await startSandbox({
    keys: [TEST_KEY],
    users: [EXISTING_USER],
    partners: ["acme"],
    linkBaseUrl: url,
  });
  const started = sandbox;
  onTestFinished(async () => {
    server.closeAllConnections();
    await started.stop();
  });
  return { url, key: TEST_KEY, sandbox: started };
}

async function passThrough(
  { before, after }: Mutation,
  request: PassingRequest,
  sandboxUrl: string,
  origin: string,
): Promise<PassingAnswer> {
  const changed = before ? before(structuredClone(request), origin) : request;
  if ("answer" in changed) return changed.answer;
  const answer = await forward(sandboxUrl, changed);
  return after ? after(answer, request, origin) : answer;
}

function forward(baseUrl: string, { method, path, headers, body }: PassingRequest): Promise<PassingAnswer> {
  const { "transfer-encoding": _encoding, ...others } = headers;
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${baseUrl}${path}`,
      { method, headers: { ...others, ...length, connection: "close" }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const { "content-length": _length, connection: _connection, ...rest } = flat(incoming.headers);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, headers: rest, body: text });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body === "" ? undefined : body);
  });
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
