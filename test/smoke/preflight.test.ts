import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import type { HttpResponse } from "../../src/send/client.ts";
import type { StepContext } from "../../src/smoke/check.ts";
import { looksMax, preflight } from "../../src/smoke/preflight.ts";
import { emptyLedger, SmokeRound } from "../../src/smoke/smoke-round.ts";
import { failure, reply } from "../simulation/exchanges.ts";

const CONTEXT: StepContext = {
  baseUrl: "https://service.example",
  createPath: "/api/acme/lead/create",
  partner: "acme",
  authorization: "Bearer key",
  wrongKey: "wrong",
  mayCreate: false,
  existingUser: null,
  email: (label) => `${label}@example.com`,
};
const REFUSED = failure(false, "ECONNREFUSED");
const UNAUTHORIZED = reply(401, { message: "Unauthorized" });
const THERE = reply(400, { error: { issues: [] } });

/** Looks for a service that answers by what it is asked for the how-many-eth time; nobody waits for it. */
async function look(waitMs: number, answerTo: (look: number) => HttpResponse) {
  let nowMs = 0;
  let looks = 0;
  const said: string[] = [];
  const clock: Clock = {
    ...systemClock,
    now: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs;
    },
  };
  const send = async () => {
    looks += 1;
    return answerTo(looks);
  };
  const { signal } = new AbortController();
  const round = new SmokeRound(CONTEXT, { send, clock, signal, random: () => 0, ledger: emptyLedger() });
  const failure = await preflight(round, { ...PLACE, waitMs }, ({ code }) => void said.push(code));
  return { failure, looks, said, nowMs };
}

const PLACE = { environment: "staging", keyVariable: "STAGING_KEY" };

describe("waiting for a service", () => {
  it("ends when it is over, after no more looks than were announced, however long it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3_600_000 }), async (waitMs) => {
        const { failure, looks, nowMs } = await look(waitMs, () => REFUSED);
        expect(failure?.exitCode).toBe(4);
        expect(looks).toBeLessThanOrEqual(looksMax(waitMs));
        expect(nowMs).toBe(waitMs);
      }),
    );
  });

  it("ends as soon as there is one", async () => {
    const { failure, nowMs, said } = await look(60_000, (count) => (count < 4 ? REFUSED : THERE));
    expect(failure).toBeNull();
    expect(nowMs).toBe(1_000 + 1_500 + 2_250);
    expect(said).toHaveLength(3);
  });

  it("does not begin where the key is refused: the service is there", async () => {
    const { failure, looks } = await look(60_000, () => UNAUTHORIZED);
    expect(failure?.code).toBe("key-refused");
    expect(looks).toBe(1);
  });
});
