import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateControl } from "../../src/send/rate-control.ts";

/** Sends as fast as allowed until then, looking up every few milliseconds as a busy program does. */
function sendUntil(rate: RateControl, fromMs: number, untilMs: number, stepMs = 1): number[] {
  const sentAtMs: number[] = [];
  for (let nowMs = fromMs; nowMs < untilMs; nowMs += stepMs) {
    while (rate.nextAtMs <= nowMs && sentAtMs.length < 100_000) {
      rate.send(nowMs);
      sentAtMs.push(nowMs);
    }
  }
  return sentAtMs;
}

describe("the rate", () => {
  it("has no limit without refusals", () => {
    const rate = new RateControl(undefined);
    for (let index = 0; index < 1_000; index++) {
      expect(rate.nextAtMs).toBeLessThanOrEqual(0);
      rate.send(0);
    }
    expect(rate.limit(0)).toBe(Number.POSITIVE_INFINITY);
    expect(rate.isSlowed(0)).toBe(false);
  });

  it("keeps to --rate with less than a second's burst, in any window", () => {
    const arbitrary = fc.record({
      perSecond: fc.integer({ min: 1, max: 200 }),
      stepMs: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ perSecond, stepMs }) => {
        const sent = sendUntil(new RateControl(perSecond), 0, 5_000, stepMs);
        for (const [index, fromMs] of sent.entries()) {
          const count = sent.slice(index).filter((atMs) => atMs < fromMs + 1_000).length;
          expect(count).toBeLessThanOrEqual(perSecond * 1.1 + 1);
        }
        expect(sent.length).toBeGreaterThanOrEqual(Math.floor(perSecond * 4.5));
      }),
      { numRuns: 30 },
    );
  });

  it("does not catch up after a pause", () => {
    const rate = new RateControl(10);
    sendUntil(rate, 0, 1_000);
    expect(sendUntil(rate, 60_000, 61_000).length).toBeLessThanOrEqual(11);
  });

  it("is halved from what was observed at a refusal, and rises 5 % a second after that", () => {
    const rate = new RateControl(undefined);
    for (let nowMs = 0; nowMs < 2_000; nowMs += 10) rate.send(nowMs);
    rate.refuse(1_990, 2_000);
    expect(rate.limit(2_000)).toBeGreaterThan(44);
    expect(rate.limit(2_000)).toBeLessThanOrEqual(50.5);
    expect(rate.limit(3_000) / rate.limit(2_000)).toBeCloseTo(1.05);
    expect(rate.limit(62_000) / rate.limit(2_000)).toBeCloseTo(1.05 ** 60);
    expect(rate.isSlowed(2_000)).toBe(true);
  });

  it("is cut once by refusals of requests that went before the cut", () => {
    const rate = new RateControl(undefined);
    for (let nowMs = 0; nowMs < 1_000; nowMs += 10) rate.send(nowMs);
    rate.refuse(900, 1_000);
    const cut = rate.limit(1_000);
    for (let index = 0; index < 8; index++) rate.refuse(950, 1_010);
    expect(rate.limit(1_000)).toBe(cut);
    rate.send(1_100);
    rate.refuse(1_100, 1_200);
    expect(rate.limit(1_200)).toBeLessThan(cut * 0.6);
  });

  it("takes waves further apart than a second for what they are on average", () => {
    const rate = new RateControl(undefined);
    for (const waveMs of [0, 3_000, 6_000]) for (let index = 0; index < 9; index++) rate.send(waveMs);
    rate.refuse(6_000, 8_900);
    expect(rate.limit(8_900)).toBeCloseTo(27 / 10 / 2);
  });

  it("takes the first moments of a run for the rate that they had, not for a second's", () => {
    const rate = new RateControl(undefined);
    for (let nowMs = 0; nowMs < 300; nowMs += 10) rate.send(nowMs);
    rate.refuse(290, 300);
    expect(rate.limit(300)).toBeGreaterThan(40);
    expect(rate.limit(300)).toBeLessThan(60);
  });

  it("never falls to a standstill, nor rises above --rate", () => {
    const rate = new RateControl(5);
    for (let nowMs = 0; nowMs < 10_000; nowMs += 100) rate.refuse(nowMs - 50, nowMs);
    expect(rate.limit(10_000)).toBeGreaterThanOrEqual(0.2);
    expect(rate.limit(10_000_000)).toBe(5);
  });

  it("does not rise while a pause keeps everything back", () => {
    const rate = new RateControl(undefined);
    for (let nowMs = 0; nowMs < 1_000; nowMs += 10) rate.send(nowMs);
    rate.refuse(990, 1_000);
    rate.pause(31_000);
    expect(rate.limit(31_000)).toBe(rate.limit(1_000));
    expect(rate.limit(32_000) / rate.limit(31_000)).toBeCloseTo(1.05);
  });
});
