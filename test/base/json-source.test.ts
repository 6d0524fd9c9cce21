import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonSource, readJsonSource } from "../../src/base/json-source.ts";

function sourceOf(text: string): JsonSource {
  const source = readJsonSource(text);
  if ("faultLine" in source) throw new Error(`fault in line ${source.faultLine}`);
  return source;
}

describe("where a text stops to be JSON", () => {
  it.each([
    ['{"a": 1,\n}', 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n// a comment\n"a": 1}', 2],
    ["{'a': 1}", 1],
    ['{"a":\n[1, 2,\n]\n}', 3],
    ['{"a": "one\nline"}', 1],
    ['{"a": 01}', 1],
    ['{"a": tru,\n"b": 2}', 1],
    ['{"a" 1}', 1],
    ['{"a": 1}\n}', 2],
    ["[1}", 1],
    ['{"a": 1\n\n', 3],
    ["", 1],
    ["[".repeat(100_000), 1],
  ])("%j is line %i", (text, line) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(readJsonSource(text)).toStrictEqual({ faultLine: line });
  });

  it("is the line in which something was planted into JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        const lines = JSON.stringify({ value }, null, 1).split("\n");
        const at = seed % lines.length;
        lines[at] += "#";
        expect(readJsonSource(lines.join("\n"))).toStrictEqual({ faultLine: at + 1 });
      }),
    );
  });
});

describe("the places of a JSON text", () => {
  const TEXT = '\ufeff{\n "a": {\n  "b,}": [1,\n   {"c": "x:\\"{"}\n  ]},\n "d": null\n}';

  it.each([
    [[], 1],
    [["a"], 2],
    [["a", "b,}"], 3],
    [["a", "b,}", 0], 3],
    [["a", "b,}", 1], 4],
    [["a", "b,}", 1, "c"], 4],
    [["d"], 6],
  ])("%j stands in line %i, also below keys that hold punctuation", (path, line) => {
    expect(sourceOf(TEXT).lineOf(path)).toBe(line);
  });

  it("that are not there have the line of what they would stand in", () => {
    expect(sourceOf(TEXT).lineOf(["a", "b,}", 7, "x"])).toBe(3);
    expect(sourceOf(TEXT).lineOf(["d", "x"])).toBe(6);
    expect(sourceOf("1").lineOf(["x"])).toBe(1);
  });

  it("tell which keys stand in one object twice, however they are written", () => {
    const text = '{"a": {"x": 1},\n"b": [{"x": 2},\n{"x": 2, "x": 1}],\n"\\u0061": 3}';
    expect(sourceOf(text).repeated).toStrictEqual([
      { path: ["b", "1", "x"], line: 3 },
      { path: ["a"], line: 4 },
    ]);
    expect(sourceOf(text).lineOf(["a"])).toBe(4);
  });

  it("are left out where nothing could walk through it", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    expect(sourceOf(text).lineOf([0, 0])).toBe(1);
  });
});
