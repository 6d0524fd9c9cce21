import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/lead/issue.ts";
import { type ColumnReading, targetAt } from "../../../src/sheet/columns/column-reading.ts";
import { withRole } from "../../../src/sheet/columns/column-role.ts";
import { QuestionLog } from "../../../src/sheet/columns/question-log.ts";
import { RowMapper } from "../../../src/sheet/rows/row-mapper.ts";
import { columnLetters } from "../../../src/sheet/table.ts";
import { coded } from "../../wordless.ts";

const CONVENTIONS = { isDelimited: true, isCommaDecimal: false };

/** Columns by the paths that they feed; a number behind a path is their rank, as in `contactInfo.phone 2`. */
function readings(...paths: string[]): ColumnReading[] {
  return paths.flatMap((entry, index): ColumnReading[] => {
    const [path = "", rank = "0"] = entry.split(" ");
    const column = { name: path, letters: columnLetters(index) };
    const target = targetAt(path);
    return target ? [{ column, index, rank: Number(rank), reason: "header", target }] : [];
  });
}

/**
 * Maps one row, and says what there is to know of it with the cell in front.
 *
 * @param headers Other words than the paths, which are taken at their word.
 */
function map(paths: readonly string[], cells: readonly string[], headers: readonly string[] = []) {
  const columns = readings(...paths);
  for (const { column, index } of columns) column.name = headers[index] ?? column.name;
  const mapper = new RowMapper(
    columns.map(({ column }) => column),
    CONVENTIONS,
    new QuestionLog(),
  );
  mapper.take(columns.map(withRole));
  const { lead, unreadable, warnings } = mapper.map({ row: 2, cells });
  const text = (issue: Issue) => `${issue.cell}: ${coded(issue)}`;
  return { lead, issues: unreadable.map(text), warnings: warnings.map(text) };
}

describe("a state with its ZIP code", () => {
  const PATHS = ["address.state", "address.zip"];

  it("agrees with the ZIP code beside it, or keeps the row back", () => {
    expect(map(PATHS, ["ME 04530", "4530"])).toMatchObject({
      lead: { address: { state: "ME", zip: "04530" } },
      issues: [],
    });
    expect(map(PATHS, ["ME 04530", "04101"]).issues).toEqual([
      "A2: cell-contradicts text=ME 04530 parts=zip values=04101",
    ]);
  });
});

describe("a name in one column", () => {
  it("shows a doubtful split, and what no field takes", () => {
    expect(map(["contactInfo.fullName"], ["Dr. Mary Ann Smith"])).toMatchObject({
      lead: { contactInfo: { firstName: "Mary Ann", lastName: "Smith" } },
      warnings: [
        "A2: cell-split text=Dr. Mary Ann Smith parts=firstName|lastName values=Mary Ann|Smith without=Dr.",
      ],
    });
  });

  it("stands in the order that its header names, and is in doubt where lists of owners have either", () => {
    const paths = ["contactInfo.fullName"];
    for (const header of ["Last First", "Name (Last, First)", "Apellidos y nombre"]) {
      expect(map(paths, ["Ruiz Ana"], [header])).toMatchObject({
        lead: { contactInfo: { firstName: "Ana", lastName: "Ruiz" } },
        warnings: [],
      });
    }
    expect(map(paths, ["Ana Ruiz"], ["First & Last Name"]).lead.contactInfo?.firstName).toBe("Ana");
    expect(map(paths, ["ENG BO"], ["Owner Name"]).warnings).toEqual([
      "A2: cell-split text=ENG BO parts=firstName|lastName values=ENG|BO without=",
    ]);
  });

  it("stands behind columns of first and last name, and is compared with them", () => {
    const paths = ["contactInfo.fullName", "contactInfo.firstName", "contactInfo.lastName"];
    expect(map(paths, ["Jane Q. Doe", "Jane", "Doe"])).toMatchObject({ issues: [], warnings: [] });
    expect(map(paths, ["Jane Doe", "", "Doe"])).toMatchObject({
      lead: { contactInfo: { firstName: "Jane" } },
    });
    expect(map(paths, ["Bob Doe", "Robert", "Doe"])).toMatchObject({
      lead: { contactInfo: { firstName: "Robert" } },
      warnings: [expect.stringMatching(/^A2: cell-differs /)],
    });
    expect(map(paths, ["John Roe", "Jane", "Doe"]).issues).toEqual([
      expect.stringMatching(/^A2: cell-contradicts /),
    ]);
    expect(map(paths, ["John & Jane Doe", "Jane", "Doe"]).issues).toEqual([]);
  });
});

