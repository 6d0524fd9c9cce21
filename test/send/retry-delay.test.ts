import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, retryAfterMs } from "../../src/send/retry-delay.ts";
import { stopFromRetryAfter } from "../../src/send/stop-reason.ts";

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

const NOW = new Date("2026-10-21T07:28:00Z");

describe("the Retry-After header", () => {
  it.each([
    ["0", 0],
    ["1", 1_000],
    [" 120 ", 120_000],
    ["00007", 7_000],
    ["Wed, 21 Oct 2026 07:28:30 GMT", 30_000],
    ["Wednesday, 21-Oct-26 07:28:30 GMT", 30_000],
    ["Wed Oct 21 07:28:30 2026", 30_000],
    ["Wed, 21 Oct 2026 07:27:00 GMT", 0],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("%j means a wait of %i ms", (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([
    null,
    "",
    "soon",
    "-1",
    "-120",
    "1.5",
    "1e3",
    "0x10",
    "1s",
    "12 34",
    "∞",
    "2026-10-21T07:28:30Z",
    "Wed, 99 Foo 2026 99:99:99 GMT",
  ])("%j is unreadable, and means nothing", (header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined();
  });

  it.each(["99999999999", "9".repeat(40), "9".repeat(400)])(
    "%s is a long wait that still can be told",
    (header) => {
      const waitMs = retryAfterMs(header, NOW) ?? 0;
      expect(waitMs).toBeGreaterThan(60_000);
      expect(stopFromRetryAfter(NOW, waitMs)).toMatchObject({ code: "retry-after", exitCode: 4 });
    },
  );

  it("says when to resume", () => {
    expect(stopFromRetryAfter(NOW, 90_000)).toMatchObject({
      code: "retry-after",
      params: { until: "2026-10-21T07:29:30.000Z" },
    });
  });
});
