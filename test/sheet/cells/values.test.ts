import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CodedText } from "../../../src/base/finding.ts";
import { FIELDS, fieldAt } from "../../../src/lead/field-catalogue.ts";
import type { Harm } from "../../../src/lead/issue.ts";
import { type CellConventions, cellReader } from "../../../src/sheet/cells/cell-reader.ts";
import { AS_IT_STANDS, LEAVE_OUT } from "../../../src/sheet/question.ts";
import type { CellValue } from "../../../src/sheet/table.ts";

const SHEET: CellConventions = { isDelimited: true, isCommaDecimal: false };

/** How a cell was taken: silently, counted for the reading, with a warning of some harm, refused, or asked about. */
type Manner = "" | "counted" | Harm | "refused" | "asked";

function readers(path: string, answers: Record<string, string> = {}) {
  const field = fieldAt(path);
  if (!field) throw new Error(`no field ${path}`);
  const read = cellReader(field, SHEET);
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
    return { value, manner, found };
  };
}

const NONE = undefined;

const PHONES: [string, unknown, Manner][] = [
  ["555-010-1000", "555-010-1000", ""],
  ["(555) 010-8000 ext. 12", "(555) 010-8000 ext. 12", ""],
  ["555-010-1000 x22", "555-010-1000 x22", ""],
  ["5550102200", "5550102200", ""],
  ["15550105001", "15550105001", ""],
  ["+1.555.010.8006", "+1.555.010.8006", ""],
  ["+46 8 555 01 10", "+46 8 555 01 10", ""],
  ["+52 55 5555 0101", "+52 55 5555 0101", ""],
  ["555–010–8009", "555–010–8009", ""],
  ["p:+15550107600", "+15550107600", "changed"],
  ["tel: 555-010-7600", "555-010-7600", "changed"],
  ["Cell: (555) 010-7600", "(555) 010-7600", "changed"],
  ["555-010-8003 / 555-010-8004", "555-010-8003", "lost"],
  ["555-010-8003; 555-010-8003", "555-010-8003", "lost"],
  ["c: 555-010-0101 h: 555-010-0191", "555-010-0101", "lost"],
  ["h: 555-010-0191, c: 555-010-0101", "555-010-0101", "lost"],
  ["w 555-010-0191 / h 555-010-0101", "555-010-0101", "lost"],
  ["555-010-0191 (home), 555-010-0101 (cell)", "555-010-0101", "lost"],
  ["(555) 010-0001 (wife), (555) 010-0002", "(555) 010-0002", "lost"],
  ["555-010-0001 (wife)", NONE, "lost"],
  ["555-0100 (wife)", NONE, "lost"],
  ["call 555 010 8008 after 5pm", "555 010 8008", "lost"],
  ["555-010-8008 (cell)", "555-010-8008", "lost"],
  ["1-800-LENDING", "1-800-LENDING", "doubtful"],
  ["555-0100", "555-0100", "doubtful"],
  ["555-010-80089", "555-010-80089", "doubtful"],
  ["5", NONE, "lost"],
  ["0", NONE, "lost"],
  ["call me", NONE, "lost"],
  ["see notes", NONE, "lost"],
  ["2025-01-05", NONE, "lost"],
  ["0000000000", NONE, "lost"],
  ["555-555-5555", NONE, "lost"],
  ["0005550108007", NONE, "lost"],
  ["N/A", NONE, "changed"],
  ["1.5E+10", NONE, "refused"],
  ["+44 20 7946 0000 / +44 20 7946 0001", "+44 20 7946 0000 / +44 20 7946 0001", "doubtful"],
];