describe("an address in one column", () => {
  it("is refused where another column contradicts it", () => {
    const paths = ["address.fullAddress", "address.city", "address.state"];
    expect(map(paths, ["12 Main St, Ames, IA 50010", "Ames", "IA"])).toMatchObject({
      issues: [],
      warnings: [],
    });
    expect(map(paths, ["12 Main St, Ames, IA 50010", "Reno", "NV"]).issues).toEqual([
      expect.stringMatching(/^A2: cell-contradicts /),
    ]);
  });

  it("gives the applicant no county and no unit", () => {
    const cells = ["12 Main St Apt 4, Ames, Story County, IA 50010"];
    const { lead, warnings } = map(["residentialAddress.fullAddress"], cells);
    expect(lead).toEqual({
      residentialAddress: { street: "12 Main St Apt 4", city: "Ames", state: "IA", zip: "50010" },
    });
    expect(warnings).toEqual([expect.stringContaining("Story County")]);
  });

  it("has a second line joined to its street", () => {
    const paths = ["address.street", "address.street2"];
    expect(map(paths, ["10 H St", "Apt 4"])).toMatchObject({
      lead: { address: { street: "10 H St, Apt 4", unitNumber: 4 } },
    });
    expect(map(paths, ["10 H St", "4"])).toMatchObject({
      lead: { address: { street: "10 H St, 4", unitNumber: 4 } },
    });
    expect(map(paths, ["10 H St Apt 4", "Apt 4"])).toMatchObject({
      lead: { address: { street: "10 H St Apt 4" } },
    });
    expect(map(paths, ["10 H St", "c/o Roe"])).toMatchObject({
      lead: { address: { street: "10 H St, c/o Roe" } },
      warnings: [expect.stringContaining("c/o Roe")],
    });
    expect(map(paths, ["", "Apt 4"]).lead).toEqual({});
    expect(map(paths, ["10 H St", "N/A"])).toMatchObject({ lead: { address: { street: "10 H St" } } });
  });

  it("has a second line that is the last one, and a last one that is the second, as mail merges do", () => {
    const town = { city: "Stowe", state: "VT", zip: "05672" };
    const withUnit = { street: "10 H St, Apt 4", unitNumber: 4 };
    const of = (kind: string, cell: string) => map(["address.street", kind], ["10 H St", cell]).lead.address;
    for (const kind of ["address.street2", "address.cityStateZip"]) {
      expect(of(kind, "Stowe, VT 05672")).toEqual({ street: "10 H St", ...town });
      expect(of(kind, "Apt 4")).toEqual(withUnit);
    }
    expect(of("address.street2", "Apt 4, Stowe, VT 05672")).toEqual({ ...withUnit, ...town });
    for (const line of ["Apt B, FL", "c/o John Roe, MD", "Riverside Towers, CT"])
      expect(of("address.street2", line)).toEqual({ street: `10 H St, ${line}` });
    expect(of("address.street2", "05672")).toEqual({ street: "10 H St", zip: "05672" });
    expect(
      map(["address.street", "address.street2", "address.zip"], ["10 H St", "10234", "05672"]),
    ).toMatchObject({
      lead: { address: { street: "10 H St, 10234", zip: "05672", unitNumber: 10234 } },
    });
    expect(of("address.cityStateZip", "FL 33101")).toEqual({ street: "10 H St", state: "FL", zip: "33101" });
  });
});

