import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { CliError } from "../../base/cli-error.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { packageFile } from "../../base/package-files.ts";
import { errorDocument } from "../../job/command-output.ts";
import { jsonText } from "../../terminal/safe-text.ts";
import type { Desk } from "../desk.ts";
import { deskError, hintOnPage } from "../desk-errors.ts";
import { refusalOf, SAFE_HEADERS, Session } from "./guard.ts";
import { type DeskAnswer, type DeskRoute, findRoute, onPost } from "./router.ts";

/** Nobody but this machine reaches it. */
const HOST = "127.0.0.1";
const JSON_BYTES_MAX = 1024 * 1024;

export interface DeskServerOptions {
  /** The first of them that is free; 0 is any. */
  ports: readonly number[];
  /** How long a request may take to come in. Default: 5 minutes, with 10 seconds for its headers. */
  requestMsMax?: number;
  /** The address was opened a second time, by somebody else: here is one that works. */
  onNewAddress(address: string): void;
}

export interface DeskServer {
  /** What to open: it works once. */
  address: string;
  /** When the last request came that a person or the page made, by the clock's `now`. */
  readonly lastUsedAt: number;
  close(): Promise<void>;
}

/**
 * Starts the desk's server on loopback.
 *
 * @param routes What the page can ask for.
 * @throws CliError with exit code 2 when the port is taken.
 */
