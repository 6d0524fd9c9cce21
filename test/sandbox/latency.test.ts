import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/base/clock.ts";
import { exchangeRaw, openSocket, rawCreate } from "./raw-http.ts";
import { create, runningSandbox } from "./running-sandbox.ts";
import { sampleLead } from "./sample-lead.ts";

describe("latency", () => {
  it("holds answers back, evenly spread around its mean", async () => {
    const sleptMs: number[] = [];
    const sleep = async (durationMs: number): Promise<void> => void sleptMs.push(durationMs);
    const clock: Clock = { now: () => 0, date: () => new Date(0), sleep, after: systemClock.after };
    const sandbox = await runningSandbox({ latency: { meanMs: 50, jitterMs: 20 }, clock });
    for (let index = 0; index < 200; index++) await create(sandbox, "{}");
    expect(sleptMs).toHaveLength(200);
    expect(Math.min(...sleptMs)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...sleptMs)).toBeLessThanOrEqual(70);
    const mean = sleptMs.reduce((sum, durationMs) => sum + durationMs, 0) / 200;
    expect(mean).toBeGreaterThan(45);
    expect(mean).toBeLessThan(55);
    sandbox.change({ latency: { meanMs: 5, jitterMs: 20 } });
    for (let index = 0; index < 50; index++) await create(sandbox, "{}");
    expect(Math.min(...sleptMs.slice(200))).toBe(0);
    sandbox.change({ latency: null });
    await create(sandbox, "{}");
    expect(sleptMs).toHaveLength(250);
  });

  it("passes after the work: a client that gives up has its lead created", async () => {
    const statuses: (number | null)[] = [];
    const log = (entry: { status: number | null }): void => void statuses.push(entry.status);
    const signals: (AbortSignal | undefined)[] = [];
    const sleep: Clock["sleep"] = (durationMs, signal) => {
      signals.push(signal);
      return systemClock.sleep(durationMs, signal);
    };
    const clock: Clock = { ...systemClock, sleep };
    const sandbox = await runningSandbox({ latency: { meanMs: 60_000 }, log, clock });
    const socket = openSocket(sandbox);
    socket.write(rawCreate(sandbox, sampleLead("jane@example.com")));
    while (sandbox.quotes().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    while (statuses.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(statuses).toEqual([null]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    sandbox.change({ latency: null });
    const again = await exchangeRaw(
      sandbox,
      rawCreate(sandbox, sampleLead("jane@example.com"), ["Connection: close"]),
    );
    expect(again.text).toContain("Email already in use");
  });
});
