import { crc32 } from "node:zlib";
import { SeededRandom } from "../../simulation/seeded-random.ts";
import { TEST_KEY } from "../../test-key.ts";
import { createdBody, type HostileRequest, whole } from "./attack.ts";
import { compose, deliver } from "./composer.ts";
import { type HostileServer, openHostileServer } from "./hostile-server.ts";

export interface ComposingServer extends HostileServer {
  /** Whether an answer to a request with this address held these ids, but for the key in them: nothing else may be believed of it. */
  hasGranted(email: string, ids: { quoteId: string; loginUrl: string }): boolean;
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
  const bodies = new Map<string, string[]>();
  const answer = (request: HostileRequest): void => {
    const { email, method, socket } = request;
    const told = bodies.get(email) ?? [];
    bodies.set(email, told);
    // A look whether the service is there: it is.
    if (method === "GET") socket.write(whole(405, "{}"));
    else if (isSpared(request)) {
      told.push(createdBody(request));
      socket.write(whole(200, createdBody(request)));
    } else {
      const composition = compose(new SeededRandom(seed + crc32(`${email} ${told.length}`)), request);
      // As it is after the way over the wire.
      told.push(Buffer.from(composition.body).toString());
      void deliver(request, composition);
    }
  };
  const server = await openHostileServer({}, () => ({ name: "composed", kinds: [], answer }));
  return {
    ...server,
    wasAsked: (email) => bodies.has(email),
    hasGranted: (email, { quoteId, loginUrl }) =>
      (bodies.get(email) ?? []).some((body) =>
        [quoteId, loginUrl].every((id) => textsOf(body).some((text) => text.includes(id))),
      ),
  };
}

/** A body as it is, and with what JSON escapes in it read. */
function textsOf(body: string): string[] {
  const unescaped = body.replace(/\\(u[0-9a-f]{4}|.)/gi, (sequence) => {
    try {
      return JSON.parse(`"${sequence}"`);
    } catch {
      return sequence;
    }
  });
  return [body, unescaped].map((text) => text.replaceAll(new RegExp(TEST_KEY, "gi"), "[key]"));
}
