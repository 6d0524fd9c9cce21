import { describe, expect, it } from "vitest";
import { Breaker, HalfOpenProbe, type Health } from "../../src/send/breaker.ts";

function openedAt(healths: readonly Health[]): number {
  const breaker = new Breaker();
  return healths.findIndex((health) => breaker.note(health)) + 1;
}

const many = (health: Health, count: number): Health[] => new Array<Health>(count).fill(health);

describe("the breaker", () => {
  it("opens at the fifth unknown attempt in a row", () => {
    expect(openedAt(many("unknown", 9))).toBe(5);
  });

  it("opens at the twentieth attempt in a row without a definite answer", () => {
    expect(openedAt(many("troubled", 30))).toBe(20);
    expect(openedAt([...many("troubled", 16), ...many("unknown", 4)])).toBe(20);
  });

  it("counts anew after a definite answer", () => {
    expect(openedAt([...many("unknown", 4), "definite", ...many("unknown", 4)])).toBe(0);
    expect(openedAt([...many("troubled", 19), "definite", ...many("troubled", 19)])).toBe(0);
  });

  it("takes a 429 neither for nor against the service", () => {
    expect(openedAt(many("neutral", 100))).toBe(0);
    expect(openedAt([...many("unknown", 4), ...many("neutral", 5), "unknown"])).toBe(10);
  });
});

describe("the half-open breaker", () => {
  it("lets exactly one lead go on trial", () => {
    const probe = new HalfOpenProbe(() => undefined);
    expect(probe.takeTrial()).toBe(false);
    void probe.offerTrial();
    expect([probe.takeTrial(), probe.takeTrial()]).toEqual([true, false]);
  });

  it("tells of each trial that it offers, and how that ended", async () => {
    let offerCount = 0;
    const probe = new HalfOpenProbe(() => offerCount++);
    const trial = probe.offerTrial();
    expect(offerCount).toBe(1);
    expect(probe.takeTrial()).toBe(true);
    probe.trialEnded(false);
    expect(await trial).toBe(false);
    const second = probe.offerTrial();
    expect(offerCount).toBe(2);
    probe.takeTrial();
    probe.trialEnded(true);
    expect(await second).toBe(true);
  });
});
