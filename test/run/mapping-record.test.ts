import { describe, expect, it } from "vitest";
import { decodeMapping, encodeMapping } from "../../src/run/plan/plan-record.ts";
import type { Mapping } from "../../src/sheet/columns/mapping.ts";

describe("a mapping in a plan", () => {
  it("comes back as it was, but for the headers that only the run's own input must have", () => {
    const mapping: Mapping = {
      name: "partner.json",
      columns: new Map([
        ["Kind", { field: "buildingType", values: { Flat: "condo", "": null } }],
        ["J: Street", { field: null }],
        ["__proto__", { field: "address.city" }],
      ]),
      headers: ["Kind", "Mail"],
      answers: new Map([["word:propertyUsage:noo", "investment"]]),
      constants: new Map([["loanPurpose", "investment"]]),
      defaults: new Map([["propertyUnits", 2]]),
      decimalMark: ",",
    };
    const back = decodeMapping(JSON.parse(JSON.stringify(encodeMapping(mapping))));
    expect(back).toStrictEqual({ ...mapping, headers: [] });
  });
});
