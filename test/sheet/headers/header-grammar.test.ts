import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS } from "../../../src/lead/field-catalogue.ts";
import { readHeader } from "../../../src/sheet/headers/header-grammar.ts";
import { TAG_BY_PHRASE } from "../../../src/sheet/vocabulary/header-words.ts";

describe("a header", () => {
  it("that is a path, its last part or a label is taken at its word", () => {
    for (const { path, label } of FIELDS) {
      expect(readHeader(path).certainty, path).toBe("named");
      expect(readHeader(label).certainty, label).toBe("named");
      expect(readHeader(path.slice(path.lastIndexOf(".") + 1)).certainty, path).toBe("named");
    }
    expect(readHeader("address.city").place).toBe("property");
    expect(readHeader("City").place).toBeUndefined();
    expect(readHeader("ADDRESS_CITY").place).toBeUndefined();
    expect(readHeader("residentialAddress.city").place).toBe("residence");
    expect(readHeader("Residential City").place).toBe("residence");
  });

  it("of JSON is read by its keys", () => {
    expect(readHeader("", ["borrower", "firstName"])).toMatchObject({
      item: "firstName",
      whose: "applicant",
    });
    expect(readHeader("", ["address", "zip"])).toMatchObject({
      item: "zip",
      place: "property",
      certainty: "named",
    });
  });

  it.each([
    [["Mobile", "Phone", "Home Phone", "Work Phone", "Alternate Phone"]],
    [["Cell", "Primary Phone", "Evening Phone", "Day Phone", "Phone 2"]],
    [["CPHONE", "Ph", "HPHONE", "W Ph"]],
    [["mphone", "phone", "ephone", "dphone"]],
    [["Primary Email", "Email", "Work Email", "Secondary Email"]],
    [["Purpose of Refinance", "Loan Purpose", "Use of Funds", "Loan Type"]],
    [["Cash Out Purpose", "Loan Purpose"]],
  ])("goes by rank among %j", (headers) => {
    const ranks = headers.map((header) => readHeader(header).rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it.each([
    ["Borrower First Name [4000]", "Borrower First Name"],
    ["Subject Property Street [URLA.X73]", "Subject Property Street"],
    ["Borr Present Zip (FR0108)", "Borr Present Zip"],
    ["Occupancy (1811)", "Occupancy"],
  ])("is its label without the number of a field behind it: %s", (header, label) => {
    expect(readHeader(header)).toEqual(readHeader(label));
    expect(readHeader(header).certainty).toBe("certain");
  });

  it("tells the words that it does not understand", () => {
    expect(readHeader("Preferred Blue Email").rest).toEqual(["blue"]);
    expect(readHeader("Listed for sale in last 12 months").rest).toEqual(["12", "months"]);
  });
});

/** Words that mean the same wherever they stand: no numbers, and none that are part of a longer text. */
const LOOSE_WORDS = [
  "property",
  "street",
  "city",
  "zip",
  "county",
  "borrower",
  "email",
  "name",
  "applicant",
  "collateral",
];

describe("the reading of headers", () => {
  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (header) => {
        const { rank, rest } = readHeader(header);
        return rank >= 0 && rest.length <= 40;
      }),
    );
  });

  it("takes long texts of its own words in good time", () => {
    const words = [...TAG_BY_PHRASE.keys()];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 300 }), (chosen) => {
        readHeader(chosen.join(" "));
        readHeader(chosen.join(""));
        readHeader(`(${chosen.join("(")}`);
        return true;
      }),
      { numRuns: 30 },
    );
  }, 5_000);

  it("does not go by order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(LOOSE_WORDS, { minLength: 1 }), (words) => {
        const [one, other] = [words, [...words].sort()].map((order) => readHeader(order.join(" ")));
        expect({ ...one, rest: [] }).toEqual({ ...other, rest: [] });
      }),
    );
  });
});
