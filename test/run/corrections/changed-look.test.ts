import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue } from "../../../src/lead/issue.ts";
import { isChangedInLook } from "../../../src/run/corrections/changed-look.ts";
import { correctedCells } from "../../../src/run/corrections/fixed-cells.ts";
import type { PlannedRow } from "../../../src/run/plan/plan-record.ts";
import type { CellValue } from "../../../src/sheet/table.ts";

/** A date of a workbook. */
function day(json: string): CellValue {
  return { json, isDate: true };
}

/** What programs make of a text. */
const LOOKS: readonly [what: string, before: CellValue, afters: readonly CellValue[]][] = [
  ["lost zeros", "000123", ["123", 123, "'000123", "1.23E+02"]],
  [
    "more than a cell holds",
    "x".repeat(40_000),
    [`${"x".repeat(32_766)}…`, "x".repeat(32_767), `${"x".repeat(32_766)}\ufffd`],
  ],
  ["a ZIP", "02139", ["2139", 2139]],
  ["nothing but zeros", "000", ["0", 0]],
  ["zeros and a fraction", "007.50", ["7.5", 7.5, "7.50"]],
  ["a lost plus", "+12065550100", ["12065550100", 12065550100, "1.20656E+10", "1.2E+10"]],
  ["a small plus", "+5", ["5", 5]],
  [
    "a long number",
    "2612345678901234",
    ["2.61E+15", "2.61235E+15", "2.6E+15", "2612345678901230", 2612345678901230, "2.61234567890123E+15"],
  ],
  [
    "more digits than a number has",
    "12345678901234567890",
    ["1.23457E+19", "12345678901234500000", 12345678901234567000, "1.2345678901234567E+19"],
  ],
  ["thousands", "450,000.00", ["450000", 450000, "450,000", "450000.00", "450000.0"]],
  ["thousands without a fraction", "450,000", ["450000", 450000, "450,000.00"]],
  ["millions", "1,234,567", ["1234567", 1234567]],
  ["currency", "$1,850.00", ["1850", 1850, "$1,850", "1850.00", "$1,850.00 ", "1,850.00"]],
  ["currency without thousands", "$1850", ["$1,850 ", "$1,850.00", "1850", 1850]],
  ["a trailing zero", "1.50", ["1.5", 1.5]],
  ["a fraction of zeros", "12.0", ["12", 12]],
  ["a bare fraction", ".5", ["0.5", 0.5]],
  ["a power of ten", "1E3", ["1000", 1000, "1.00E+03", "1E+03"]],
  ["a power in a name", "12e5", ["1200000", "1.20E+06", 1200000]],
  [
    "a name that is a day",
    "May-05",
    [
      "2026-05-05",
      "5-May",
      "05/05/2026",
      "5/5/2026",
      "05/05/26",
      "46147",
      46147,
      day("2026-05-05"),
      "May 5, 2026",
      "05-May-26",
      "5-may",
      "1-May-05",
      day("2005-05-01"),
    ],
  ],
  ["a month and a year", "May 1945", ["May-45", "1945-05-01", day("1945-05-01"), "16558"]],
  ["a month of Mexico", "5 mayo", ["5-may", "05-may", "05/05/2026"]],
  ["a gene", "MARCH1", ["1-Mar", day("2026-03-01")]],
  ["a short gene", "SEPT2", ["2-Sep", "02-Sep-26"]],
  [
    "a unit",
    "4-2",
    ["4-Feb", "2-Apr", "04/02/2026", "4/2/2026", day("2026-02-04"), day("2026-04-02"), 46114],
  ],
  ["a house of two numbers", "3-4", ["4-Mar", "2026-03-04"]],
  ["a half", "1/2", ["2-Jan", "01/02/26", "01/02/2026", day("2026-01-02")]],
  ["a month with its year", "5-2020", ["May-20", "2020-05-01", "5/1/2020"]],
  ["a month with a short year", "4-45", ["Apr-45", "1945-04-01"]],
  ["a number that is a year's", "12-2345", ["12/1/2345"]],
  ["a day", "03/04/2026", ["3/4/2026", "3/4/26", "2026-03-04", "2026-04-03", "4-Mar-26", 46085]],
  ["a day with hyphens", "03-04-2026", ["3/4/2026", "03/04/2026"]],
  ["a day in order", "2026-01-02", ["1/2/2026", "2-Jan-26", 46024]],
  ["a short day", "5/6/07", ["05/06/2007", "6-May-07", "5/6/1907"]],
  ["numbers of a form", "1-2-3", ["1/2/2003", "01/02/03", day("2003-01-02")]],
  ["true", "true", ["TRUE"]],
  ["true in a word", "True", ["TRUE", true]],
  ["false", "False", ["FALSE", false]],
  ["a value of a workbook", true, ["TRUE"]],
  ["outer blanks", "  Ames ", ["Ames", " Ames"]],
  ["nothing but blanks", "   ", [""]],
  ["a hard space", "12\u00a0Main St", ["12 Main St"]],
  ["a narrow space", "12\u202fMain St", ["12 Main St"]],
  ["a hard hyphen", "A\u20111", ["A-1"]],
  ["line ends", "12 Main St\r\nUnit 4", ["12 Main St\nUnit 4"]],
  ["an apostrophe", "'00123", ["00123", "123", 123]],
  ["a formula of text", '="02134"', ["02134", "2134", 2134]],
  ["blanks around a number", " 007 ", ["7", "007", 7]],
];

