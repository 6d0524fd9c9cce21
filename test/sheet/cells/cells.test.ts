import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CodedText } from "../../../src/base/finding.ts";
import { FIELDS, fieldAt } from "../../../src/lead/field-catalogue.ts";
import type { Harm } from "../../../src/lead/issue.ts";
import { type CellConventions, cellReader } from "../../../src/sheet/cells/cell-reader.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../../../src/sheet/question.ts";
import type { CellValue } from "../../../src/sheet/table.ts";
import { readingTables } from "../../sheet-truth/reading-tables.ts";

const SHEET: CellConventions = { isDelimited: true, isCommaDecimal: false };

/** How a cell was taken: silently, counted for the reading, with a warning of some harm, refused, or asked about. */
type Manner = "" | "counted" | Harm | "refused" | "asked";

function readers(path: string, answers: Record<string, string> = {}, conventions = SHEET) {
  const field = fieldAt(path);
  if (!field) throw new Error(`no field ${path}`);
  const read = cellReader(field, conventions);
  return (cell: CellValue): { value: unknown; manner: Manner; found: CodedText[] } => {
    let manner: Manner = "";
    const found: CodedText[] = [];
    const value = read(cell, {
      isNamed: false,
      unreadable: (one) => {
        manner = "refused";
        found.push(one);
      },
      warn: (one, harm = "doubtful") => {
        if (manner !== "refused" && manner !== "asked") manner = harm;
        found.push(one);
      },
      read: (_text, value) => {
        if (manner === "") manner = "counted";
        return value;
      },
      ask: (word, options) => {
        const answer = answers[word];
        if (answer !== undefined) return answer;
        manner = "asked";
        return options.some((option) => option.answer === AS_IT_STANDS) ? AS_IT_STANDS : LEAVE_OUT;
      },
    });
    if ((manner as Manner) === "refused") expect(value).toBeUndefined();
    return { value, manner, found };
  };
}

const RENT = "statedInformation.monthlyRentalIncome";
const tables = readingTables("cells.txt");

/** `=` is the cell as it stands. */
const textOf = (value: unknown, cell: string) => (value === cell ? "=" : String(value ?? ""));

describe.each(tables)("a cell of %s", (path, rows) => {
  it.each(rows)("%j", (cell = "", value = "", manner = "") => {
    const read = readers(path)(cell);
    expect([textOf(read.value, cell), read.manner]).toEqual([value, manner]);
    if (typeof read.value === "string") expect(fieldAt(path)?.type).toBe("text");
  });
});

describe("a typed cell", () => {
  it.each<[string, CellValue, unknown, Manner]>([
    ["contactInfo.firstName", null, undefined, ""],
    ["contactInfo.firstName", { json: "[1]" }, undefined, "refused"],
    ["contactInfo.firstName", true, undefined, "refused"],
    ["contactInfo.firstName", "x".repeat(40_000), undefined, "refused"],
    ["affiliateId", 42, "42", ""],
    ["affiliateId", 2 ** 60, undefined, "refused"],
    ["address.unitNumber", 4, 4, ""],
    [RENT, Number.POSITIVE_INFINITY, undefined, "refused"],
  ])("of %s: %j", (path, cell, value, manner) => {
    expect(readers(path)(cell)).toMatchObject({ value, manner });
  });
});

describe("the conventions of an input", () => {
  it.each<[string, Partial<CellConventions>, number | undefined, Manner]>([
    ["2,500", { isCommaDecimal: true }, undefined, "asked"],
    ["2.500", { decimalMark: "," }, 2500, ""],
    ["2.500", { decimalMark: "." }, 2.5, "doubtful"],
    ["1.250,50", { decimalMark: "," }, 1250.5, ""],
    ["1.25", { decimalMark: "," }, 125, ""],
    ["2.500", { shownMark: "," }, 2500, ""],
    ["2,500", { shownMark: "," }, undefined, "asked"],
    ["2,500", { shownMark: "." }, 2500, ""],
    ["2.500", { shownMark: "." }, undefined, "asked"],
    ["2,50", {}, 2.5, "doubtful"],
    ["2,50", { shownMark: "," }, 2.5, "doubtful"],
  ])("decide what a mark between digits means: %s, %j", (cell, conventions, value, manner) => {
    const read = readers(RENT, {}, { ...SHEET, ...conventions })(cell);
    expect([read.value, read.manner]).toEqual([value, manner]);
  });
});

describe("a value", () => {
  it("names the likely address where one is no e-mail address, or a slip of the keyboard", () => {
    const read = readers("contactInfo.email");
    expect(read("d @mail.com").found[0]?.params).toMatchObject({ likely: { personal: "d@mail.com" } });
    expect(read("e@mail,com").found[0]?.params).toMatchObject({ likely: { personal: "e@mail.com" } });
    expect(read("f@gmial.com").found[0]?.params).toMatchObject({ likely: { personal: "f@gmail.com" } });
  });

  it("of a year is divided where a person said so", () => {
    const read = readers(RENT, { "per year": "a-twelfth" });
    expect(read("21,600/yr")).toMatchObject({ value: 1800, manner: "changed" });
  });

  it.each([
    ["thousands", 2400, "changed"],
    ["fraction", 2.4, "doubtful"],
    ["leave-out", undefined, "lost"],
  ])("of thousands or a fraction is read as a person said: %s", (answer, value, manner) => {
    const conventions = { ...SHEET, isCommaDecimal: true };
    const read = readers(RENT, { "thousands or fraction": answer }, conventions)("$2,400/mo");
    expect(read).toMatchObject({ value, manner });
  });

  it("x is left out where the column has ticks beside it", () => {
    const read = readers("listedForSaleIn6Months");
    expect(read("✓").value).toBe(true);
    expect(read("x")).toMatchObject({ value: undefined, manner: "lost" });
  });

  it("None is no answer but of liabilities", () => {
    expect(readers("listedForSaleIn6Months")("None")).toMatchObject({ value: undefined, manner: "refused" });
  });

  it.each(FIELDS.map(({ path }) => path))(
    "of %s, whatever it is written like, is sent, or told of, or asked about",
    (path) => {
      const seeds = fc.constantFrom(...tables.flatMap(([, rows]) => rows.map(([cell = ""]) => cell)));
      const between = fc.constantFrom("", " ", "/", ", ", " (", "-");
      const cell = fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.tuple(seeds, between, seeds).map((parts) => parts.join("")),
      );
      const read = readers(path);
      fc.assert(
        fc.property(cell, (text) => {
          const { value, manner } = read(text);
          const isBlank = text.replace(/[\s\p{Cf}\u115f\u1160\u3164]/gu, "") === "";
          if (value === undefined && !isBlank) expect(manner).not.toBe("");
        }),
        { numRuns: 150 },
      );
    },
  );
});