describe("a house number in a column of its own", () => {
  const paths = ["address.houseNumber", "address.street", "address.street2"];
  it.each([
    ["1440", "S Temple St", "1440 S Temple St"],
    ["12.0", "Elm St", "12 Elm St"],
    ["N6W23", "Bluemound Rd", "N6W23 Bluemound Rd"],
    ["", "Elm St", "Elm St"],
    ["N/A", "5th Ave", "5th Ave"],
  ])("goes in front of the street: %s, %s", (number, name, street) => {
    expect(map(paths, [number, name, ""])).toMatchObject({ lead: { address: { street } }, issues: [] });
  });

  it("goes in front of a direction", () => {
    const columns = ["address.houseNumber", "address.houseNumber", "address.street"];
    expect(map(columns, ["104", "N", "Main St"]).lead.address?.street).toBe("104 N Main St");
    expect(map(columns, ["104", "", "Main St"]).lead.address?.street).toBe("104 Main St");
  });

  it("goes in front of what its suffix and a direction stand behind, in the order of their ranks", () => {
    const parts = ["houseNumber 1", "houseNumber 0", "street", "streetSuffix 1", "streetSuffix 0"];
    const columns = parts.map((part) => `address.${part}`);
    expect(map(columns, ["N", "104", "Main", "E", "St"]).lead.address?.street).toBe("104 N Main St E");
    expect(map(columns, ["", "104", "Main St", "", "St"]).lead.address?.street).toBe("104 Main St");
    expect(map(columns, ["", "", "", "", "St"])).toMatchObject({
      lead: {},
      warnings: ["E2: part-without-street text=St"],
    });
  });

  it("goes there before the second line, and is not sent twice or without a street", () => {
    expect(map(paths, ["7", "Elm St", "Apt 4"]).lead.address).toEqual({
      street: "7 Elm St, Apt 4",
      unitNumber: 4,
    });
    expect(map(paths, ["7", "7 Elm St", ""])).toMatchObject({
      lead: { address: { street: "7 Elm St" } },
      warnings: [],
    });
    expect(map(paths, ["15", "14 H St", ""])).toMatchObject({
      lead: { address: { street: "15 14 H St" } },
      warnings: ["A2: house-number-twice text=15 street=14 H St"],
    });
    expect(map(paths, ["15", "5th Ave", ""])).toMatchObject({
      lead: { address: { street: "15 5th Ave" } },
      warnings: [],
    });
    expect(map(paths, ["7", "", ""])).toMatchObject({
      lead: {},
      warnings: ["A2: part-without-street text=7"],
    });
  });
});

describe("a street that holds its whole address", () => {
  const paths = ["address.street", "address.city", "address.state", "address.zip"];
  const parts = { street: "12 Main St", city: "Ames", state: "IA", zip: "50010" };

  it.each([[["", "", ""]], [["Ames", "IA", "50010"]], [["AMES", "Iowa", ""]]])(
    "is taken apart, and told, beside %j",
    (others) => {
      const { lead, issues, warnings } = map(paths, ["12 Main St, Ames, IA 50010", ...others]);
      expect(lead.address).toEqual({ ...parts, ...(others[0] ? { city: others[0] } : {}) });
      expect(issues).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(/^A2: cell-split .* parts=street\|city.* values=12 Main St\|Ames/),
      ]);
    },
  );

  it("stays as it is beside another city, without an end, and where it is no address", () => {
    for (const [street, ...others] of [
      ["12 Main St, Ames, IA 50010", "Reno", "NV", "89501"],
      ["12 Main St, Apt 4", "", "", ""],
      ["12 County Road 10500", "", "", ""],
      ["12 Main Ct", "", "", ""],
      ["12 Main St, Rear La", "Ames", "IA", ""],
    ] as const) {
      expect(map(paths, [street, ...others]).lead.address?.street).toBe(street);
    }
  });
});

describe("a box at the post office as the property's street", () => {
  it.each(["PO BOX 12", "P.O. Box 12", "Post Office Box 12"])("is told: %s", (street) => {
    const warning = `A2: street-is-box text=${street}`;
    expect(map(["address.street"], [street]).warnings).toContain(warning);
  });

  it("may be where the applicant lives, and part of a street's name", () => {
    expect(map(["residentialAddress.street"], ["PO Box 12"]).warnings.join()).not.toContain("street-is-box");
    expect(map(["address.street"], ["12 Pobox Rd"]).warnings.join()).not.toContain("street-is-box");
  });
});

describe("a street that may not tell where a house stands", () => {
  const paths = ["address.street", "residentialAddress.street"];
  const headers = ["Property Addr", "Home Addr"];
  it.each(["Vacant lot on Elm", "Lot 5 Elm St", "Elm St", "0 Elm St", "Corner of Elm and Oak"])(
    "is told where it has no house number: %s",
    (street) => {
      const { warnings } = map(paths, [street, street], headers);
      const said = `street-without-number text=${street}`;
      expect(warnings).toEqual([`A2: ${said}`, `B2: ${said}`]);
    },
  );

  it.each([
    "12 Lewis and Clark Rd",
    "One Elm St",
    "Calle 1 #4",
    "N6W23 Bluemound Rd",
    "Highway 12",
    "#4, 12 H St",
  ])("goes without a word where it may: %s", (street) => {
    const { lead, warnings } = map(paths, [street, ""], headers);
    expect(lead).toEqual({ address: expect.objectContaining({ street }) });
    expect(warnings.join()).not.toMatch(/street-without-number/);
  });

  it("is taken at its word where a program names it by its path", () => {
    expect(map(paths, ["Elm House", ""]).warnings).toEqual([]);
  });
});

