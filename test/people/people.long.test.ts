import { describe, expect, it, vi } from "vitest";
import { HOUSEHOLDS } from "./households.ts";
import { pairsOfOne, shareAskedAbout } from "./judge-population.ts";
import { LOAN_FILES } from "./loan-files.ts";

const SHEETS = 1000;
vi.setConfig({ testTimeout: 600_000 });

describe.each([HOUSEHOLDS, LOAN_FILES])("people of $name", (generator) => {
  it("do not go twice unseen where two rows may be one person, and seldom where they are one", async () => {
    const pairs = await pairsOfOne(generator, SHEETS);
    expect(pairs.unseen).toStrictEqual([]);
    // Whoever comes again with another phone, address, reference and e-mail is somebody else to anybody.
    expect(pairs.missed / pairs.true).toBeLessThan(0.15);
  });

  it("are hardly asked about where nobody is twice", async () => {
    expect(await shareAskedAbout(generator, SHEETS)).toBeLessThanOrEqual(0.01);
  });
});
