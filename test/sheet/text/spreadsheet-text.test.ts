import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeFormula, unescapeFormula } from "../../../src/sheet/text/spreadsheet-text.ts";

const ACTIVE_STARTS = [..."=+-@＝＋－＠\t\r\n\0"];
const hostileText = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("'", " ", "\u00A0", "\u200B", "\uFEFF"), maxLength: 4 }),
    fc.constantFrom(...ACTIVE_STARTS, "a", ""),
    fc.string({ unit: "binary" }),
  )
  .map((parts) => parts.join(""));

describe("escaping of cells", () => {
  it.each([
    "=1+1",
    "+1 555-010-0001",
    "-4",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    " =1",
    "\uFEFF=1",
  ])("puts an apostrophe before %j", (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  it.each(["", "O'Neil", "'tis", "12 Main St", "a=b", "'", " x", "1-2", "Ann\n=1"])(
    "leaves %j as it is",
    (text) => {
      expect(escapeFormula(text)).toBe(text);
      expect(unescapeFormula(text)).toBe(text);
    },
  );

  it("gives back every text, one that began with an apostrophe too", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: "binary" })), (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves no text that begins with a formula character, in whatever space", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(escapeFormula(text)).not.toMatch(/^(?:[\t\r\n\0]|[ \u00A0\u200B\uFEFF]*[=+\-@＝＋－＠])/);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves text alone that was never escaped, but for an apostrophe before a formula character", () => {
    expect(unescapeFormula("+1 555")).toBe("+1 555");
    expect(unescapeFormula("'+1 555")).toBe("+1 555");
    expect(unescapeFormula("''+1 555")).toBe("'+1 555");
  });
});