describe("a street with its city behind it", () => {
  const paths = ["address.street", "address.city", "address.state"];
  it.each([
    ["12 Elm St Salem", "12 Elm St"],
    ["12 Salem, SALEM", "12 Salem"],
    ["12 Elm St Apt 4 Salem", "12 Elm St Apt 4"],
    ["12 Elm St NW salem MA", "12 Elm St NW"],
    ["12 Elm St, Salem, MA", "12 Elm St"],
  ])("is sent without it, where the city's own cell says the same: %s", (cell, street) => {
    const { lead, warnings } = map(paths, [cell, "Salem", "MA"], ["Addr", "Town", "ST"]);
    expect(lead.address).toMatchObject({ street, city: "Salem", state: "MA" });
    expect(warnings).toContainEqual(
      cell.includes(", MA")
        ? expect.stringMatching(/^A2: cell-split .* parts=street.* values=12 Elm St/)
        : `A2: city-cut-off-street text=${cell} read=${street}`,
    );
  });

  it.each(["12 Salem", "12 Old Salem", "12 Elm St New Salem", "12 Elm St Lynn", "12 Elm Salem"])(
    "stays where the name may be the street's: %s",
    (street) => {
      const { lead } = map(paths, [street, "Salem", "MA"], ["Addr", "Town", "ST"]);
      expect(lead.address?.street).toBe(street);
    },
  );

  it("stays where a program names it by its path", () => {
    expect(map(paths, ["12 Elm St Salem", "Salem", "MA"])).toMatchObject({
      lead: { address: { street: "12 Elm St Salem" } },
      warnings: [],
    });
  });
});

describe("units", () => {
  it("of number 0 are told: many programs write it for none", () => {
    const { lead, warnings } = map(["address.street", "address.unitNumber"], ["1 Sea Rd", "0"]);
    expect(lead.address?.unitNumber).toBe(0);
    expect(warnings).toContain("B2: number-odd text=0");
  });

  it("that differ between their own cell and the street are told", () => {
    const paths = ["address.street", "address.unitNumber"];
    const { lead, warnings } = map(paths, ["100 Sea Rd Unit 5", "6"]);
    expect(lead.address).toEqual({ street: "100 Sea Rd Unit 5", unitNumber: 6 });
    const warning = "B2: unit-differs unit=6 street=Unit 5";
    expect(warnings).toContain(warning);
    for (const street of ["100 Sea Rd Unit 6", "100 Sea Rd"])
      expect(map(paths, [street, "6"]).warnings.join()).not.toContain("unit-differs");
  });

  const paths = [
    "buildingType",
    "propertyUnits",
    "address.street",
    "address.unitNumber",
    "residentialAddress.street",
  ];

  it("are read from the property's street where their own cell is empty, and told", () => {
    expect(map(paths, ["condo", "", "10 H St Apt 4", "", "1 W St Apt 9"])).toEqual({
      lead: {
        buildingType: "condo",
        address: { street: "10 H St Apt 4", unitNumber: 4 },
        residentialAddress: { street: "1 W St Apt 9" },
      },
      issues: [],
      warnings: ["C2: unit-from-street text=Apt 4 unit=4"],
    });
    expect(map(paths, ["condo", "", "10 H St Apt 4", "5"]).lead.address?.unitNumber).toBe(5);
    expect(map(paths, ["condo", "", "10 H St Apt 4", "B"]).lead.address?.unitNumber).toBeUndefined();
  });

  it("with letters stay in the street, which keeps a condo from going", () => {
    expect(map(paths, ["condo", "", "10 H St Unit 9B", ""]).issues).toEqual([
      "C2: unit-of-street-not-number text=Unit 9B place=address.unitNumber (D)",
    ]);
    expect(map(paths, ["townhouse", "", "10 H St Unit 9B", ""])).toMatchObject({ issues: [], warnings: [] });
  });

  it("are counted by the type's words, and told", () => {
    expect(map(paths, ["Duplex", ""]).lead).toEqual({ buildingType: "multiUnit", propertyUnits: 2 });
    expect(map(paths, ["Triplex", "4"]).lead).toEqual({ buildingType: "multiUnit", propertyUnits: 4 });
    expect(map(paths, ["2-4 Unit", ""])).toMatchObject({
      lead: { buildingType: "multiUnit" },
      issues: ["A2: units-not-said text=2-4 Unit place=propertyUnits (B)"],
    });
    expect(map(paths, ["multiUnit", ""])).toMatchObject({ issues: [], warnings: [] });
  });

  it("that are another number than the type's words say are told", () => {
    for (const [type, units] of [
      ["Triplex", "4"],
      ["2 family", "3"],
    ] as const) {
      const { lead, warnings } = map(paths, [type, units]);
      expect(lead.propertyUnits).toBe(Number(units));
      expect(warnings).toEqual([`B2: units-differ text=${type} units=${units}`]);
    }
    for (const cells of [
      ["Triplex", "3"],
      ["Multi-family", "4"],
      ["2-4 Unit", "3"],
      // Of 1, whatever the type's words, the check of the lead speaks.
      ["Duplex", "1"],
    ])
      expect(map(paths, cells).warnings).toEqual([]);
  });
});

