import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineView } from "../../../src/report/model/timeline.ts";
import { timelineCharts } from "../../../src/report/page/chart.ts";

function viewOf(counts: readonly number[], bucketMs: number, durationMs: number): TimelineView {
  return {
    bucketMs,
    buckets: counts.map((created) => ({
      counts: { created, refused: 0, other: 0 },
      p50Ms: created > 0 ? 2 : null,
      p95Ms: created > 0 ? 9 : null,
    })),
    rounds: [],
    attemptCount: counts.reduce((sum, count) => sum + count, 0),
    durationMs,
    latencyMs: { p50: 2, p95: 9, p99: 9, max: 9 },
    answers: [],
  };
}

/** The two figures of the caption, in answers a second. */
function rates(view: TimelineView): { peak: number; mean: number } {
  const words = /At most ([\d,.]+)\/s, ([\d,.]+)\/s on average/.exec(timelineCharts(view).text);
  const [peak, mean] = [words?.[1], words?.[2]].map((text) => Number(text?.replaceAll(",", "")));
  return { peak: peak ?? Number.NaN, mean: mean ?? Number.NaN };
}

describe("answers a second", () => {
  it("are counted over the time that a short run took", () => {
    expect(rates(viewOf([48], 250, 91))).toEqual({ peak: 527, mean: 527 });
  });

  it("take no peak from the mere beginning of a last bucket", () => {
    expect(rates(viewOf([25, 5, 2], 250, 502))).toEqual({ peak: 100, mean: 64 });
  });

  it("are at most no less than they are on average", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (counts, part) => {
          const { peak, mean } = rates(viewOf(counts, 250, (counts.length - 1 + part) * 250));
          expect(peak).toBeGreaterThanOrEqual(mean);
        },
      ),
    );
  });
});
