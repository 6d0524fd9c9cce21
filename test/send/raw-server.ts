import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawServer {
  url: string;
  port: number;
  connectionCount(): number;
  /** Everything that arrived, over all connections. */
  received(): string;
}

/** A server that answers with bytes as a test writes them, for what no HTTP server would do. */
export async function rawServer(onConnection: (socket: Socket, index: number) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  let text = "";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket, count++);
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connectionCount: () => count,
    received: () => text,
  };
}

/** Listens on loopback for one test. @returns The port. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Whoever comes through one of them reaches the other. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on("error", () => undefined);
  one.pipe(other).pipe(one);
  one.on("close", () => other.destroy());
  other.on("close", () => one.destroy());
}

/** One that answers every request with the same bytes. */
export function answering(bytes: string | Buffer): Promise<RawServer> {
  return rawServer((socket) => onRequest(socket, () => socket.write(bytes)));
}

/** Calls back for each whole request on a connection (head and body of a known length), and never stops reading. */
export function onRequest(socket: Socket, callback: (request: string) => void): void {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, headEnd + 2))?.[1] ?? 0);
      const end = headEnd + 4 + length;
      if (text.length < end) return;
      const request = text.slice(0, end);
      text = text.slice(end);
      if (!socket.destroyed) callback(request);
    }
  });
}

/** What a proxy does with CONNECT: it answers 502 where the service cannot be reached, and passes a reset on. */
export function openTunnel(socket: Socket, port: number): void {
  socket.once("data", () => {
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on("error", () => {
      if (upstream.bytesWritten === 0) socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
      else socket.resetAndDestroy();
    });
    socket.on("close", () => upstream.destroy());
  });
}

/** An answer as it goes over the network. */
export function rawAnswer(status: number, body: string | Buffer, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} X`, `content-length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

export const CREATED_BODY = JSON.stringify({
  success: true,
  quoteId: "quote-1",
  loginUrl: "https://service.example/api/auth/callback/credentials?token=abc",
});
