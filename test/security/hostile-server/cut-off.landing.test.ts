import pLimit from "p-limit";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../../src/outcome/answer.ts";
import { openClient } from "../../send/running-client.ts";
import { chunked, createdBody, type HostileRequest, reset, whole } from "./attack.ts";
import { openHostileServer } from "./hostile-server.ts";

const AT_ONCE = 8;
const HOW = {
  "of a known length": (request: HostileRequest) => whole(200, createdBody(request)),
  "in chunks": (request: HostileRequest) => chunked(200, [createdBody(request)]),
};
const ENDINGS = {
  closed: (socket: HostileRequest["socket"]) => void socket.end(),
  reset: (socket: HostileRequest["socket"]) => reset(socket),
};

describe.each(Object.keys(HOW) as (keyof typeof HOW)[])("an answer %s", (how) => {
  it.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])(
    "whose connection is %s after any of its bytes is created when its JSON is whole, and else not known",
    async (ending) => {
      const offsetOf = ({ email }: HostileRequest): number => Number(/\d+/.exec(email)?.[0]);
      let length = 0;
      /** Where the answer's JSON is whole, whatever the connection says. */
      let closedAt = 0;
      const answer = (request: HostileRequest): void => {
        const bytes = HOW[how](request);
        length = bytes.length;
        closedAt = bytes.lastIndexOf("}") + 1;
        request.socket.write(bytes.subarray(0, offsetOf(request)), () => ENDINGS[ending](request.socket));
      };
      const server = await openHostileServer({}, () => ({ name: "cut off", kinds: [], answer }));
      const client = openClient(server.url, { connections: AT_ONCE, timeoutMs: 20_000 });
      const send = async (offset: number) => {
        // Of one length for all offsets, so that all answers have the same.
        const email = `applicant-${String(offset).padStart(4, "0")}@example.com`;
        const exchange = await client.create(Buffer.from(JSON.stringify({ contactInfo: { email } })));
        const answer = readAnswer(exchange);
        const reason = answer.kind === "unreadable" ? answer.reason : null;
        return { offset, sent: exchange.sent, kind: answer.kind, reason };
      };
      await send(0);
      const limit = pLimit(AT_ONCE);
      const offsets = Array.from({ length: length + 1 }, (_, offset) => offset);
      const ends = await Promise.all(offsets.map((offset) => limit(() => send(offset))));
      await client.close();
      server.close();
      expect(ends.length).toBeGreaterThan(200);
      for (const { offset, kind, reason } of ends.filter(({ sent }) => sent)) {
        // Told as what it is: "no JSON" would blame the address.
        expect([null, "cut-off"], `offset ${offset}`).toContain(reason);
        // A reset may overtake the last bytes.
        const closed = ending === "closed" ? ["created"] : ["created", "unreadable", "no-answer"];
        expect(offset >= closedAt ? closed : ["unreadable", "no-answer"], `offset ${offset}`).toContain(kind);
      }
    },
  );
});