describe("a use beside the type", () => {
  it("is told where no cell says the use", () => {
    const columns = ["buildingType", "propertyUsage"];
    expect(map(columns, ["Rental Condo", ""])).toMatchObject({
      lead: { buildingType: "condo" },
      warnings: ["A2: use-beside-type text=Rental Condo"],
    });
    expect(map(columns, ["Rental Condo", "Investment"]).warnings).toEqual([]);
    expect(map(columns, ["Condo", ""]).warnings).toEqual([]);
  });
});

describe("several columns of one field", () => {
  it("are taken by rank, the first that is filled, whatever the others say", () => {
    const paths = ["contactInfo.phone 2", "contactInfo.phone 0", "contactInfo.phone 1"];
    const cells = ["555-010-0002", "555-010-0000", "555-010-0001"];
    expect(map(paths, cells)).toMatchObject({
      lead: { contactInfo: { phone: "555-010-0000" } },
      issues: [],
      warnings: [],
    });
    expect(map(paths, ["555-010-0002", "", "555-010-0001"]).lead.contactInfo?.phone).toBe("555-010-0001");
    expect(map(paths, ["555-010-0002", "", ""]).lead.contactInfo?.phone).toBe("555-010-0002");
  });

  it("of one rank make the row invalid where they differ, but for telephones", () => {
    expect(map(["contactInfo.email", "contactInfo.email"], ["a@b.co", "c@b.co"])).toMatchObject({
      lead: {},
      issues: ["B2: columns-differ column=contactInfo.email (A) other=contactInfo.email (B)"],
    });
    expect(map(["contactInfo.phone", "contactInfo.phone"], ["555-010-0002", "555-010-0003"])).toMatchObject({
      lead: { contactInfo: { phone: "555-010-0002" } },
      warnings: [expect.stringMatching(/^A2: phones-differ /)],
    });
  });
});