/** What a person may mean, or nobody knows. */
const OTHERS: readonly [what: string, before: CellValue, afters: readonly CellValue[]][] = [
  ["zeros that are back", "123", ["000123", "0123", "'000123", "123.0", "123.00"]],
  ["a ZIP that is whole again", "2139", ["02139", "2139-0000", "02139-1234"]],
  ["a plus that is back", "12065550100", ["+12065550100", "2065550100", "+1 206 555 0100"]],
  ["digits that are back", "2.61E+15", ["2612345678901234", "2610000000000001"]],
  ["a fraction that is longer", "4.1", ["4.10", "4.11"]],
  ["another number", "000123", ["124", "1230", "0123", "00123", "-123", "123%", "$123", "12", ""]],
  [
    "another long number",
    "2612345678901234",
    ["2612345678901235", "2.62E+15", "2612345678901", "261234567890"],
  ],
  ["the last digit of a long number", "1234567890123456789", ["1234567890123456780", "1234567890123456790"]],
  ["another phone", "206-555-0100", ["2065550100", "206-555-0101", "(206) 555-0100"]],
  ["a phone with its country", "(206) 555-0100", ["+12065550100", "2065550100"]],
  ["thousands or a fraction", "4.500", ["4500", "4,500"]],
  ["thousands that may be a slip", "450,000", ["450", "45000", "4500000", "450.000"]],
  ["thousands that are new", "450000", ["450,000", "$450,000", "450000.00", "450 000"]],
  ["a currency that is new", "1850", ["$1850", "1850 USD", "€1850"]],
  ["another currency", "$1850", ["€1850", "£1,850"]],
  ["a percentage that is new", "0.5", ["50%", "5"]],
  ["a percentage without its sign", "50%", ["50", "5", "0.05", "0.5"]],
  ["another amount", "1.50", ["15", "150", "1.05", "2"]],
  ["another unit", "4-2", ["42", "4/2", "4 2", "4-3", "4-Mar", "2026-03-02", "20315", "5"]],
  ["a unit in another order", "1/2", ["2/1", "0.5", "½", "1-2"]],
  [
    "another day of a month",
    "May-05",
    ["6-May", "2026-05-06", "2026-06-05", "May", "46148", "20000", "5-Jun"],
  ],
  ["a name that is a day, in words", "5-May", ["May-5", "May 5", "5-5", "May", "MAY526"]],
  ["a name", "May", ["2026-05-01", "May-26", "5"]],
  ["a name like a month", "Maya-05", ["5-May", "2026-05-05"]],
  ["a word with a number", "Unit 5", ["5-May", "5", "Unit 05"]],
  ["day and month the other way round", "03/04/2026", ["04/03/2026", "4/3/2026", "03/04/2025", "3/5/2026"]],
  ["no day", "13-14", ["14-Dec", "2026-12-14", "13-Jan"]],
  ["no day of the month", "2-30", ["30-Feb", "2026-02-28", "2026-03-02"]],
  ["a day that has got a number", "46147", ["2026-05-05", "May-05", day("2026-05-05")]],
  ["a date as text again", day("2026-05-05"), ["May-05", "5-2", "May 5"]],
  ["a number that is a day", "1.5", ["46143", "2026-05-02"]],
  ["a time", "10:30", ["10:31", "0.4375", "1030", "10:30 AM"]],
  ["another word", "true", ["FALSE", false, "Yes", "1", "falsch"]],
  ["a word for true", "Yes", ["TRUE", true, "1"]],
  ["true that is no program's", "TRUE", ["yes", "x", "1"]],
  ["a word for true in small letters", "TRUE", ["True"]],
  ["blanks that are new", "Ames", [" Ames", "Ames "]],
  ["a city", "Ames", ["Nevada", "AMES", "Ames, IA", ""]],
  ["inner blanks", "Fort  Worth", ["Fort Worth", "FortWorth"]],
  ["a name in capitals", "Smith", ["SMITH", "smith"]],
  ["a line that has gone", "12 Main St\nUnit 4", ["12 Main St", "12 Main St Unit 4"]],
  ["nothing before", "", ["x", "0", " "]],
  ["nothing after", "0", ["", " "]],
  ["a sheet's error", "007", ["#####", "#VALUE!", "#NAME?"]],
  ["an e-mail", "a@example.com", ["b@example.com", "A@example.com"]],
  ["a house number", "12 Main St", ["12", "12 Main Street"]],
  ["an ordinal", "1st", ["1", "1-Jan"]],
  ["hexadecimals", "0x10", ["16", "10"]],
  ["no number at all", "-", ["0", "--", "-0"]],
  ["signs without digits", "$", ["0", "$0"]],
];

