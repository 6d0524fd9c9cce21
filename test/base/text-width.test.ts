import { describe, expect, it } from "vitest";
import { displayWidth, flow, padEnd, padStart, truncate, wrap } from "../../src/base/text-width.ts";
import { durationText, rateText, timeLeftText } from "../../src/terminal/number-text.ts";

describe("width of text", () => {
  it.each([
    ["abc", 3],
    ["\u001B[31mabc\u001B[39m", 3],
    ["José", 4],
    ["Jose\u0301", 4],
    ["山田", 4],
    ["ＡＢ", 4],
    ["😀", 2],
    ["🚀", 2],
    ["✔ █░", 4],
  ])("of %j is %i columns", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("is what truncation, padding and wrapping go by", () => {
    expect(truncate("山田太郎", 5, "…")).toBe("山田…");
    expect(truncate("山田", 4, "…")).toBe("山田");
    expect(truncate("abcdef", 2, "...")).toBe("");
    expect(padStart("山", 4)).toBe("  山");
    expect(padEnd("山", 4)).toBe("山  ");
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("leadctl-runs/a-long-folder x", 10)).toEqual(["leadctl-runs/a-long-folder", "x"]);
    expect(wrap("type leadctl resume 'my run' now", 12, ["leadctl resume 'my run'"])).toEqual([
      "type",
      "leadctl resume 'my run'",
      "now",
    ]);
    expect(flow(["aa", "bb", "cc"], 7, " · ")).toEqual(["aa · bb", "cc"]);
  });
});

describe("numbers for people", () => {
  it.each([
    [140, "140 ms"],
    [999.6, "1.0s"],
    [4100, "4.1s"],
    [9960, "10s"],
    [59_400, "59s"],
    [103_000, "1m43s"],
    [3_599_900, "1h00m"],
    [7_500_000, "2h05m"],
  ])("show %i ms as %s", (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text);
  });

  it.each([
    [0, "0:00"],
    [12_100, "0:13"],
    [45_100, "0:50"],
    [59_500, "1:00"],
    [141_000, "2:30"],
    [599_000, "10 min"],
    [661_000, "12 min"],
    [3_590_000, "1 h 00 min"],
    [5_000_000, "1 h 25 min"],
  ])("show %i ms that are left as %s: no more exactly than anybody knows", (durationMs, text) => {
    expect(timeLeftText(durationMs)).toBe(text);
  });

  it("show rates with a digit that says something", () => {
    expect(rateText(4.81)).toBe("4.8/s");
    expect(rateText(1234.4)).toBe("1,234/s");
  });
});
