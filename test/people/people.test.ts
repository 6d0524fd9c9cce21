import { describe, expect, it } from "vitest";
import { pairsOfOne, shareAskedAbout } from "./judge-population.ts";

/** `people.long.test.ts` takes two thousand. */
const SHEETS = 60;

describe("people of a broker's loan files", () => {
  it("do not go twice unseen where two rows may be one person", async () => {
    const { unseen } = await pairsOfOne(SHEETS);
    expect(unseen).toStrictEqual([]);
  });

  it("are hardly asked about where nobody is twice", async () => {
    expect(await shareAskedAbout(SHEETS)).toBeLessThanOrEqual(0.01);
  });
});
