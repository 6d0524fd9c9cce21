import { describe, expect, it } from "vitest";
import { referenceOf } from "../../../src/sheet/cells/address-reference.ts";
import { isUnitLine, streetUnit } from "../../../src/sheet/cells/street-unit.ts";
import { unitCountInWords } from "../../../src/sheet/cells/unit-count.ts";

describe("the unit in a street", () => {
  it.each([
    ["10 H St Apt 4", 4],
    ["10 H St, Apt. #4", 4],
    ["10 H St #12", 12],
    ["10 H St # 12", 12],
    ["10 H St Ste 200", 200],
    ["10 H St Apartment No. 4", 4],
    ["10 H ST UNIT 9", 9],
    ["Apt 4, 10 H St", 4],
    ["Calle Luna 8 Apto 5", 5],
    ["Calle Luna 8, Apartamento 3", 3],
    ["10 H St Unidad #4", 4],
    ["#12 - 400 Boylston Ave E", 12],
    ["Unit 9 - 44 W Lake St", 9],
    ["123 Hwy 6 #4", 4],
    ["10 H St Bldg #3 #12", 12],
    ["10 Gate St #12", 12],
    ["10 H St Suite 100 Bldg 3", 100],
  ])("%s is a number", (street, number) => {
    expect(streetUnit(street)?.number).toBe(number);
  });

  it.each([
    ["10 H St Unit 9B", "9B"],
    ["10 H St Apt 4-B", "4-B"],
    ["10 H St Apt A", "A"],
    ["10 H St Unit 3 & 4", "3 & 4"],
    ["10 H St Apt 1/2", "1/2"],
    ["10 H St #6&7", "6&7"],
    ["10 H St Penthouse", ""],
    ["10 H St PH2", "2"],
  ])("%s is no plain number", (street, unit) => {
    expect(streetUnit(street)).toMatchObject({ unit });
    expect(streetUnit(street)?.number).toBeUndefined();
  });

  it.each([
    "10 H St",
    "Highway 12",
    "County Road 5",
    "Calle 1 #4",
    "12 Unit St",
    "10 Condo Ln",
    "Unit",
    "#4",
    "10 H St Apt 4 Unit 2",
    "10 King&#39;s Ct",
    "10 H St Units 1-4",
    "12 - 14 H St",
    "12-14 H St",
    "10 H St Lot 3",
    "10 H St Lot #3",
    "10 H St, Gate #1234",
    "10 H St (gate code #1234)",
    "10 H St PMB #120",
    "1 Stella Ave",
    "12 Apt Rd 5",
  ])("%s has none that is certain", (street) => {
    expect(streetUnit(street)).toBeUndefined();
  });

  it("may be a line of its own", () => {
    expect(["Apt 4", "#12", "4B", "4", "Ste. 200", "Floor 3", "Rear", "Apto. 5"].every(isUnitLine)).toBe(
      true,
    );
    expect(["c/o Bob", "12 Main St", "Springfield"].some(isUnitLine)).toBe(false);
  });
});

describe("the number of units in words", () => {
  it.each([
    ["Duplex", 2],
    ["Triplex (rented)", 3],
    ["4-plex", 4],
    ["4 plex", 4],
    ["Fourplex", 4],
    ["Quad", 4],
    ["two", 2],
    ["3 units", 3],
    ["Two Family", 2],
    ["Multi (3 units)", 3],
    ["dúplex", 2],
  ])("%s is known", (text, count) => {
    expect(unitCountInWords(text)).toBe(count);
  });

  it.each([
    "2-4 units",
    "2-4 Family",
    "2 to 4",
    "two to four",
    "multi",
    "duplex/triplex",
    "5+ units",
    "2.5",
    "0",
    "",
    "units",
  ])("%s is not", (text) => {
    expect(unitCountInWords(text)).toBeUndefined();
  });
});

describe("a cell that refers to another address", () => {
  it.each([
    ["same", "other"],
    ["SAME.", "other"],
    ["(same)", "other"],
    ["Same as above", "other"],
    ["as above", "other"],
    ["mismo", "other"],
    ["La misma", "other"],
    ["Same as property", "property"],
    ["same as the subject property", "property"],
    ["igual que la propiedad", "property"],
    ["Same as home address", "residence"],
    ["same as mailing", "unnamed"],
    ['"', "mark"],
    ["〃", "mark"],
    ["ditto", "mark"],
    ["-do-", "mark"],
  ])("%s means %s", (text, reference) => {
    expect(referenceOf(text)).toBe(reference);
  });

  it.each([
    "San Antonio",
    "Ashland",
    "Seeley Lake",
    "Dos Palos",
    "IL",
    "see notes",
    "Sameton St",
    "as",
    "12 Same St",
    "",
  ])("%s does not", (text) => {
    expect(referenceOf(text)).toBeUndefined();
  });
});
