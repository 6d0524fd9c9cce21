import pLimit from "p-limit";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, readAnswer } from "../../../src/outcome/answer.ts";
import type { Exchange } from "../../../src/outcome/exchange.ts";
import { openClient } from "../../send/running-client.ts";
import { TEST_KEY } from "../../test-key.ts";
import { holdsSecret } from "../key-search/find-secret.ts";
import { type Attack, quoteIdFor } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { openHostileServer } from "./hostile-server.ts";

/** Of attacks that never come to an end by themselves. */
const TIMEOUT_MS = 500;
/** Of all others, which end on their own however busy the machine is. */
const TIMEOUT_MS_MAX = 15_000;
const AT_ONCE = 8;

const EMAILS = ["applicant-1@example.com", "applicant-2@example.com"];

interface Meeting {
  exchange: Exchange;
  answer: Answer;
  elsewhereCount: number;
}

/** Two leads, one after the other over one connection, and each is attacked. */
async function meet(attack: Attack): Promise<Meeting[]> {
  const server = await openHostileServer(attack, () => attack);
  const client = openClient(server.url, { connections: 1, timeoutMs: timeoutOf(attack) });
  const meetings: Meeting[] = [];
  for (const email of EMAILS) {
    const exchange = await client.create(Buffer.from(JSON.stringify({ contactInfo: { email } })));
    const elsewhereCount = server.elsewhereCount();
    meetings.push({ exchange, answer: readAnswer(exchange), elsewhereCount });
  }
  await client.close();
  server.close();
  return meetings;
}

function timeoutOf({ isEndless }: Attack): number {
  return isEndless ? TIMEOUT_MS : TIMEOUT_MS_MAX;
}

describe("the client, met with", () => {
  let meetings: Map<Attack, Meeting[]>;
  beforeAll(async () => {
    const limit = pLimit(AT_ONCE);
    const met = ATTACKS.map((attack) => limit(async () => [attack, await meet(attack)] as const));
    meetings = new Map(await Promise.all(met));
  }, 60_000);

  it.each(ATTACKS)("$name, tells what it was, in time, without the key", (attack) => {
    for (const [index, { exchange, answer, elsewhereCount }] of meetings.get(attack)?.entries() ?? []) {
      expect(attack.kinds, JSON.stringify(exchange).slice(0, 500)).toContain(answer.kind);
      if (!attack.isEndless) expect(exchange.error?.code).not.toBe("DEADLINE");
      expect(holdsSecret(Buffer.from(JSON.stringify({ exchange, answer })), [TEST_KEY])).toBe(false);
      if (answer.kind === "created" && answer.quoteId !== "7")
        expect(answer.quoteId).toContain(quoteIdFor(EMAILS[index] ?? ""));
      expect(elsewhereCount).toBe(0);
    }
    expect(meetings.get(attack)).toHaveLength(EMAILS.length);
  });
});
