import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/base/text-width.ts";
import { renderConfirmation } from "../../../src/job/round/send-round.ts";
import { styleFor } from "../../../src/terminal/style.ts";

const INPUT = { name: "leads.csv", rowsRead: 5000, ready: 4962, invalid: 38, due: 4962 };
const FIRST = { row: 2, email: "j***@example.com" };

function linesOf(
  changes: { concurrency?: number; ratePerSecond?: number } = {},
  { columns = 80, due = 4962, first = FIRST as typeof FIRST | null } = {},
): string[] {
  const style = styleFor({ isTTY: true, columns }, { LANG: "C.UTF-8" }, "linux");
  const limits = { concurrency: 8, attempts: 5, ratePerSecond: null, ...changes };
  return renderConfirmation(
    "production",
    { input: { ...INPUT, due }, limits },
    first ?? undefined,
    style,
  ).split("\n");
}

describe("what is about to happen to a protected environment", () => {
  it("is told in four lines, and in three where no lead goes", () => {
    expect(linesOf({})).toStrictEqual([
      "  Confirm  production is protected: what is created there is real, and stays.",
      "  Sends    4,962 leads",
      "  First    row 2  j***@example.com",
      "  Takes    about 5m11s, 8 at once, if an answer takes 500 ms",
      "",
    ]);
    expect(linesOf({}, { due: 0, first: null }).join("")).not.toContain("First");
  });

  it("takes as long as the narrower of the limits", () => {
    expect(linesOf({ ratePerSecond: 10 })[3]).toBe("  Takes    about 8m16s, at 10/s");
    expect(linesOf({ ratePerSecond: 100 })[3]).toContain("about 5m11s, 8 at once");
    expect(linesOf({ concurrency: 256, ratePerSecond: 100 })[3]).toBe("  Takes    about 50s, at 100/s");
  });

  it.each([40, 60, 120])("fits into %i columns, and lets nothing act on the terminal", (columns) => {
    const lines = linesOf({}, { columns, first: { row: 2, email: "\u001b***@\u202eexample.com" } });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines.join("\n")).not.toMatch(/[\u001b\u202e]/);
  });
});
