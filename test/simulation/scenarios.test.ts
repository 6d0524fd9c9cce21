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

  it("ends a run with a misspelt host within a minute, by the first lead's attempts, as a wrong target", async () => {
    const { round, traces, durationMs, summary } = await play({ rowCount, model: outage("no-host", 0) });
    expect(round.stop).toMatchObject({ code: "host-not-found", exitCode: 3 });
    expect(traces).toHaveLength(5);
    expect(durationMs).toBeLessThan(60_000);
    expect(summary).toMatchObject({ pending: rowCount - 1, failed: 1 });
  });

  it("ends a run with a refusing host within a minute, as incomplete", async () => {
    const { round, traces } = await play({ rowCount, model: outage("refuse", 0) });
    expect(round.stop).toMatchObject({ code: "nothing-listens", exitCode: 4 });
    expect(traces).toHaveLength(5);
  });

  it("ends a black-holed run after three leads", async () => {
    const { round, traces, durationMs, summary } = await play({ rowCount, model: outage("silence", 0) });
    expect(round.stop).toMatchObject({ code: "unanswered", exitCode: 4 });
    expect(traces).toHaveLength(3);
    expect(durationMs).toBeLessThan(271_000);
    expect(summary).toMatchObject({ unknown: 3, pending: rowCount - 3 });
  });

  it("ends a black-holed run within minutes, when the hole opens in the middle, for the leads under way", async () => {
    const { round, durationMs, summary } = await play({ rowCount, model: outage("silence", 10_000) });
    expect(round.stop).toMatchObject({ exitCode: 4 });
    expect(durationMs).toBeLessThan(12 * 60_000);
    expect(summary.unknown).toBeLessThanOrEqual(8);
    expect(summary.failed).toBe(0);
  });

  it("ends a run that only ever hears 429 after ten minutes", async () => {
    const { round, durationMs } = await play({ rowCount: 1_000, model: outage("429", 5_000) });
    expect(round.stop).toMatchObject({ code: "no-progress", exitCode: 4 });
    expect(durationMs).toBeLessThan(11 * 60_000);
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

describe("one lead that the service cannot bear", () => {
  it("does not block the rest when it is answered 404", async () => {
    const { summary, round } = await play({
      rowCount: 200,
      natureOf: (row) => (row === 50 ? "odd" : "sound"),
    });
    expect(round.stop).toBeNull();
    expect(summary).toMatchObject({ created: 199, rejected: 1 });
  });

  it("stops a fresh run when it comes first, as the address may be wrong", async () => {
    const { summary, round, traces } = await play({
      rowCount: 200,
      natureOf: (row) => (row === 2 ? "odd" : "sound"),
    });
    expect(round.stop).toMatchObject({ code: "wrong-target", exitCode: 3 });
    expect(traces).toHaveLength(1);
    expect(summary.pending).toBe(200);
  });

  it("stops the run when three leads in a row are answered 404, which reject none of them", async () => {
    const { round, summary } = await play({
      rowCount: 200,
      natureOf: (row) => (row >= 50 ? "odd" : "sound"),
    });
    expect(round.stop).toMatchObject({ code: "wrong-target", exitCode: 3 });
    // A sound lead that was under way before may break the row once.
    expect(summary.rejected).toBeLessThan(3);
    expect(summary.pending).toBeGreaterThan(140);
  });
});

describe("a run's own pace", () => {
  it("is --rate, to the second", async () => {
    const { durationMs } = await play({ rowCount: 300, policy: { rate: 10 } });
    expect(durationMs).toBeGreaterThan(29_000);
    expect(durationMs).toBeLessThan(31_000);
  });

  it("may be slower than one request in ten minutes without counting as a standstill", async () => {
    const { round, summary } = await play({ rowCount: 4, policy: { rate: 0.001 } });
    expect(round.stop).toBeNull();
    expect(summary.created).toBe(4);
  });

  it("stops at once when it is asked to wait for longer than a minute", async () => {
    const model = { ...outage("429", 2_000), retryAfter: () => "61" };
    const { round, durationMs } = await play({ rowCount: 1_000, model });
    expect(round.stop).toMatchObject({ code: "retry-after", exitCode: 4 });
    expect(durationMs).toBeLessThan(3_000);
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
