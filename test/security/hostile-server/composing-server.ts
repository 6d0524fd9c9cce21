import { crc32 } from "node:zlib";
import { SeededRandom } from "../../simulation/seeded-random.ts";
import { createdBody, type HostileRequest, whole } from "./attack.ts";
import { compose, deliver } from "./composer.ts";
import { Granted } from "./granted.ts";
import { type HostileServer, openHostileServer } from "./hostile-server.ts";

export interface ComposingServer extends HostileServer {
  granted: Granted;
  /** Whether a request with this address arrived whole. */
  wasAsked(email: string): boolean;
}

/**
 * A server that leaves every answer to chance, and remembers what it told. Chance depends on the seed, the address and
 * how often it was asked about, and on nothing else.
 *
 * @param isSpared Requests that are answered as they should be.
 */
export async function composingServer(
  seed: number,
  isSpared: (request: HostileRequest) => boolean,
): Promise<ComposingServer> {
  const granted = new Granted();
  const asked = new Map<string, number>();
  const answer = (request: HostileRequest): void => {
    const { email, method, socket } = request;
    const count = asked.get(email) ?? 0;
    asked.set(email, count + 1);
    // A look whether the service is there: it is.
    if (method === "GET") socket.write(whole(405, "{}"));
    else if (isSpared(request)) {
      granted.note(email, createdBody(request));
      socket.write(whole(200, createdBody(request)));
    } else {
      const composition = compose(new SeededRandom(seed + crc32(`${email} ${count}`)), request);
      granted.note(email, composition.body);
      void deliver(request, composition);
    }
  };
  const server = await openHostileServer({}, () => ({ name: "composed", kinds: [], answer }));
  return { ...server, granted, wasAsked: (email) => asked.has(email) };
}
