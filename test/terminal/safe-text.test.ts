import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentLine, safeFileText, safeLines, safeText } from "../../src/terminal/safe-text.ts";

const ACTIVE =
  "\u0000\u0007\b\t\n\r\u001B\u007F\u0085\u009B\u00AD\u061C\u200B\u200D\u200E\u202E\u2028\u2066\uFEFF\u{E0041}";
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(...ACTIVE, "a", "é", "✔", "\uD800") }),
);

describe("safe text", () => {
  it.each([
    ["\u001B[31mred", "\\x1b[31mred"],
    ["a\u009B2J", "a\\x9b2J"],
    ["\u202Etxt.exe", "\\u{202e}txt.exe"],
    ["one\r\ntwo\t", "one\\r\\ntwo\\t"],
    ["\u0000\u007F", "\\x00\\x7f"],
    ["zero\u200Bwidth\uFEFF", "zero\\u{200b}width\\u{feff}"],
  ])("shows %j as %j", (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it("leaves what a person wrote as it is", () => {
    for (const text of ["José Núñez", "O’Brien", "山田 太郎", "שלום", "C:\\leads", "✔ 😀", ""])
      expect(safeText(text)).toBe(text);
  });

  it("leaves nothing that a terminal acts on or hides, whatever comes in", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = safeText(text);
        for (const character of safe) {
          const code = character.codePointAt(0) ?? 0;
          expect(code < 0x20 || (code >= 0x7f && code <= 0x9f)).toBe(false);
          expect(code >= 0xd800 && code <= 0xdfff).toBe(false);
          expect([...ACTIVE]).not.toContain(character);
        }
        expect(safeText(safe)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps the line feeds of our own messages only where they are asked for", () => {
    expect(safeLines("one\r\ntwo\u001B\n")).toEqual(["one", "two\\x1b", ""]);
  });
});

describe("a file on a terminal", () => {
  it("has its lines, and nothing else that acts", () => {
    const csv = '\ufeff"a","b\u001b[2J"\r\n"\u202ec","\u009b31m"\r\n';
    expect(safeFileText(csv)).toBe('"a","b\\x1b[2J"\n"\\u{202e}c","\\x9b31m"\n');
  });
});

describe("a document on one line", () => {
  it("holds nothing that acts on a terminal, and reads as what it was", () => {
    const value = { "\u202ekey": "\u009b31m \u007f \u2028 \ufeff \u{e0041} \u001b \ud800 é 漢 \u{1f600}" };
    const line = documentLine("submit", value);
    expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*\n$/u);
    expect(line).toContain("é 漢 \u{1f600}");
    expect(JSON.parse(line)).toEqual({ schema: "leadctl/submit", version: 1, ...value });
  });
});
