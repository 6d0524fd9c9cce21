import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAmong, NO_PLACE_YET, OPEN_WORDS } from "../../../src/sheet/vocabulary/placeholder-words.ts";

describe("words for what is not known yet", () => {
  it.each([
    ["any field", OPEN_WORDS],
    ["a place", NO_PLACE_YET],
  ])("of %s are all found by how they begin", (_what, phrases) => {
    const written = new RegExp(phrases.pattern.source.replace("(?=[a-z])", ""));
    fc.assert(
      fc.property(fc.stringMatching(written, { maxLength: 40 }), fc.boolean(), (text, isLoud) => {
        const cell = isLoud ? text.toUpperCase() : text;
        expect(isAmong(phrases, cell)).toBe(phrases.pattern.test(cell) && cell.length <= 40);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are no town's and no kind of house", () => {
    expect(
      ["Noblesville", "Tobyhanna", "Looking Glass", "Seeley", "Location, ID"].some((text) =>
        isAmong(NO_PLACE_YET, text),
      ),
    ).toBe(false);
    expect(["condo", "Callao", "4155550100", "No"].some((text) => isAmong(OPEN_WORDS, text))).toBe(false);
  });
});
