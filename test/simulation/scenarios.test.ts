import { describe, expect, it } from "vitest";
import type { Outage, ServiceModel } from "./model-service.ts";
import { expectRateKept, type Played, POLICY, play, RETRY_AFTER } from "./play-scenario.ts";

function outage(
  kind: Outage["kind"],
  fromMs: number,
  untilMs = Number.POSITIVE_INFINITY,
): Partial<ServiceModel> {
  return { outages: [{ kind, fromMs, untilMs }] };
}

describe("a service that is not there", () => {
  const rowCount = 100_000;

  it("ends a black-holed run within minutes, when the hole opens in the middle, for the leads under way", async () => {
    const { round, durationMs, summary } = await play({ rowCount, model: outage("silence", 10_000) });
    expect(round.stop).toMatchObject({ exitCode: 4 });
    expect(durationMs).toBeLessThan(12 * 60_000);
    expect(summary.unknown).toBeLessThanOrEqual(8);
    expect(summary.failed).toBe(0);
  });
});

describe("an outage of four seconds in the middle", () => {
  let calm: Played | undefined;

  it.each(["refuse", "no-host", "reset", "silence", "502", "500"] as const)(
    "(%s) costs a pause, and at most what was under way",
    async (kind) => {
      calm ??= await play({ rowCount: 1_000 });
      const { round, summary, durationMs } = await play({
        rowCount: 1_000,
        model: outage(kind, 5_000, 9_000),
      });
      expect(round.stop).toBeNull();
      expect(summary.unknown).toBeLessThanOrEqual(POLICY.concurrency);
      expect(summary.failed).toBe(0);
      expect(summary.pending).toBe(0);
      const pauseMs = kind === "silence" ? 90_000 + 5_000 : 4_000 + 5_000;
      expect(durationMs - calm.durationMs).toBeLessThan(pauseMs + 10_000);
    },
  );

  it("loses no more than what was under way at any concurrency", async () => {
    for (const concurrency of [1, 2, 5, 16, 64]) {
      const { summary } = await play({
        // More than a second's worth.
        rowCount: Math.min(60 * concurrency, 1_600),
        policy: { concurrency },
        model: outage("reset", 1_000, 5_000),
      });
      expect(summary.unknown).toBeLessThanOrEqual(Math.max(5, concurrency));
    }
  });
});

describe("a limit that drops from 1,000 to 10 a second for a minute, at the default concurrency,", () => {
  it.each(RETRY_AFTER)("is kept to %s, and the old rate comes back", (_how, retryAfter) =>
    expectRateKept(8, 15_000, retryAfter),
  );
});

describe("a run's own pace", () => {
  it("may be slower than one request in ten minutes without counting as a standstill", async () => {
    const { round, summary } = await play({ rowCount: 4, policy: { rate: 0.001 } });
    expect(round.stop).toBeNull();
    expect(summary.created).toBe(4);
  });

  it("leaves nothing running when the breaker opens with the last leads", async () => {
    const { round, traces, clock } = await play({
      rowCount: 100,
      model: outage("reset", 500),
      policy: { concurrency: 16 },
    });
    const requestCount = traces.length;
    await clock.run(new Promise<void>((resolve) => void clock.after(600_000, resolve)));
    expect(traces).toHaveLength(requestCount);
    expect(round.end).toBe("ended");
  });
});
