import { describe, expect, it } from "vitest";
import { underBands } from "../../../src/sheet/table/header-bands.ts";

const cells = (line: string) => line.split("|").map((cell) => cell.trim());
const under = (above: string, labels: string, spans?: [number, number][]) =>
  underBands(cells(labels), cells(above), spans && new Map(spans)).join("|");

describe("a row above the labels", () => {
  it.each([
    ["Property|||", "Street|City|State|Zip", "Property Street|Property City|Property State|Property Zip"],
    [
      "||Home Address|",
      "Email|First Name|Street|City",
      "Email|First Name|Home Address Street|Home Address City",
    ],
    [
      "Borrower||Co-Borrower|",
      "First|Last|First|Last",
      "Borrower First|Borrower Last|Co-Borrower First|Co-Borrower Last",
    ],
    [
      "Borrower Information||Loan Officer|",
      "Name|Email|Name|Email",
      "Borrower Information Name|Borrower Information Email|Loan Officer Name|Loan Officer Email",
    ],
    [
      "|Subject Property||Loan|",
      "Email|Type|Street|Purpose|Amount",
      "Email|Subject Property Type|Subject Property Street|Purpose|Amount",
    ],
    [
      "Property||||Residence|||",
      "Street|City|State|Zip|Street|City|State|Zip",
      "Property Street|Property City|Property State|Property Zip|Residence Street|Residence City|Residence State|Residence Zip",
    ],
  ])("says whose the labels are: %s", (above, labels, expected) => {
    expect(under(above, labels)).toBe(expected);
  });

  it.each([
    ["a title", "Leads of November|||", "Email|First Name|Street|City"],
    ["a title that names a property", "Property Leads|||", "Email|First Name|Street|City"],
    ["several cells of a title", "Weekly report||Prepared by Pat|", "Email|First Name|Street|City"],
    ["a date", "Exported on|11/01/2026||", "Email|First Name|Street|City"],
    ["one person's", "Contact|||", "Email|First Name|Last Name|Phone"],
    ["many people's", "HELOC Leads||||", "#|Name|Email|Street|Type"],
    ["many people's before an address", "Borrowers||||", "First|Last|Email|Type|Street"],
    ["many people's beside a date", "Client Leads||||3/4/2026", "First|Last|Email|Type|Street"],
  ])("is not part of a header as %s", (_, above, labels) => {
    expect(under(above, labels)).toBe(cells(labels).join("|"));
  });

  it("is no band where merged cells take all of the sheet's width", () => {
    expect(under("Home Address|||", "Street|City|State|Zip", [[0, 4]])).toBe("Street|City|State|Zip");
    expect(under("Home Address||Email|", "Street|City|Email|Zip", [[0, 2]])).toBe(
      "Home Address Street|Home Address City|Email|Zip",
    );
  });

  it("ends where a part of an address stands there again", () => {
    expect(under("|Property||||", "Email|Street|City|Zip|Street|City")).toBe(
      "Email|Property Street|Property City|Property Zip|Street|City",
    );
  });

  it("ends behind a home's address where something of the loan stands", () => {
    const labels = "Street|City|Street|City|Building Type|Unit #";
    expect(under("Property||Home|||", labels)).toBe(
      "Property Street|Property City|Home Street|Home City|Building Type|Unit #",
    );
    expect(under("Property||Home|||", "Street|City|Street|City|Unit #|Building Type")).toBe(
      "Property Street|Property City|Home Street|Home City|Home Unit #|Building Type",
    );
  });

  it("gives the last person no address that stands behind, unless the others have one", () => {
    expect(under("Borrower||Co-Borrower|||", "First|Last|First|Last|Street|City")).toBe(
      "Borrower First|Borrower Last|Co-Borrower First|Co-Borrower Last|Street|City",
    );
    expect(under("Borrower||Co-Borrower|", "First|Street|First|Street")).toBe(
      "Borrower First|Borrower Street|Co-Borrower First|Co-Borrower Street",
    );
  });

  it("holds the headers of columns that have no label of their own", () => {
    expect(under("Email|Name||Phone|Property||Notes", "|First|Last||Street|City")).toBe(
      "Email|First|Last|Phone|Property Street|Property City|Notes",
    );
    expect(under("Leads|||", "|Email|First Name|Zip")).toBe("|Email|First Name|Zip");
  });

  it("holds the headers that are merged over both rows, whatever they say", () => {
    const spans: [number, number][] = [
      [0, 1],
      [1, 2],
      [3, 1],
    ];
    expect(under("Email|Property||Type", "|Street|City", spans)).toBe(
      "Email|Property Street|Property City|Type",
    );
    expect(under("Email|Property||Type", "|Street|City")).toBe("Email|Property Street|Property City");
  });
});
