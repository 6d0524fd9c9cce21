import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isContact, isReachable, splitContact } from "../../../src/sheet/cells/contact-cell.ts";

const BOTH = { email: "ann@example.com", phone: "951-555-0142" };

describe("a cell with an e-mail address and a telephone number", () => {
  it.each([
    ["951-555-0142 / ann@example.com", BOTH],
    ["ann@example.com, 951-555-0142", BOTH],
    ["ann@example.com951-555-0142", BOTH],
    ["951-555-0142\nann@example.com", BOTH],
    ["951-555-0142 (ann@example.com)", BOTH],
    ["951-555-0142 Email: ann@example.com", BOTH],
    ["E: ann@example.com  951-555-0142", BOTH],
    ["951-555-0142 Email:ann@example.com", BOTH],
    ["E:ann@example.com 951-555-0142", BOTH],
    ["ann@example.com (951-555-0142)", BOTH],
    ["(951-555-0142) ann@example.com", BOTH],
    ["ann@example.com (951) 555-0142", { ...BOTH, phone: "(951) 555-0142" }],
    ["(951)555-0142 / ann@example.com", { ...BOTH, phone: "(951)555-0142" }],
    ["951-555-0142 (cell) / ann@example.com", { ...BOTH, phone: "951-555-0142 (cell)" }],
    ["ann@example.com", { email: "ann@example.com" }],
    ["951-555-0142", { phone: "951-555-0142" }],
    ["ann1234567@example.com", { email: "ann1234567@example.com" }],
    [
      "ann@example.com; bob@example.com; 951-555-0142",
      { ...BOTH, email: "ann@example.com, bob@example.com" },
    ],
    ["c (951) 555-0142 / ann@example.com", { ...BOTH, phone: "c (951) 555-0142" }],
  ])("comes apart: %s", (text, parts) => {
    expect(splitContact(text)).toStrictEqual({ parts, leftOut: [] });
    expect(isContact(text)).toBe(Object.keys(parts).length === 2);
    expect(isReachable(text)).toBe(true);
  });

  it("shows what is neither", () => {
    expect(splitContact("Ann Ruiz / ann@example.com / after 5")).toStrictEqual({
      parts: { email: "ann@example.com" },
      leftOut: ["Ann Ruiz", "after 5"],
    });
    for (const text of ["Ann Ruiz / ann@example.com", "n/a", "", "call her"])
      expect(isReachable(text)).toBe(false);
  });

  it("comes apart in either order, with anything between", () => {
    const between = fc.constantFrom(" ", " / ", ", ", "; ", " | ", "\n", " - ", " & ");
    fc.assert(
      fc.property(fc.boolean(), between, (isEmailFirst, separator) => {
        const pair = isEmailFirst ? [BOTH.email, BOTH.phone] : [BOTH.phone, BOTH.email];
        expect(splitContact(pair.join(separator)).parts).toStrictEqual(BOTH);
      }),
    );
  });
});
