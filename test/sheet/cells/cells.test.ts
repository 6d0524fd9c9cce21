import { describe, expect, it } from "vitest";
import { fieldAt } from "../../../src/lead/field-catalogue.ts";
import { type CellConventions, cellReader } from "../../../src/sheet/cells/cell-reader.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../../../src/sheet/question.ts";
import type { CellValue } from "../../../src/sheet/table.ts";

const SHEET: CellConventions = { isDelimited: true, isCommaDecimal: false };

/** What becomes of one cell: its value, and `!` for unreadable, `?` for a question, `~` for a warning. */
function read(path: string, cell: CellValue, conventions = SHEET) {
  const field = fieldAt(path);
  if (!field) throw new Error(`no field ${path}`);
  const unreadable: string[] = [];
  const warnings: string[] = [];
  const asked: string[] = [];
  const value = cellReader(field, conventions)(cell, {
    isNamed: false,
    unreadable: ({ finding }) => void unreadable.push(finding),
    warn: ({ finding }) => void warnings.push(finding),
    read: (_text, value) => value,
    ask: (_word, options, { finding }) => {
      asked.push(finding);
      return options.some(({ answer }) => answer === AS_IT_STANDS) ? AS_IT_STANDS : LEAVE_OUT;
    },
  });
  expect(unreadable.length === 0 || value === undefined).toBe(true);
  return [value, unreadable.length > 0 ? "!" : asked.length > 0 ? "?" : warnings.length > 0 ? "~" : ""];
}

const NONE = undefined;