const pairs = (list: typeof LOOKS): [string, CellValue, CellValue][] =>
  list.flatMap(([what, before, afters]) =>
    afters.map((after): [string, CellValue, CellValue] => [what, before, after]),
  );

describe("a cell as a spreadsheet program writes it", () => {
  it.each(pairs(LOOKS))("is changed in look only: %s, %j to %j", (_, before, after) => {
    expect(isChangedInLook(before, after)).toBe(true);
  });

  it.each(pairs(OTHERS))("is another one: %s, %j to %j", (_, before, after) => {
    expect(isChangedInLook(before, after)).toBe(false);
  });

  it("is none that is as it was", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !isChangedInLook(text, text)));
  });

  it("may have lost zeros, and never has more of them", () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,19}$/);
    const zeros = fc.stringMatching(/^0{1,6}$/);
    fc.assert(
      fc.property(digits, zeros, (number, zeros) => {
        expect(isChangedInLook(zeros + number, number)).toBe(true);
        expect(isChangedInLook(number, zeros + number)).toBe(false);
        expect(isChangedInLook(`0${number}`, `0${zeros}${number}`)).toBe(false);
      }),
    );
  });

  it("is what a program shows of a number, however long", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 9n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 14 }),
        (number, kept) => {
          const shown = Number(number).toExponential(kept).toUpperCase();
          // Whoever rounds a double that lies between two may round it the other way.
          fc.pre(BigInt(Number(number)) === number);
          expect(isChangedInLook(`0${number}`, shown)).toBe(true);
          expect(isChangedInLook(shown, `0${number}`)).toBe(false);
        },
      ),
    );
  });

  it("has the value that it had", () => {
    const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const written = one.toLocaleString("en-US", { style: "currency", currency: "USD" });
        expect(isChangedInLook(written, String(other))).toBe(one === other);
        expect(isChangedInLook(written, other)).toBe(one === other);
      }),
    );
  });

  it("is the same day", () => {
    const date = fc.date({
      min: new Date(Date.UTC(2026, 0, 1)),
      max: new Date(Date.UTC(2026, 11, 31)),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, date, fc.constantFrom("en-US", "en-GB", "es-MX"), (one, other, place) => {
        const [month, day] = [one.getUTCMonth() + 1, one.getUTCDate()];
        const shown = other.toLocaleDateString(place, { timeZone: "UTC", dateStyle: "short" });
        const name = one.toLocaleDateString("en-US", { timeZone: "UTC", month: "short" });
        const iso = other.toISOString().slice(0, 10);
        // "Jan-26" may be January 2026 as well.
        fc.pre(!(day === 26 && other.getUTCDate() === 1 && one.getUTCMonth() === other.getUTCMonth()));
        const isSame = one.getUTCMonth() === other.getUTCMonth() && day === other.getUTCDate();
        expect(isChangedInLook(`${name}-${day}`, { json: iso, isDate: true })).toBe(isSame);
        if (isSame)
          for (const text of [`${name}-${day}`, `${month}-${day}`, `${day}/${month}`])
            expect(isChangedInLook(text, shown), text).toBe(true);
      }),
    );
  });

  it("is never one of another word", () => {
    const word = fc.stringMatching(/^[A-Za-z@][A-Za-z@ ]{0,11}[A-Za-z@]$/);
    fc.assert(
      fc.property(word, word, (one, other) => {
        fc.pre(!/^(?:true|false)$/i.test(one));
        expect(isChangedInLook(one, other)).toBe(false);
      }),
    );
  });

  it("is told in one pass, whatever it holds: several take longer than a test has", () => {
    for (const unit of ["0", "1,", "1.", " ", "1 ", "-", "1-", "May", "(", "$", "1:"])
      for (const end of ["", "x", "5"])
        for (const other of [unit, `${unit.repeat(199_999)}${end}`])
          expect(isChangedInLook(unit.repeat(200_000) + end, other)).toBeTypeOf("boolean");
  });
});

describe("the cells of a fixed sheet", () => {
  it("are as they were where they are changed in look only, and where their column is not read", () => {
    const columns = ["ID", "Unit", "Called at"].map((name, at) => ({ name, letters: "ABC".charAt(at) }));
    const original: PlannedRow = {
      ...{ row: 2, ready: false, issues: [], warnings: [], lead: {} },
      cells: ["0017", "4", "10:30"],
    };
    const corrected = (...issues: Issue[]) =>
      correctedCells(
        { columns, places: {} },
        original,
        ["17", "5", "10:30 AM"],
        (index) => index < 2,
        () => issues,
      );
    const { cells, restored, beside } = corrected();
    expect(cells).toStrictEqual(["0017", "5", "10:30"]);
    expect([restored, beside].map((each) => each.map(({ cell }) => cell))).toStrictEqual([["A2"], ["B2"]]);
    // What was wrong with a row that has too many cells may be in any of them.
    const long = corrected({ code: "custom", message: "too many cells", path: [] });
    expect(long.cells).toStrictEqual(["17", "5", "10:30 AM"]);
  });
});