describe("an address that is the same as the other", () => {
  const property = ["address.street", "address.city", "address.state", "address.zip"];
  const residence = property.map((path) => path.replace("address", "residentialAddress"));
  const paths = [...property, ...residence];
  const house = ["1 Y St", "Ames", "IA", "50010"];
  const home = { street: "1 Y St", city: "Ames", state: "IA", zip: "50010" };

  it.each([
    [["same", "", "", ""]],
    [["same", "same", "same", "same"]],
    [["Same as property", '"', '"', '"']],
    [["same", "N/A", "", ""]],
    [["same as above", "Ames", "Iowa", "50010-1234"]],
  ])("is copied and told: %j", (cells) => {
    const { lead, issues, warnings } = map(paths, [...house, ...cells]);
    expect(lead).toMatchObject({
      address: home,
      residentialAddress: { street: "1 Y St", city: "Ames", state: "IA" },
    });
    expect(issues).toEqual([]);
    expect(warnings.filter((text) => / address-copied .* of=property /.test(text))).toHaveLength(1);
  });

  it("is copied to the property too, with its unit", () => {
    const cells = ["same as home", "", "", "", "1 Y St Apt 4", "Ames", "IA", "50010"];
    expect(map(paths, cells).lead.address).toEqual({ ...home, street: "1 Y St Apt 4", unitNumber: 4 });
  });

  it.each([
    ["Property Street (if different)", "", "1 Y St"],
    ["Dirección de la propiedad (si es distinta)", "", "1 Y St"],
    ["Property Street (if different)", "9 W St", "9 W St"],
    ["Property Street", "", undefined],
    ["Property Street (if different from mailing)", "", undefined],
  ])("is meant where the property's cells are empty below %s, and hold %j", (header, cell, street) => {
    const columns = readings(...paths);
    if (columns[0]) columns[0] = { ...columns[0], column: { name: header, letters: "A" } };
    const mapper = new RowMapper(
      columns.map(({ column }) => column),
      CONVENTIONS,
      new QuestionLog(),
    );
    mapper.take(columns.map(withRole));
    const { lead, warnings } = mapper.map({ row: 2, cells: [cell, "", "", "", ...house] });
    expect(lead.address?.street).toBe(street);
    const told = warnings.filter(
      ({ finding, params }) => finding === "address-copied" && params?.of === "residence",
    );
    expect(told).toHaveLength(cell === "" && street !== undefined ? 1 : 0);
  });

  it.each([[['"', '"', '"', '"']], [["same as mailing", "", "", ""]], [["same", "Reno", "NV", "89501"]]])(
    "is left out in doubt: %j",
    (cells) => {
      const { lead, warnings } = map(paths, [...house, ...cells]);
      expect(lead.residentialAddress?.street).toBeUndefined();
      expect(warnings.some((text) => text.startsWith("E2: address-reference-open "))).toBe(true);
    },
  );

  it("is left out where both say so, or where there is no other", () => {
    expect(map(paths, ["same", "", "", "", "same", "", "", ""]).lead).toEqual({});
    expect(map(residence, ["same", "", "", ""]).lead).toEqual({});
  });

  it("has the second line of the other's street too", () => {
    const { lead } = map(["address.street", "address.street2", ...residence], ["1 Y St", "Apt 4", "same"]);
    expect(lead.residentialAddress).toEqual({ street: "1 Y St, Apt 4" });
  });

  it("may stand in one cell, and mean one", () => {
    const whole = ["address.fullAddress", "residentialAddress.fullAddress"];
    expect(map(whole, ["1 Y St, Ames, IA 50010", "same"]).lead).toEqual({
      address: home,
      residentialAddress: home,
    });
  });

  it("leaves the next row alone", () => {
    const columns = readings(...paths);
    const mapper = new RowMapper(
      columns.map(({ column }) => column),
      CONVENTIONS,
      new QuestionLog(),
    );
    mapper.take(columns.map(withRole));
    mapper.map({ row: 2, cells: [...house, "same", "", "", ""] });
    expect(mapper.map({ row: 3, cells: [...house, "9 W St", "", "", ""] }).lead.residentialAddress).toEqual({
      street: "9 W St",
    });
  });
});

describe("a whole name beside a part of it", () => {
  const PATHS = ["contactInfo.firstName", "contactInfo.lastName"];

  it.each([
    ["Jane", "Doe, Jane", { firstName: "Jane", lastName: "Doe" }, "B2"],
    ["Jane", "DOE, JANE M", { firstName: "Jane", lastName: "DOE" }, "B2"],
    ["", "Kay, Sue", { firstName: "Sue", lastName: "Kay" }, "B2"],
    ["Rob", "Rob Roy", { firstName: "Rob", lastName: "Roy" }, "B2"],
    ["Jane Doe", "Doe", { firstName: "Jane", lastName: "Doe" }, "A2"],
    ["Ana Lia Ruiz Oz", "Ruiz Oz", { firstName: "Ana Lia", lastName: "Ruiz Oz" }, "A2"],
  ])("is the part that the header says: %s, %s", (first, last, contactInfo, cell) => {
    const { lead, issues, warnings } = map(PATHS, [first, last]);
    expect(lead).toEqual({ contactInfo });
    expect(issues).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^${cell}: (?:whole|last|first)-name-in-(?:last|first) `)),
    ]);
  });

  it("is told where it may be another one", () => {
    const { lead, warnings } = map(PATHS, ["Bob", "Doe, Jane"]);
    expect(lead).toEqual({ contactInfo: { firstName: "Bob", lastName: "Doe, Jane" } });
    expect(warnings).toEqual(["B2: last-name-likely-more text=Doe, Jane"]);
  });

  it.each([
    ["Jane", "Doe, Jr."],
    ["Jane", "Doe, III"],
    ["Rob", "Robinson"],
    ["Ana", "Anaya Ruiz"],
    ["James", "James"],
    ["Mary Ann", "Ann-Lee"],
  ])("is not seen in %s, %s", (first, last) => {
    const { lead, warnings } = map(PATHS, [first, last]);
    expect(lead).toEqual({ contactInfo: { firstName: first, lastName: last } });
    expect(warnings).toEqual([]);
  });
});