describe.each<[string, [CellValue, unknown, "" | "~" | "?" | "!"][]]>([
  [
    "address.city",
    [
      ["Rome, NY", "Rome, NY", "~"],
      ["R?me", "R?me", "~"],
      ["?vora", "?vora", "~"],
      ["Rome?", "Rome?", ""],
      ["What can he get?", "What can he get?", ""],
      ["Rome NY 13440", "Rome NY 13440", "~"],
      ["29 Palms", "29 Palms", ""],
      ["St. Mary's", "St. Mary's", ""],
      ["Pending", NONE, "~"],
      ["Call", "Call", ""],
    ],
  ],
  [
    "address.street",
    [
      ["1 Elm St", "1 Elm St", ""],
      ["1 Elm St&#10;Rear", "1 Elm St&#10;Rear", "~"],
      ["1 &scaron;imek St", "1 &scaron;imek St", "~"],
      ["1 AT&T; Way", "1 AT&T; Way", ""],
      ["12 Elm St & 14 Oak Ave", "12 Elm St & 14 Oak Ave", "~"],
      ["12 Elm St. / 9 N Oak", "12 Elm St. / 9 N Oak", "~"],
      ["12 Elm St and 14 Elm St", "12 Elm St and 14 Elm St", "~"],
      ["12 Elm St - moving to 9 Oak St", "12 Elm St - moving to 9 Oak St", "~"],
      ["12-14 Elm St", "12-14 Elm St", ""],
      ["12 1/2 Elm St", "12 1/2 Elm St", ""],
      ["12 Elm St - 2nd Floor", "12 Elm St - 2nd Floor", ""],
      ["12 Elm St Apt 4 & 5", "12 Elm St Apt 4 & 5", ""],
      ["12 Elm & Oak", "12 Elm & Oak", ""],
      ["1200 Highway 12 / 14", "1200 Highway 12 / 14", ""],
      ["44 Elm St, Bldg A / 12 units", "44 Elm St, Bldg A / 12 units", ""],
      ["To be determined", NONE, "~"],
      ["Address TBD", NONE, "~"],
      ["Still looking", NONE, "~"],
      ["Sigue buscando", NONE, "~"],
      ["no property yet", NONE, "~"],
      ["Por definir", NONE, "~"],
      ["TBD County Road 12", "TBD County Road 12", ""],
      ["Private Drive", "Private Drive", ""],
      ["[property address]", NONE, "!"],
      ["{{contact.address1}}", NONE, "!"],
    ],
  ],
  [
    "contactInfo.firstName",
    [
      ["  Ana\u00a0 ", "Ana", ""],
      ["O’Brien", "O’Brien", ""],
      ["Ann & Bob", "Ann & Bob", "~"],
      ["Ann/Bob", "Ann/Bob", "~"],
      ["Ann (deceased)", "Ann (deceased)", "~"],
      ["Alexander", "Alexander", ""],
      ["Ana\u00a0Lia", "Ana Lia", ""],
      ["A\u00adna\u200b Lia", "Ana Lia", "~"],
      ["Null", "Null", "~"],
      ["Na", "Na", ""],
      ["N/A", NONE, "~"],
      ["-", NONE, "~"],
      ["undefined", NONE, "!"],
      ["TBD", NONE, "~"],
      ["{{contact.first_name}}", NONE, "!"],
      ["*|FNAME|*", NONE, "!"],
      ["{!Lead.FirstName}", NONE, "!"],
      ["#{firstName}", NONE, "!"],
      ["%%first_name%%", NONE, "!"],
      ["Ana {{contact.last_name}}", NONE, "!"],
      ["[First Name]", NONE, "!"],
      ["<insert your name>", NONE, "!"],
      ["[LNAME]", NONE, "!"],
      ["[Jane]", "[Jane]", "~"],
      ["Aé Andé", "Aé Andé", ""],
      ["Éand", "Éand", ""],
      ["Zoé and Ann", "Zoé and Ann", "~"],
      ["<Name Withheld>", "<Name Withheld>", "~"],
      ["Ana [Lia]", "Ana [Lia]", ""],
      ["JosÃ©", "José", "~"],
      ["José", "José", ""],
      ['Robert "Bob" Lee', 'Robert "Bob" Lee', ""],
      ['O"Neil', 'O"Neil', "~"],
      ['"Bob"', '"Bob"', "~"],
      ['Robert "Bob', 'Robert "Bob', "~"],
      ["Tr?n", "Tr?n", "~"],
      ["Tr?", "Tr?", "~"],
      ["Jos\ufffd", NONE, "!"],
      ["A\0na", NONE, "!"],
      ["#REF!", NONE, "!"],
      ["#¿NOMBRE?", NONE, "!"],
      ["#N/A", NONE, "!"],
      ["########", NONE, "!"],
      ['=A2&"x"', NONE, "!"],
      ['x\\"y', NONE, "!"],
      ["x".repeat(40_000), NONE, "!"],
      ["\u200b\u00a0", NONE, ""],
      [null, NONE, ""],
      [{ json: "[1]" }, NONE, "!"],
      [true, NONE, "!"],
    ],
  ],
  [
    "affiliateId",
    [
      ["0042", "0042", ""],
      ["12345678901234567890", "12345678901234567890", ""],
      ["1.23457E+15", NONE, "!"],
      ["#42", "#42", ""],
      ["N/A", NONE, "~"],
      [42, "42", ""],
      [2 ** 60, NONE, "!"],
    ],
  ],
  [
    "address.unitNumber",
    [
      ["4", 4, ""],
      ["4.0", 4, ""],
      ["#4", 4, "~"],
      ["Apt. 4", 4, "~"],
      ["Unit #12", 12, "~"],
      ["012", 12, "~"],
      ["12B", NONE, "!"],
      ["PH", NONE, "!"],
      ["5-Apr", NONE, "!"],
      ["", NONE, ""],
      ["0x10", NONE, "!"],
      ["1e3", NONE, "!"],
      ["--4", NONE, "!"],
      ["4 5", NONE, "!"],
      [4, 4, ""],
      ["-", NONE, "~"],
    ],
  ],
  [
    "statedInformation.monthlyRentalIncome",
    [
      ["2500", 2500, ""],
      ["2500.5", 2500.5, ""],
      ["$2,500.00", 2500, ""],
      ["2.500,00", 2500, ""],
      ["2\u00a0500,00", 2500, ""],
      ["1,234,567", 1_234_567, "~"],
      ["2500,5", 2500.5, ""],
      ["USD 2500", 2500, ""],
      ["2500/mo", 2500, "~"],
      ["$2,500 per month", 2500, "~"],
      [" $-   ", 0, "~"],
      ["$ -", 0, "~"],
      ["2,500", 2500, "~"],
      ["2.500", NONE, "!"],
      ["2.5k", 2500, "~"],
      ["2000-2500", NONE, "!"],
      ["1e400", NONE, "!"],
      ["(500)", NONE, "!"],
      ["0x10", NONE, "!"],
      ["-500", -500, "~"],
      [Number.POSITIVE_INFINITY, NONE, "!"],
    ],
  ],
  [
    "buildingType",
    [
      ["condo", "condo", ""],
      ["Single Family", "singleFamily", ""],
      ["single\u2011family", "singleFamily", ""],
      ["SFR", "singleFamily", ""],
      ["Condominium", "condo", ""],
      ["Condo – Unit 5", "condo", ""],
      ["Castle", "Castle", "?"],
      ["PUD", "PUD", "?"],
      ["N/A", NONE, "~"],
    ],
  ],
])("a cell of %s", (path, cases) => {
  it.each(cases)("%#: %j", (cell, value, report) => {
    expect(read(path, cell)).toEqual([value, report]);
  });
});

describe("the conventions of an input", () => {
  it("decide what a mark between three digits means", () => {
    const path = "statedInformation.monthlyRentalIncome";
    expect(read(path, "2,500", { ...SHEET, isCommaDecimal: true })).toEqual([undefined, "!"]);
    expect(read(path, "2.500", { ...SHEET, decimalMark: "," })).toEqual([2500, ""]);
    expect(read(path, "2.500", { ...SHEET, decimalMark: "." })).toEqual([2.5, "~"]);
    expect(read(path, "1.250,50", { ...SHEET, decimalMark: "," })).toEqual([1250.5, ""]);
    expect(read(path, "1.25", { ...SHEET, decimalMark: "," })).not.toEqual([1.25, ""]);
  });

  it("let the rest of the column decide it", () => {
    const path = "statedInformation.monthlyRentalIncome";
    expect(read(path, "2.500", { ...SHEET, shownMark: "," })).toEqual([2500, ""]);
    expect(read(path, "2,500", { ...SHEET, shownMark: "," })).toEqual([undefined, "!"]);
    expect(read(path, "2,500", { ...SHEET, shownMark: "." })).toEqual([2500, ""]);
    expect(read(path, "2.500", { ...SHEET, shownMark: "." })).toEqual([undefined, "!"]);
    expect(read(path, "2,50", SHEET)).toEqual([2.5, "~"]);
    expect(read(path, "2,50", { ...SHEET, shownMark: "," })).toEqual([2.5, "~"]);
  });
});
