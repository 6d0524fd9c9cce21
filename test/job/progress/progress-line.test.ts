import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/base/text-width.ts";
import { liveLine, plainLine } from "../../../src/job/progress/progress.ts";
import type { ProgressState } from "../../../src/job/progress/progress-state.ts";
import { styleFor } from "../../../src/terminal/style.ts";
import { stateOf, summaryOf } from "./sample-state.ts";

const UTF8 = styleFor({}, { LANG: "C.UTF-8" });
const ASCII = styleFor({}, {}, "linux");
const STATES: [string, ProgressState][] = [
  ["reading", stateOf({ phase: "reading", rowsRead: 12_000, total: 0, summary: summaryOf({}) })],
  ["sending", stateOf()],
  ["paused", stateOf({ phase: "pausing", pauseReason: "asked to wait 45 s\u001B[2J" })],
];

describe("the live line", () => {
  it.each(STATES)("never exceeds its width while %s", (_, state) => {
    for (let columns = 1; columns <= 220; columns++) {
      for (const style of [UTF8, ASCII, styleFor({}, { LANG: "C.UTF-8", FORCE_COLOR: "1" })]) {
        expect(displayWidth(liveLine(state, style, columns))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("claims 100 % only when all rows are settled", () => {
    const almost = summaryOf({ total: 5000, created: 4999, pending: 1 });
    expect(plainLine(stateOf({ summary: almost }))).toContain("4,999/5,000  99%");
    expect(plainLine(stateOf({ summary: summaryOf({ total: 5000, created: 5000 }) }))).toContain("  100%");
  });
});
