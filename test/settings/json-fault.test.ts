import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFaultLine } from "../../src/settings/json-fault.ts";

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
  ])("%j is line %i", (text, line) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonFaultLine(text)).toBe(line);
  });

  it("is never before the line in which something was planted into JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        const lines = JSON.stringify({ value }, null, 1).split("\n");
        const at = seed % lines.length;
        lines[at] += "#";
        expect(jsonFaultLine(lines.join("\n"))).toBe(at + 1);
      }),
    );
  });
});
