import { describe, expect, it } from "vitest";
import { strayAddressParts } from "../../src/sheet/doubtful-columns.ts";
import { fieldByHeader } from "../../src/sheet/header-meaning.ts";

/** The header that is stray, among headers that have no mapping file. */
function stray(...headers: string[]): string | undefined {
  const columns = headers.map((name) => ({ column: { name }, field: fieldByHeader(name) }));
  return strayAddressParts(columns)[0]?.column.name;
}

describe("a part of an address without a word on whose it is", () => {
  it.each([
    [["Home Address", "City"], "City"],
    [["Mailing Street", "Zip"], "Zip"],
    [["Property Address", "Home Address", "City", "Home Zip"], "City"],
    [["Current Address", "Apt", "Current City"], "Apt"],
    [["Home Street", "Home City", "Unit", "Property Street"], "Unit"],
    [["Home Street", "Unit Number", "Home City"], "Unit Number"],
  ])("is stray in %j", (headers, expected) => {
    expect(stray("Email", ...headers)).toBe(expected);
  });

  it("is stray with all its like", () => {
    const columns = ["Home Address", "City", "State", "Zip"].map((name) => ({
      column: { name },
      field: fieldByHeader(name),
    }));
    expect(strayAddressParts(columns).map(({ part }) => part)).toEqual(["city", "state", "zip"]);
  });

  it.each([
    [["City", "Home Address"]],
    [["Property Address", "City", "Home Address", "Home City"]],
    [["Street", "City", "Mailing Address"]],
    [["Home Street", "Home City", "City", "Street"]],
    [["Mailing Street", "Mailing City", "Street", "City"]],
    [["Residential Zip", "Unit Number"]],
    [["Residential Street", "Unit Number", "First Name", "Residential City"]],
    [["Employer", "City"]],
    [["Home Phone", "City"]],
    [["Home Address", "address.city"]],
  ])("is the property's in %j", (headers) => {
    expect(stray("Email", ...headers)).toBeUndefined();
  });
});
