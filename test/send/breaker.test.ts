import { describe, expect, it } from "vitest";
import { Breaker, type Health } from "../../src/send/breaker.ts";

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
