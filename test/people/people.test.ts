import { describe, expect, it } from "vitest";
import { HOUSEHOLDS } from "./households.ts";
import { pairsOfOne, shareAskedAbout } from "./judge-population.ts";
import { LOAN_FILES } from "./loan-files.ts";

/** `people.long.test.ts` takes a thousand. */
const SHEETS = 30;

describe.each([HOUSEHOLDS, LOAN_FILES])("people of $name", (generator) => {
  it("do not go twice unseen where two rows may be one person", async () => {
    const { unseen } = await pairsOfOne(generator, SHEETS);
    expect(unseen).toStrictEqual([]);
  });

  it("are hardly asked about where nobody is twice", async () => {
    expect(await shareAskedAbout(generator, SHEETS)).toBeLessThanOrEqual(0.01);
  });
});
