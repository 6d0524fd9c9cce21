import { describe, expect, it } from "vitest";
import { cellAddress, interfaceWords, knownCode, knownPath } from "../../src/lead/interface-words.ts";
import { RULES } from "../../src/lead/rules.ts";

const issue = { code: "custom", message: "Wisteria", path: [] };

describe("what an issue of the service's says", () => {
  it.each([
    [{ code: "invalid_type", expected: "number", received: "string" }, "Expected number, received string"],
    [{ code: "invalid_type", expected: "string", received: "undefined" }, "Required"],
    [{ code: "invalid_type", expected: "Wisteria", received: "string" }, "Wrong type"],
    [{ code: "invalid_string", validation: "email" }, "Invalid email"],
    [{ code: "invalid_string", validation: "Wisteria" }, "Invalid"],
    [{ message: "Expected integer, received null" }, "Expected integer, received null"],
    [{ code: "too_small" }, "Too small, or too short"],
    [{ code: "Wisteria" }, undefined],
    [{ code: "toString" }, undefined],
    [{ message: "Expected Wisteria, received string" }, undefined],
  ])("%o is composed anew", (fields, words) => {
    expect(interfaceWords({ ...issue, ...fields })).toBe(words);
  });

  it.each(RULES)("$id is said as the interface says it", ({ issue: known }) => {
    expect(interfaceWords(known)).toBe(known.message);
  });

  it("stands at a field, in a cell and under a code that are known, or at none", () => {
    expect(knownPath(["contactInfo", "email"])).toEqual(["contactInfo", "email"]);
    expect(knownPath(["address", "Wisteria"])).toEqual(["address"]);
    expect(knownPath(["Wisteria"])).toEqual([]);
    expect(["O17", "AAA1048576", "O0", "Wisteria", "O17\n"].map(cellAddress)).toEqual([
      "O17",
      "AAA1048576",
      ...[undefined, undefined, undefined],
    ]);
    expect([knownCode("too_big"), knownCode("Wisteria")]).toEqual(["too_big", "custom"]);
  });
});
