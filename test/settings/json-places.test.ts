import { describe, expect, it } from "vitest";
import { jsonPlaces } from "../../src/settings/json-places.ts";

describe("the places of a JSON text", () => {
  it("are the lines of its keys and items, also below keys that hold punctuation", () => {
    const text = '{\n "a": {\n  "b,}": [1,\n   {"c": "x:\\"{"}\n  ]},\n "d": null\n}';
    expect(Object.fromEntries(jsonPlaces(text).lines)).toStrictEqual({
      "": 1,
      a: 2,
      "a.b,}": 3,
      "a.b,}.0": 3,
      "a.b,}.1": 4,
      "a.b,}.1.c": 4,
      d: 6,
    });
  });

  it("tell which keys stand in one object twice, however they are written", () => {
    const text = '{"a": {"x": 1},\n"b": {"x": 2},\n"\\u0061": 3}';
    expect(jsonPlaces(text).repeated).toStrictEqual([{ path: "a", line: 3 }]);
  });
});
