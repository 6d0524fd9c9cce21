import { expect, it } from "vitest";
import { HEADER_RULES, marksOf, rulesOf } from "../../../src/sheet/headers/header-rules.ts";
import type { Tags } from "../../../src/sheet/headers/header-tags.ts";
import { wordsOf } from "../../../src/sheet/headers/header-text.ts";
import { knownHeaders } from "../../sheet-truth/known-headers.ts";

it("each change what some header of the fixtures means, or they are no rules", () => {
  const single = HEADER_RULES.map((rule) => rulesOf([rule]));
  const held = new Set<number>();
  for (const header of knownHeaders()) {
    const words = wordsOf(header);
    const tags: Tags = new Set(words.map(({ tag }) => tag ?? "unknown"));
    const marks = marksOf(tags, words);
    const meaning = (at: number) => {
      const made = single[at]?.(tags, marks);
      return made && { ...made, fits: [...tags].filter((tag) => made.fits.has(tag)) };
    };
    const [first, second = -1] = single.flatMap((apply, at) => (apply(tags, marks) ? [at] : []));
    if (first !== undefined && JSON.stringify(meaning(first)) !== JSON.stringify(meaning(second)))
      held.add(first);
  }
  expect(HEADER_RULES.filter((_, at) => !held.has(at))).toEqual([]);
});