const EMAILS: [string, unknown, Manner][] = [
  [" a.a@mail.com ", "a.a@mail.com", ""],
  ["mailto:b.b@mail.com", "b.b@mail.com", "changed"],
  ["mailto:b.b@mail.com?subject=x", "b.b@mail.com", "changed"],
  ["Email: b.b@mail.com", "b.b@mail.com", "changed"],
  ["[b.b@mail.com](mailto:b.b@mail.com)", "b.b@mail.com", "changed"],
  ["[Bea](mailto:b.b@mail.com)", "b.b@mail.com", "changed"],
  ["[b.b@mail.com](mailto:other@mail.com)", NONE, "refused"],
  ["<mailto:b.b@mail.com|b.b@mail.com>", "b.b@mail.com", "changed"],
  ['<a href="mailto:b.b@mail.com?subject=Loan">B.B@mail.com</a>', "b.b@mail.com", "changed"],
  ["<a class=x href='mailto:b.b@mail.com'>Write</a>", "b.b@mail.com", "changed"],
  ['<a href="mailto:b.b@mail.com">other@mail.com</a>', NONE, "refused"],
  ["J.J@MAIL.COM", "J.J@MAIL.COM", ""],
  ["c@mail.com; c2@work.com", NONE, "refused"],
  ["c@mail.com, C@mail.com", "c@mail.com", "changed"],
  ["h@mail.com / i@mail.com", NONE, "refused"],
  ["d @mail.com", NONE, "refused"],
  ["e@mail,com", NONE, "refused"],
  ["e at mail.com", NONE, "refused"],
  ["f@gmial.com", "f@gmial.com", "doubtful"],
  ["f@gmai.com", "f@gmai.com", "doubtful"],
  ["f@gmail.con", "f@gmail.con", "doubtful"],
  ["f@yaho.com", "f@yaho.com", "doubtful"],
  ["f@hotmial.com", "f@hotmial.com", "doubtful"],
  ["f@outlok.com", "f@outlok.com", "doubtful"],
  ["f@mail.com", "f@mail.com", ""],
  ["f@ymail.com", "f@ymail.com", ""],
  ["kim@lowe.com", "kim@lowe.com", ""],
  ["a@gmx.com", "a@gmx.com", ""],
  ["declined", NONE, "lost"],
  ["none", NONE, "changed"],
  ["none@none.com", "none@none.com", "asked"],
  ["test@test.com", "test@test.com", "asked"],
  ["noemail@gmail.com", "noemail@gmail.com", "asked"],
  ["applicant-4@example.com", "applicant-4@example.com", ""],
  ["test@acme.com", "test@acme.com", ""],
];

const DECLARATIONS: [CellValue, unknown, Manner][] = [
  ["Yes", true, "counted"],
  ["yes", true, ""],
  ["YES.", true, "counted"],
  ["No.", false, "counted"],
  ["N", false, "counted"],
  ["x", true, "counted"],
  ["X", true, "counted"],
  ["✓", true, "counted"],
  ["☑", true, "counted"],
  ["Sí", true, "counted"],
  ["1", true, "counted"],
  ["0", false, "counted"],
  ["-1", true, "counted"],
  ["nope", false, "counted"],
  ["Yep", true, "counted"],
  ["N - n/a", false, "doubtful"],
  ["Yes - Ch 7 2023", true, "doubtful"],
  ["Yes, Ch 13", true, "doubtful"],
  ["Y - 2024", true, "doubtful"],
  ["Yes (dismissed 2018)", undefined, "asked"],
  ["yes - 2015", undefined, "asked"],
  ["No - never", false, "doubtful"],
  ["None", false, "doubtful"],
  ["I'm not sure", NONE, "lost"],
  ["Not sure", NONE, "lost"],
  ["unknown", NONE, "lost"],
  ["maybe", NONE, "lost"],
  ["Declined to answer", NONE, "lost"],
  ["Prefer not to say", NONE, "lost"],
  ["n/a", NONE, "lost"],
  ["-", NONE, "lost"],
  ["No idea", NONE, "lost"],
  ["Yes/No", NONE, "lost"],
  ["Yes?", NONE, "refused"],
  ["No, but BK in 2019", NONE, "refused"],
  ["no - only 2021", NONE, "refused"],
  ["Ch 7 2021", NONE, "refused"],
  ["$45,000", NONE, "refused"],
  ["45000", NONE, "refused"],
  ["2", NONE, "refused"],
];

const RENTS: [CellValue, unknown, Manner][] = [
  ["1850", 1850, ""],
  ["$1,850.00 per month", 1850, "changed"],
  ["$1,800/mo", 1800, "changed"],
  ["2,100/mo.", 2100, "changed"],
  ["1,800 al mes", 1800, "changed"],
  ["1800 mensuales", 1800, "changed"],
  ["1.8k", 1800, "changed"],
  ["$2k/mo", 2000, "changed"],
  ["~2500", 2500, "doubtful"],
  ["approx. $2,500", 2500, "doubtful"],
  ["2500+", 2500, "doubtful"],
  ["1800-2000", NONE, "refused"],
  ["$1,800 to $2,000", NONE, "refused"],
  ["21,600/yr", NONE, "asked"],
  ["$21,600 annually", NONE, "asked"],
  ["450/week", NONE, "refused"],
  ["1800%", NONE, "refused"],
  ["Dec-00", NONE, "refused"],
  ["TBD", NONE, "lost"],
  ["call me", NONE, "lost"],
  ["see notes", NONE, "lost"],
  ["N/A", NONE, "changed"],
  ["ninguno", NONE, "changed"],
  ["45000", 45_000, "doubtful"],
  ["18", 18, "doubtful"],
  ["0", 0, ""],
  ["-500", -500, "doubtful"],
];

