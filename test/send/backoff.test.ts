import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../src/send/backoff.ts";

const POLICY = { retryBaseMs: 500, retryMaxMs: 20_000 };

describe("the backoff", () => {
  it("is anywhere from nothing to a bound that doubles up to the cap", () => {
    const bounds = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => backoffMs(index, POLICY, 1));
    expect(bounds).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
    expect(backoffMs(3, POLICY, 0)).toBe(0);
    expect(backoffMs(3, POLICY, 0.25)).toBe(1_000);
  });

  it("keeps within its bounds whatever the settings and the number of retries", () => {
    const settings = fc.record({
      retryBaseMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
      retryMaxMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
    });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(1e6), settings, random, (index, policy, fraction) => {
        const delayMs = backoffMs(index, policy, fraction);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(policy.retryMaxMs);
        if (index < 60) expect(delayMs).toBeLessThanOrEqual(policy.retryBaseMs * 2 ** index);
      }),
    );
  });
});
