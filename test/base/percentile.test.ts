import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DurationHistogram, summarizeDurations } from "../../src/base/percentile.ts";

/** What the histogram estimates: the value in the sorted list at the rank that is nearest. */
function nearestRank(durationsMs: readonly number[], percent: number): number {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.round((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

describe("percentiles", () => {
  it("are of the nearest rank", () => {
    const summary = summarizeDurations(Array.from({ length: 100 }, (_, index) => 100 - index));
    expect(summary).toMatchObject({ count: 100, max: 100 });
    expect(summary?.p50).toBeCloseTo(50, 1);
    expect(summary?.p95).toBeCloseTo(95, 1);
    expect(summary?.p99).toBeCloseTo(99, 1);
    expect(summarizeDurations([7])).toStrictEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
    expect(summarizeDurations([])).toBeNull();
  });

  it("are exact to three digits, from a microsecond to an hour", () => {
    const durations = fc.array(fc.double({ min: 0.001, max: 3_600_000, noNaN: true }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        durations,
        fc.constantFrom(50 as const, 95 as const, 99 as const),
        (durationsMs, percent) => {
          const histogram = new DurationHistogram();
          for (const durationMs of durationsMs) histogram.record(durationMs);
          const exact = nearestRank(durationsMs, percent);
          const error = Math.abs((histogram.summary()?.[`p${percent}`] ?? Number.NaN) - exact);
          expect(error).toBeLessThanOrEqual(Math.max(0.001_01, exact * 0.001_01));
        },
      ),
    );
  });

  it("count what took longer than an hour, or no time at all", () => {
    expect(summarizeDurations([0, 1e12])).toMatchObject({ count: 2, max: 1e12 });
  });
});