export async function startDeskServer(
  desk: Desk,
  routes: readonly DeskRoute[],
  options: DeskServerOptions,
): Promise<DeskServer> {
  const requestTimeout = options.requestMsMax ?? 300_000;
  const server = createServer({
    requestTimeout,
    headersTimeout: Math.min(10_000, requestTimeout),
    connectionsCheckingInterval: Math.min(2_000, requestTimeout),
  });
  const [wanted = 0, ...others] = options.ports;
  let listening = listen(server, wanted);
  for (const port of others) listening = listening.catch(() => listen(server, port));
  const port = await listening;
  const host = `${HOST}:${port}`;
  const session = new Session();
  const addressNow = (): string => `http://${host}/#token=${session.token}`;
  const { clock } = desk.context;
  let lastUsedAt = clock.now();

  const openSession = onPost("/api/session", z.object({ token: z.string() }), ({ token }) => {
    const use = session.take(token);
    if (use === "used") options.onNewAddress(addressNow());
    if (use === "taken") return { secret: session.secret };
    throw deskError("address-used");
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
    const refusal = refusalOf(request, host);
    if (refusal) throw refusal;
    const { pathname, searchParams } = new URL(`http://${host}${pathOf(request)}`);
    if (!pathname.startsWith("/api/")) {
      sendFile(request, response, pathname);
      return;
    }
    const found = findRoute([openSession, ...routes], request.method ?? "", pathname);
    if (Array.isArray(found)) throw noSuchAddress(response, found);
    const isOpening = found.route === openSession;
    if (!isOpening && !session.knows(request.headers.authorization)) throw deskError("no-session");
    const bytesMax = found.route.bodyBytesMax ?? JSON_BYTES_MAX;
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw deskError("too-long");
    const body = Readable.from(limited(request, bytesMax));
    // The reader hears of the error; if there is no reader, it does no harm.
    body.on("error", () => undefined);
    const answer = await found.route.handle({
      params: found.params,
      query: searchParams,
      body,
      json: () => readJson(request, body),
    });
    if (!("events" in answer)) lastUsedAt = clock.now();
    await send(answer, response, desk);
  };

  server.on("request", (request, response) => {
    handle(request, response).catch((error) => fail(error, request, response, desk));
  });
  return {
    address: addressNow(),
    get lastUsedAt() {
      return lastUsedAt;
    },
    close: async () => {
      desk.events.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** By finding. All other findings get 400 for a wrong request, and 409 for one that cannot be met now. */
const STATUS_CODES: Readonly<Record<string, number>> = {
  "no-session": 401,
  "wrong-origin": 403,
  "wrong-origin/change": 403,
  "not-found": 404,
  "not-found/method": 405,
  "too-long": 413,
  "wrong-host": 421,
  bug: 500,
};

/** @param methods That the address has. */
function noSuchAddress(response: ServerResponse, methods: readonly string[]): CliError {
  if (methods.length === 0) return deskError("not-found");
  response.setHeader("allow", methods.join(", "));
  return deskError("not-found/method");
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.startsWith("/") ? url : "/";
}

async function readJson(request: IncomingMessage, body: Readable): Promise<unknown> {
  if (!request.headers["content-type"]?.startsWith("application/json")) throw deskError("bad-request");
  const given = await text(body);
  try {
    return JSON.parse(given);
  } catch {
    throw deskError("bad-request");
  }
}

async function* limited(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw deskError("too-long");
    yield chunk;
  }
}

function sendFile({ method }: IncomingMessage, response: ServerResponse, address: string): void {
  const file = readPageFile(address);
  if (!file) throw noSuchAddress(response, []);
  if (method !== "GET") throw noSuchAddress(response, ["GET"]);
  response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length }).end(file.bytes);
}

async function send(answer: DeskAnswer, response: ServerResponse, desk: Desk): Promise<void> {
  if ("events" in answer) {
    desk.events.add(response, (ms, action) => desk.context.clock.after(ms, action));
  } else if ("json" in answer) {
    sendJson(response, 200, jsonText(answer.json, answer.reveals ? undefined : desk.context.scrub));
  } else {
    response.writeHead(200, {
      "content-type": answer.type,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(answer.name)}`,
    });
    await pipeline(Readable.from(answer.file), response);
  }
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text);
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": bytes.length })
    .end(bytes);
}

function fail(error: unknown, request: IncomingMessage, response: ServerResponse, { context }: Desk): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // A client that sends a body which nobody reads is disconnected after the answer.
  if (!request.complete) {
    response.setHeader("connection", "close");
    response.on("finish", () => request.destroy());
  }
  const failure = shownFailure(error, context);
  const { finding, exitCode } = failure;
  const status = STATUS_CODES[finding] ?? (exitCode === EXIT.usage ? 400 : 409);
  sendJson(
    response,
    status,
    jsonText(errorDocument(failure.with({ hint: hintOnPage(failure) })), context.scrub),
  );
}

/** What the page is told of it. */
function shownFailure(error: unknown, { stderr, scrub }: Desk["context"]): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof z.ZodError) return deskError("bad-request");
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(scrub(`A bug in the desk, please report it:\n${stack}\n`));
  return deskError("bug");
}

/** A folder's desk has the same port each time, where it is free: pages that were open before go on. Few others use these. */
export function portOf(folder: string): number {
  return 20_000 + (createHash("sha256").update(folder).digest().readUInt16BE() % 10_000);
}

/** @returns The port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === "EADDRINUSE";
      reject(deskError("desk-port", { port, why: cause.code ?? cause.message, isTaken }, { cause }));
    });
    server.listen(port, HOST, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** What the build makes: names without dots but the last, in the page's folder or the one beside it. */
const PAGE_FILE = /^\/(?:assets\/)?[\w-]+\.[a-z]+$/;

const PAGE_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".md": "text/plain; charset=utf-8",
};

/**
 * A file of the page, whole: together they are smaller than a photograph.
 *
 * @param address The path of its address, as it came: not decoded, so that no name leads out of the folder.
 * @returns Undefined where there is none.
 */
function readPageFile(address: string) {
  const name = address === "/" ? "/index.html" : address;
  const type = PAGE_TYPES[extname(name)];
  if (type === undefined || !PAGE_FILE.test(name)) return undefined;
  try {
    return { bytes: packageFile(`dist/desk/page${name}`), type };
  } catch {
    return undefined;
  }
}
