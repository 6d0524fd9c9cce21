import { connect, type Socket } from "node:net";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";

/** What came back over a socket until it ended, byte for byte. */
export interface RawReply {
  text: string;
  /** The code of the error that ended it, as in `ECONNRESET`; null for an orderly end. */
  error: string | null;
}

/** A create request as it goes over the wire. */
export function rawCreate(sandbox: Sandbox, body: unknown, headers: readonly string[] = []): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const lines = [
    "POST /api/sandbox/lead/create HTTP/1.1",
    "Host: sandbox",
    `Authorization: Bearer ${sandbox.keys[0]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

export function openSocket(sandbox: Sandbox): Socket {
  const { hostname, port } = new URL(sandbox.url);
  return connect(Number(port), hostname);
}

/** Sends bytes as they are and gathers everything until the connection is over. */
export function exchangeRaw(sandbox: Sandbox, bytes: string | Buffer, halfClose = false): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = openSocket(sandbox);
    const chunks: Buffer[] = [];
    let error: string | null = null;
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      error = cause.code ?? cause.message;
    });
    socket.on("close", () => resolve({ text: Buffer.concat(chunks).toString(), error }));
    socket.write(bytes);
    if (halfClose) socket.end();
  });
}

export function statusOf({ text }: RawReply): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
}

export function headerOf({ text }: RawReply, name: string): string | undefined {
  const head = text.split("\r\n\r\n")[0] ?? "";
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
}

export function bodyOf({ text }: RawReply): string {
  return text.slice(text.indexOf("\r\n\r\n") + 4);
}
