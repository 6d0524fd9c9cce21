import { describe, expect, it, vi } from "vitest";
import { pairsOfOne, shareAskedAbout } from "./judge-population.ts";

const SHEETS = 2000;
vi.setConfig({ testTimeout: 600_000 });

describe("people of a broker's loan files", () => {
  it("do not go twice unseen where two rows may be one person, and seldom where they are one", async () => {
    const pairs = await pairsOfOne(SHEETS);
    expect(pairs.unseen).toStrictEqual([]);
    // Whoever comes again with another phone, address, reference and e-mail is somebody else to anybody.
    expect(pairs.missed / pairs.true).toBeLessThan(0.15);
  });

  it("are hardly asked about where nobody is twice", async () => {
    expect(await shareAskedAbout(SHEETS)).toBeLessThanOrEqual(0.01);
  });
});
