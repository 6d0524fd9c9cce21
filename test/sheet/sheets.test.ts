import { beforeAll, describe, expect, it } from "vitest";
import { type SheetScores, scoreSheet } from "../sheet-truth/score-sheet.ts";
import { readTruths } from "../sheet-truth/truth.ts";

/**
 * Sheets as systems and people write them, against what a careful person would send. How
 * each of them is read is kept beside this file, so that a change for the worse is seen, and one for the better too.
 */

/** Sheets that are not read rightly whatever is answered; each is named in the snapshot. */
const NOT_RIGHT_MAX = 8;

const truths = Object.entries(readTruths());
const sheets: (readonly [string, SheetScores])[] = [];

beforeAll(async () => {
  for (const [file, truth] of truths) sheets.push([file, await scoreSheet(file, truth)]);
  sheets.sort(([a], [b]) => (a < b ? -1 : 1));
}, 120_000);

/** Sheets that are read like this, and why. */
const withClass = (reading: "plain" | "accepted" | "answered", pattern: RegExp) =>
  sheets
    .filter(([, scores]) => pattern.test(scores[reading].class))
    .map(([file, scores]) => [file, ...scores[reading].why].join("\n  "));

describe("sheets as systems and people write them", () => {
  it("are never read wrongly without a word", () => {
    expect(withClass("plain", /silent/)).toEqual([]);
  });

  it("are never sent wrongly without a word when their reading is accepted unread", () => {
    expect(withClass("accepted", /silent/)).toEqual([]);
  });

  it("are read as well as they ever were", async () => {
    const lines = sheets.map(([file, { plain, answered }]) => {
      const ids = plain.questions.map(({ id }) => `\n    ${id}`).join("");
      const after = answered.class === plain.class ? "" : `, once answered ${answered.class}`;
      return `${file}: ${plain.class}${after}${ids}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("sheets.snapshot.txt");
  });

  it("ask little: one question in the middle, four at most in all but a few", () => {
    const counts = sheets.map(([, { asked }]) => asked.length).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(1);
    expect(counts.filter((count) => count > 4).length).toBeLessThanOrEqual(3);
  });

  it("become right once what they ask is answered, but for a few", () => {
    expect(withClass("answered", /silent/)).toEqual([]);
    expect(withClass("answered", /^(?!right)/).length).toBeLessThanOrEqual(NOT_RIGHT_MAX);
  });
});
