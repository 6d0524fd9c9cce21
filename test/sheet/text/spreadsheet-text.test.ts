import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  csvLine,
  escapeFormula,
  plainCellsReader,
  unescapeFormula,
} from "../../../src/sheet/text/spreadsheet-text.ts";

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

describe("cells that stand in JSON as in CSV", () => {
  const asCsv = (cells: readonly string[]): string =>
    csvLine(cells.map(escapeFormula), ",").replace(/\r\n$/, "");
  const read = (cells: readonly unknown[], count = cells.length): string | undefined =>
    plainCellsReader(count)(JSON.stringify(cells));

  it("are read as they are written one by one, if at all", () => {
    const cell = fc.oneof(
      hostileText,
      fc.string({ unit: fc.constantFrom(...`,"'[]=+ a1`), maxLength: 6 }),
      fc.string({ unit: "binary" }),
    );
    let readCount = 0;
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        const text = read(cells);
        if (text === undefined) expect(JSON.stringify(cells)).toContain("\\");
        else {
          readCount += 1;
          expect(text).toBe(asCsv(cells));
        }
      }),
      { numRuns: 3000 },
    );
    expect(readCount).toBeGreaterThan(300);
  });

  it.each([
    ["a value that is no text", ["a", 1]],
    ["nothing", ["a", null]],
    ["a list", ["a", { json: "[1]" }]],
    ["what JSON escapes", ["a", 'say "b"']],
    ["a line break", ["a", "b\nc"]],
  ])("are not read where one is %s", (_what, cells) => {
    expect(read(cells)).toBeUndefined();
  });

  it("are not read where they are fewer or more than the columns", () => {
    expect([read(["a", "b"], 3), read(["a", "b"], 1), read([], 0)]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(read(["a", "+b"], 2)).toBe(`"a","'+b"`);
  });
});
