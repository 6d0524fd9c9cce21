import { describe, expect, it } from "vitest";
import { shownCell } from "../../../../src/sheet/formats/workbook.ts";
import { formatted, numberStyle } from "../../../../src/sheet/formats/xlsx/number-format.ts";
import type { CellValue } from "../../../../src/sheet/table.ts";

const CUSTOM = 164;

function cellOf(number: number, code: string): CellValue | "date" {
  const style = numberStyle(CUSTOM, code);
  if (typeof style === "string") return style === "date" ? "date" : number;
  return shownCell(number, formatted(number, style));
}

/** As LibreOffice 7.4 shows them, but for what stands between thousands. */
describe("a number format", () => {
  const ZIPS = "[<=99999]00000;00000-0000";
  const LONG_ZIPS = "[>99999]00000-0000;00000";
  const PHONES = "[<=9999999]###-####;(###) ###-####";
  it.each<[string, number, string]>([
    [ZIPS, 2139, "02139"],
    [ZIPS, 21391234, "02139-1234"],
    [LONG_ZIPS, 2139, "02139"],
    [LONG_ZIPS, 787011234, "78701-1234"],
    ["00000\\-####", 78701, "00007-8701"],
    [PHONES, 2065550101, "(206) 555-0101"],
    [PHONES, 5550101, "555-0101"],
    ['"+1 "000-000-0000', 2065550101, "+1 206-555-0101"],
    ["000-00-0000", 12345678, "012-34-5678"],
    ['"L-"0000', 42, "L-0042"],
    ['0"B"', 4, "4B"],
    ["\\#General", 4, "#4"],
    ['"$"0.0,"k"', 2500, "$2.5k"],
    ['"$"#,##0"/yr"', 30000, "$30000/yr"],
    ["0%", 0.25, "25%"],
    ["000", -7, "-007"],
    ['0" up";0" down"', -7, "7 down"],
    ['0" up";0" down"', 0, "0 up"],
    ['"Yes";"Yes";"No"', 0, "No"],
    ['"Yes";"Yes";"No"', -1, "Yes"],
    ['[=1]"Yes";[=2]"No";0', 2, "No"],
  ])("with %j shows what %d does not say", (code, number, shown) => {
    expect(cellOf(number, code)).toBe(shown);
  });

  it.each<[string, number]>([
    ["General", 4.25],
    ["0", 4.6],
    ["00000", 787011234],
    ["#,##0", 1234567],
    ["0.00", 4.1],
    ["[$€-407] #,##0.00", 1800],
    ["[Red]0", 5],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 0],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -1800],
    ["# ?/?", 4.5],
    ["0.00E+00", 2065550101],
    ["0;;", -3],
    ["@", 42],
    ["00000", 1e20],
    ["[=1]0;[=2]0", 3],
    ["0".repeat(2_000), 5],
  ])("with %j says no more than the number %d", (code, number) => {
    expect(cellOf(number, code)).toBe(number);
  });

  it.each(["d-mmm", "[$-409]m/d/yy h:mm AM/PM", "[h]", "[mm]:ss", "yyyy", "0;[h]"])(
    "with %j is a time",
    (code) => {
      expect(cellOf(46117, code)).toBe("date");
    },
  );

  it("that hides a zero leaves nothing of it", () => {
    expect(cellOf(0, "0;-0;;@")).toBeNull();
  });
});
