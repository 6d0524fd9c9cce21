import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TimeLeft } from "../../../src/job/progress/time-left.ts";

const TICK_MS = 100;

interface Moment {
  atMs: number;
  etaMs: number;
}

/**
 * A round of some rows, and what was said of the time left at each tick.
 *
 * @param paceAt Rows settled a second, at a time.
 */
function played(total: number, paceAt: (atMs: number) => number, isFreeAt = (_atMs: number) => true) {
  const left = new TimeLeft(0, 0);
  const said: Moment[] = [];
  let settled = 0;
  let atMs = 0;
  while (settled < total) {
    atMs += TICK_MS;
    settled = Math.min(total, settled + (paceAt(atMs) * TICK_MS) / 1000);
    left.note(atMs, Math.floor(settled), isFreeAt(atMs));
    const etaMs = left.msFor(total - Math.floor(settled));
    if (etaMs !== null) said.push({ atMs, etaMs });
  }
  return { said, endMs: atMs };
}

describe("the time that is left", () => {
  it("is not told before enough was seen, and is right from then on where the pace is steady", () => {
    const { said, endMs } = played(3_000, () => 30);
    expect(said[0]?.atMs).toBe(10_000);
    for (const { atMs, etaMs } of said) expect(Math.abs(atMs + etaMs - endMs)).toBeLessThan(2_000);
  });

  it("is not told of twenty rows either, however long they take", () => {
    expect(played(20, () => 0.5).said).toHaveLength(1);
  });

  it("is near the truth, and never jumps, where the pace is uneven", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 50, maxLength: 50 }), (paces) => {
        // Each second another pace, twenty a second in the long run.
        const mean = paces.reduce((sum, pace) => sum + pace, 0) / paces.length;
        fc.pre(mean > 5);
        const { said } = played(4_000, (atMs) => ((paces[Math.floor(atMs / 1000) % 50] ?? 0) * 20) / mean);
        for (const [index, { atMs, etaMs }] of said.entries()) {
          const before = said[index - 10];
          if (!before || atMs < 30_000) continue;
          // In a second it moves by a tenth at most, and two seconds, besides the second itself.
          expect(Math.abs(before.etaMs - 1_000 - etaMs)).toBeLessThan(0.1 * before.etaMs + 2_000);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("leaves out the one lead that goes first, and pauses", () => {
    const isHeld = (atMs: number): boolean => atMs <= 20_000 || (atMs > 60_000 && atMs <= 90_000);
    const { said, endMs } = played(
      3_000,
      (atMs) => (isHeld(atMs) ? 0 : 30),
      (atMs) => !isHeld(atMs),
    );
    expect(said[0]?.atMs).toBe(30_000);
    const after = said.filter(({ atMs }) => atMs > 90_000);
    for (const { atMs, etaMs } of after) expect(Math.abs(atMs + etaMs - endMs)).toBeLessThan(2_000);
  });

  it("follows a pace that has changed for good, step by step", () => {
    const { said, endMs } = played(6_000, (atMs) => (atMs < 60_000 ? 60 : 15));
    const later = said.filter(({ atMs }) => atMs > 150_000);
    for (const { atMs, etaMs } of later)
      expect(Math.abs(atMs + etaMs - endMs) / (endMs - atMs + 1_000)).toBeLessThan(0.25);
  });
});
