import { describe, expect, it } from "vitest";
import { jsonLine } from "../../src/terminal/json-line.ts";

describe("a document on one line", () => {
  it("holds nothing that acts on a terminal, and reads as what it was", () => {
    const value = { "\u202ekey": "\u009b31m \u007f \u2028 \ufeff \u{e0041} \u001b \ud800 é 漢 \u{1f600}" };
    const line = jsonLine(value);
    expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*\n$/u);
    expect(line).toContain("é 漢 \u{1f600}");
    expect(JSON.parse(line)).toEqual(value);
  });
});
