import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { onRequest } from "../../send/raw-server.ts";
import { type Attack, answered, attack, createdBody, type HostileRequest } from "./attack.ts";

export interface HostileServer {
  /** With the scheme that the attack asks for. */
  url: string;
  /** Whole requests so far. */
  requestCount(): number;
  /** Connections to the second listener, where nobody has any business. */
  elsewhereCount(): number;
  close(): void;
}

/** A listener on raw sockets that meets every request as an attack says, but for the first where that is spared. */
export async function hostileServer(attack: Attack): Promise<HostileServer> {
  const isSpared = (request: HostileRequest): boolean => request.index === 0 && attack.isFromStart !== true;
  const server = await openHostileServer(attack, (request) => (isSpared(request) ? CREATE : attack));
  onTestFinished(() => server.close());
  return server;
}

const CREATE = attack("no attack", "created", answered(200, createdBody));

/**
 * One that meets every other address of `applicant-2`, `applicant-3` and so on as the next attack says, and those
 * between them as they should be.
 */
export async function paradeServer(attacks: readonly Attack[]): Promise<HostileServer> {
  const server = await openHostileServer({}, ({ email }) => paradeAttack(attacks, email) ?? CREATE);
  onTestFinished(() => server.close());
  return server;
}

/** What an address of a parade meets; undefined: nothing out of the ordinary. */
export function paradeAttack(attacks: readonly Attack[], email: string): Attack | undefined {
  const number = Number(/\d+/.exec(email)?.[0]);
  return number % 2 === 1 ? attacks[(number - 3) / 2] : undefined;
}

/** @param choose What a request is met with. */
export async function openHostileServer(
  { greet, isTls }: Pick<Attack, "greet" | "isTls">,
  choose: (request: HostileRequest) => Attack,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let requestCount = 0;
  let elsewhereCount = 0;
  const elsewhere = await listening((socket) => {
    elsewhereCount += 1;
    socket.destroy();
  });
  const server = await listening((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    greet?.(socket);
    if (isTls) {
      socket.resume();
      return;
    }
    onRequest(socket, (text) => {
      const request = requestOf(text, socket, requestCount++, addressOf(elsewhere));
      choose(request).answer?.(request);
    });
  });
  return {
    url: addressOf(server).replace("http:", isTls ? "https:" : "http:"),
    requestCount: () => requestCount,
    elsewhereCount: () => elsewhereCount,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      elsewhere.close();
    },
  };
}

function requestOf(text: string, socket: Socket, index: number, elsewhere: string): HostileRequest {
  return {
    socket,
    index,
    elsewhere,
    text,
    method: text.slice(0, text.indexOf(" ")),
    authorization: /^authorization: (.*)\r$/im.exec(text)?.[1] ?? "",
    email: /"email":"([^"]*)"/.exec(text)?.[1] ?? "",
  };
}

function listening(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not a TCP address");
  return `http://127.0.0.1:${address.port}`;
}
