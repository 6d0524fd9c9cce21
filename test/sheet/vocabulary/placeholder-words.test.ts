import { expect, it } from "vitest";
import { isAmong, NO_PLACE_YET, OPEN_WORDS } from "../../../src/sheet/vocabulary/placeholder-words.ts";

it("knows no town and no kind of house as a word for what is not known yet", () => {
  expect(
    ["Noblesville", "Tobyhanna", "Looking Glass", "Seeley", "Location, ID"].some((text) =>
      isAmong(NO_PLACE_YET, text),
    ),
  ).toBe(false);
  expect(["condo", "Callao", "4155550100", "No"].some((text) => isAmong(OPEN_WORDS, text))).toBe(false);
});
