import { beforeAll, describe, expect, it } from "vitest";
import {
  type OracleScore,
  type SheetScore,
  scoreAccepted,
  scoreAnswered,
  scoreSheet,
} from "../sheet-truth/score-sheet.ts";
import { readTruths } from "../sheet-truth/truth.ts";

/**
 * Sheets as systems and people write them, through the built program, against what a careful person would send. How
 * each of them is read is kept beside this file, so that a change for the worse is seen, and one for the better too.
 */

const truths = Object.entries(readTruths());
const [plain, accepted] = [new Map<string, SheetScore>(), new Map<string, SheetScore>()];
const answered = new Map<string, OracleScore>();

beforeAll(async () => {
  await Promise.all([0, 1].map((part) => readPart(part)));
}, 120_000);

async function readPart(part: number): Promise<void> {
  for (const [file, truth] of truths.filter((_, index) => index % 2 === part)) {
    plain.set(file, await scoreSheet(file, truth));
    accepted.set(file, await scoreAccepted(file, truth));
    answered.set(file, await scoreAnswered(file, truth));
  }
}

const withClass = (scores: ReadonlyMap<string, SheetScore>, pattern: RegExp) =>
  [...scores].filter(([, score]) => pattern.test(score.class)).map(([file, { why }]) => [file, why] as const);

describe("sheets as systems and people write them", () => {
  it("are never read wrongly without a word", () => {
    expect(withClass(plain, /silent/)).toEqual([]);
  });

  it("are never sent wrongly without a word when their reading is accepted unread", () => {
    expect(withClass(accepted, /silent/)).toEqual([]);
  });

  it("are read as well as they ever were", async () => {
    const lines = truths.map(([file]) => {
      const { class: name = "not read", questions = [] } = plain.get(file) ?? {};
      const ids = questions.map(({ id }) => `\n    ${id}`).join("");
      return `${file}: ${name}${ids}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("sheets.snapshot.txt");
  });

  it("ask little: one question in the middle, four at most in all but a few", () => {
    const counts = [...answered.values()].map(({ asked }) => asked.length).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(1);
    expect(counts.filter((count) => count > 4).length).toBeLessThanOrEqual(3);
  });

  it("become right once what they ask is answered", () => {
    expect(withClass(answered, /^(?!right)/)).toEqual([]);
  });
});
