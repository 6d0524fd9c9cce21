import type { Socket } from "node:net";
import type { AnswerKind } from "../../../src/outcome/answer.ts";

/** A request as it arrived at the hostile server, whole. */
export interface HostileRequest {
  socket: Socket;
  /** Counts the requests over all connections, from 0. */
  index: number;
  method: string;
  /** Its bytes as text, with the key in it. */
  text: string;
  /** The value of its Authorization header. */
  authorization: string;
  /** Of the lead in it. */
  email: string;
  /** The address of a second listener, which must never be asked for anything. */
  elsewhere: string;
}

/** One way to do harm to whoever asks. */
export interface Attack {
  name: string;
  /** What an honest reader may take the answer for. */
  kinds: readonly AnswerKind[];
  /** Answers with bytes of its own making; absent: never. */
  answer?(request: HostileRequest): void;
  /** Done to every new connection, before anything has arrived. */
  greet?(socket: Socket): void;
  /** The address is given with https, though what answers is as raw as ever. */
  isTls?: boolean;
  /** Only the deadline ends it. */
  isEndless?: boolean;
  /** Each request is met, the first as well; otherwise the first lead is created as it should be. */
  isFromStart?: boolean;
  /** The connection ends right behind a good answer: the request that comes next may be under way by then, and is lost. */
  endsConnection?: boolean;
}

/**
 * An attack that is nothing but an answer.
 *
 * @param kinds What an honest reader may take it for.
 * @param make Gives the bytes to write, or does whatever else it does.
 */
export function attack(
  name: string,
  kinds: AnswerKind | readonly AnswerKind[],
  make: (request: HostileRequest) => unknown,
): Attack {
  const answer = (request: HostileRequest): void => {
    const bytes = make(request);
    if (typeof bytes === "string" || Buffer.isBuffer(bytes)) request.socket.write(bytes);
  };
  return { name, kinds: typeof kinds === "string" ? [kinds] : kinds, answer };
}

/** The same where only the deadline ends it. */
export function endless(...parts: Parameters<typeof attack>): Attack {
  return { ...attack(...parts), isEndless: true };
}

/** Stands in every login link that the hostile server gives away. */
export const TOKEN = "HOSTILE-TOKEN";

/** What the server calls the quote of an address: nobody else may be told that it is theirs. */
export function quoteIdFor(email: string): string {
  return `q-${email.replace(/\W/g, "-")}`;
}

export function loginUrlFor(email: string): string {
  return `https://service.example/api/auth/callback/credentials?token=${TOKEN}-${quoteIdFor(email)}`;
}

export function createdBody({ email }: Pick<HostileRequest, "email">, changes: object = {}): string {
  return JSON.stringify({
    success: true,
    quoteId: quoteIdFor(email),
    loginUrl: loginUrlFor(email),
    ...changes,
  });
}

/** A status line and headers as they are given, and the empty line after them. */
export function head(status: number | string, ...headers: string[]): Buffer {
  return Buffer.from([`HTTP/1.1 ${status} X`, ...headers, "", ""].join("\r\n"), "latin1");
}

/** A proper answer of a known length. */
export function whole(status: number, body: string | Buffer, ...headers: string[]): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(status, `content-length: ${bytes.length}`, ...headers), bytes]);
}

/** The same in chunks. */
export function chunked(status: number, parts: readonly (string | Buffer)[], ...headers: string[]): Buffer {
  const chunks = parts.map((part) => {
    const bytes = Buffer.from(part);
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  });
  return Buffer.concat([
    head(status, "transfer-encoding: chunked", ...headers),
    ...chunks,
    Buffer.from("0\r\n\r\n"),
  ]);
}

/** Writes something again and again, as fast as it is taken or at an interval, until the connection is gone. */
export function flood(socket: Socket, next: () => Buffer | string, intervalMs = 0): void {
  const isOpen = (): boolean => !socket.destroyed && socket.writable;
  const goOn = (): void => {
    if (!isOpen()) return;
    if (socket.write(next())) setTimeout(goOn, intervalMs);
    else socket.once("drain", () => setTimeout(goOn, intervalMs));
  };
  goOn();
}

/** Writes byte by byte, or so many at a time. */
export function drip(socket: Socket, bytes: Buffer, intervalMs: number, count = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at < bytes.length && !socket.destroyed) socket.write(bytes.subarray(at, at + count));
    else clearInterval(timer);
    at += count;
  }, intervalMs);
  socket.once("close", () => clearInterval(timer));
}

/** What closes a connection without a farewell. */
export function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** A proper answer whose body depends on the request. */
export function answered(
  status: number,
  body: (request: HostileRequest) => string | Buffer,
  ...headers: string[]
): (request: HostileRequest) => Buffer {
  return (request) => whole(status, body(request), ...headers);
}

export function issuesBody(issues: unknown): string {
  return JSON.stringify({ error: { issues } });
}

/** Deeper than any stack that follows it by calling itself. */
export const DEPTH = 100_000;

export function deep(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

/** Writes an answer as it is given, and ends the connection. */
export function ended(bytes: (request: HostileRequest) => string | Buffer) {
  return (request: HostileRequest): void => {
    request.socket.end(bytes(request));
  };
}
