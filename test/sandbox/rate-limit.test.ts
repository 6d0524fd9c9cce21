import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { RateWindow } from "../../src/sandbox/answer-create.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

describe("RateWindow", () => {
  it("takes so many requests in any stretch of the window, and says when the next one goes", () => {
    const window = new RateWindow({ requests: 3, perMs: 1_000 });
    expect([0, 100, 900].map((nowMs) => window.take(nowMs))).toEqual([0, 0, 0]);
    expect(window.take(950)).toBe(50);
    expect(window.take(1_000)).toBe(0);
    expect(window.take(1_050)).toBe(50);
    expect(window.take(1_100)).toBe(0);
    expect(window.take(1_100)).toBe(800);
  });

  it("never takes more, at whatever pace they come", () => {
    const window = new RateWindow({ requests: 20, perMs: 1_000 });
    const takenAtMs = Array.from({ length: 10_000 }, (_, index) => index).filter(
      (nowMs) => window.take(nowMs) === 0,
    );
    expect(takenAtMs).toHaveLength(200);
    for (const [index, atMs] of takenAtMs.entries()) {
      expect((takenAtMs[index + 20] ?? Number.POSITIVE_INFINITY) - atMs).toBeGreaterThanOrEqual(1_000);
    }
  });
});

describe("a sandbox with a rate limit", () => {
  it("answers 429 with Retry-After in whole seconds, creates nothing then, and goes on in time", async () => {
    let nowMs = 5;
    const clock: Clock = {
      now: () => nowMs,
      date: () => new Date(0),
      sleep: async () => {},
      after: systemClock.after,
    };
    const sandbox = await runningSandbox({ rateLimit: { requests: 2, perMs: 60_000 }, clock });
    const statuses: number[] = [];
    for (const name of ["a", "b", "c"]) {
      statuses.push((await create(sandbox, sampleLead(`${name}@example.com`))).status);
    }
    nowMs += 12_300;
    const refused = await create(sandbox, sampleLead("c@example.com"));
    expect(statuses).toEqual([200, 200, 429]);
    expect(refused.body).toEqual({ message: "Too many requests" });
    expect(refused.headers.get("retry-after")).toBe("48");
    expect(sandbox.quotes()).toHaveLength(2);
    nowMs += 47_700;
    expect((await create(sandbox, sampleLead("c@example.com"))).status).toBe(200);
    sandbox.change({ rateLimit: null });
    expect((await create(sandbox, sampleLead("d@example.com"))).status).toBe(200);
  });
});