const ZIPS: [string, unknown, Manner][] = [
  ["50010", "50010", ""],
  ["z:50010", "50010", "changed"],
  ["zip: 50010", "50010", "changed"],
  ["90210.0", "90210", "changed"],
  ["50,010", "50010", "changed"],
  ["#50010", "50010", "changed"],
  ["IA 50010-1234", "50010-1234", "changed"],
  ["TX 50010", "TX 50010", "doubtful"],
  ["787011234", "78701-1234", "changed"],
  ["78701 1234", "78701-1234", "changed"],
  ["78701–1234", "78701-1234", "changed"],
  ["10001-", "10001", "changed"],
  ["O6103", "06103", "doubtful"],
  ["9o210", "90210", "doubtful"],
  ["K1A 0B1", "K1A 0B1", "doubtful"],
  ["902101", "902101", "doubtful"],
  ["2134", "2134", ""],
];

const STATES: [string, unknown, Manner][] = [
  ["IL - Illinois", "IL", "counted"],
  ["Illinois (IL)", "IL", "counted"],
  ["TX, USA", "TX", "counted"],
  ["N.J.", "NJ", "counted"],
  ["D.C.", "DC", "counted"],
  ["Mass.", "MA", "counted"],
  ["tx", "TX", "counted"],
  ["New York ", "NY", "counted"],
  ["Nueva York", "NY", "counted"],
  ["Carolina del Norte", "NC", "counted"],
  ["CA / NV", "CA / NV", "doubtful"],
  ["ZZ", "ZZ", "doubtful"],
  ["Ontario", "Ontario", "doubtful"],
];

const UNITS: [string, unknown, Manner][] = [
  ["two", 2, "counted"],
  ["4-plex", 4, "counted"],
  ["2 units", 2, "counted"],
  ["duplex", 2, "counted"],
  ["2-4", NONE, "refused"],
  ["5+", NONE, "refused"],
  ["4-Feb", NONE, "refused"],
  ["1204", 1204, "doubtful"],
];

const NUMBERS: [string, unknown, Manner][] = [
  ["#12", 12, "changed"],
  ["Apt 4", 4, "changed"],
  ["Depto. 5", 5, "changed"],
  ["012", 12, "changed"],
  ["1,204", 1204, "doubtful"],
  ["4B", NONE, "refused"],
  ["1E3", NONE, "refused"],
  ["1/2", NONE, "refused"],
  ["4/5/2026", NONE, "refused"],
  ["3-Apr", NONE, "refused"],
];

describe.each<[string, [CellValue, unknown, Manner][]]>([
  ["contactInfo.phone", PHONES],
  ["contactInfo.email", EMAILS],
  ["liabilitiesIn4Years", DECLARATIONS],
  ["statedInformation.monthlyRentalIncome", RENTS],
  ["address.zip", ZIPS],
  ["address.state", STATES],
  ["propertyUnits", UNITS],
  ["address.unitNumber", NUMBERS],
])("a value of %s", (path, cases) => {
  it.each(cases)("%j", (cell, value, manner) => {
    const read = readers(path)(cell);
    expect([read.value, read.manner]).toEqual([value, manner]);
  });
});

describe("a value", () => {
  it("that is left out with a warning is not sent in any form", () => {
    for (const [cell] of PHONES.filter(([, value]) => value === NONE)) {
      expect(readers("contactInfo.phone")(cell).found).toHaveLength(1);
    }
  });

  it("names the likely address where one is no e-mail address, or a slip of the keyboard", () => {
    const read = readers("contactInfo.email");
    expect(read("d @mail.com").found[0]?.params).toMatchObject({ likely: { personal: "d@mail.com" } });
    expect(read("e@mail,com").found[0]?.params).toMatchObject({ likely: { personal: "e@mail.com" } });
    expect(read("f@gmial.com").found[0]?.params).toMatchObject({ likely: { personal: "f@gmail.com" } });
  });

  it("of a year is divided where a person said so", () => {
    const read = readers("statedInformation.monthlyRentalIncome", { "per year": "a-twelfth" });
    expect(read("21,600/yr")).toMatchObject({ value: 1800, manner: "changed" });
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
      const seeds = [...PHONES, ...EMAILS, ...DECLARATIONS, ...RENTS, ...ZIPS, ...STATES].map(([cell]) =>
        String(cell),
      );
      const cell = fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc
          .tuple(
            fc.constantFrom(...seeds),
            fc.constantFrom("", " ", "/", ", ", " (", "-"),
            fc.constantFrom(...seeds),
          )
          .map((parts) => parts.join("")),
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
