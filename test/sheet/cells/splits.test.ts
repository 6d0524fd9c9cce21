import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referenceOf } from "../../../src/sheet/cells/address-reference.ts";
import { isContact, isReachable, splitContact } from "../../../src/sheet/cells/contact-cell.ts";
import {
  isCityLine,
  isWholeAddress,
  splitAddress,
  splitCityLine,
} from "../../../src/sheet/cells/full-address.ts";
import { splitFullName } from "../../../src/sheet/cells/full-name.ts";
import { unitCountInWords } from "../../../src/sheet/cells/number-cell.ts";
import type { SplitCell, SplitPart } from "../../../src/sheet/cells/split-cell.ts";
import { isUnitLine, streetUnit } from "../../../src/sheet/cells/street-unit.ts";
import { readingTables } from "../../sheet-truth/reading-tables.ts";

/** Parts between bars, `_` for none, `?` where they are doubtful, what is left out in brackets; or why a cell is refused. */
function shown({ parts, isDoubtful, leftOut, refusal }: SplitCell, ...names: SplitPart[]): string {
  if (refusal !== undefined) return refusal;
  const taken = names.map((name) => parts[name] ?? "_").join(" | ");
  const whole = taken.replace(/(?:(?:^| \| )_)+$/, "");
  return [whole, ...(isDoubtful ? ["?"] : []), ...leftOut.map((one) => `[${one}]`)].join(" ").trim();
}

const yesOrNo = (is: boolean) => (is ? "yes" : "no");
const ADDRESS: SplitPart[] = ["street", "city", "state", "zip", "county"];

/** How each table of `fixtures/reading/splits.txt` is read. */
const READERS: Readonly<Record<string, (text: string) => string>> = {
  "a name": (text) => shown(splitFullName(text), "firstName", "lastName"),
  "a name, last first": (text) => shown(splitFullName(text, "last first"), "firstName", "lastName"),
  "a name in a list of owners": (text) => shown(splitFullName(text, "open"), "firstName", "lastName"),
  "an address": (text) => shown(splitAddress(text), ...ADDRESS),
  "the last line of an address": (text) => shown(splitCityLine(text), ...ADDRESS),
  "a street with its city": (text) => yesOrNo(isWholeAddress(text)),
  "a city with its state": (text) => yesOrNo(isCityLine(text)),
  "an e-mail address and a telephone number": (text) => shown(splitContact(text), "email", "phone"),
  "the unit in a street": (text) => {
    const { unit, number } = streetUnit(text) ?? {};
    return number === undefined ? (unit === undefined ? "" : `unit ${unit}`.trim()) : String(number);
  },
  "a line that is a unit": (text) => yesOrNo(isUnitLine(text)),
  "a number of units": (text) => String(unitCountInWords(text) ?? ""),
  "the other address": (text) => referenceOf(text) ?? "",
};

describe.each(readingTables("splits.txt"))("%s", (title, rows) => {
  it.each(rows)("%j", (text = "", expected = "") => {
    expect(READERS[title]?.(text)).toBe(expected);
  });
});

describe("an address in one cell", () => {
  it("is looked for in endless cells in one pass: several take longer than a test has", () => {
    for (const piece of ["1", "a", "1 ", "a ", " ", "-", "1a"])
      for (const text of [
        `12 ${piece.repeat(300_000)}x`,
        `12 ${piece.repeat(300_000)}`,
        `${piece.repeat(300_000)}-`,
      ]) {
        expect([isWholeAddress(text), isCityLine(text)]).toStrictEqual([false, false]);
      }
  });

  it("is one wherever it comes apart into a street and a state or ZIP code, however it ends", () => {
    const ofWords = (words: string) => fc.constantFrom(...words.split("|"));
    const state = ofWords("MA|ma|N.H.|N. H.|Mass.|NewMexico|New  Mexico|Nuevo México|West Virginia|D.C.|IA");
    const address = fc
      .tuple(
        ofWords("12 Main St|5 Elm Ave Apt 4|PO Box 7|Broadway|12 Oak"),
        ofWords(", | |\n"),
        ofWords("Salem|St. Louis|Las Cruces|Añasco"),
        ofWords(", | |/| - "),
        fc.oneof(state, fc.constant("")),
        ofWords(" 01970| 01970-1234|, 87501| 1970|"),
        ofWords(", USA| U.S.A.|, United States|, EE. UU.| US|.|"),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(address, (text) => {
        const whole = splitAddress(text.trim());
        const { street, state, zip } = whole.parts;
        if (!whole.refusal && /\d/.test(text))
          expect(isWholeAddress(text)).toBe(
            street !== undefined && (state !== undefined || zip !== undefined),
          );
        const last = splitCityLine(text.trim()).parts;
        expect(isCityLine(text)).toBe(
          last.street === undefined && last.city !== undefined && last.state !== undefined,
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an e-mail address and a telephone number in one cell", () => {
  it("come apart in either order, with anything between", () => {
    const both = { email: "ann@example.com", phone: "951-555-0142" };
    const between = fc.constantFrom(" ", " / ", ", ", "; ", " | ", "\n", " - ", " & ");
    fc.assert(
      fc.property(fc.boolean(), between, (isEmailFirst, separator) => {
        const pair = isEmailFirst ? [both.email, both.phone] : [both.phone, both.email];
        expect(splitContact(pair.join(separator)).parts).toStrictEqual(both);
      }),
    );
  });

  it("are told from other cells", () => {
    const texts = [
      "ann@example.com, 951-555-0142",
      "ann@example.com",
      "951-555-0142",
      "Ann / ann@example.com",
      "",
    ];
    expect(texts.map(isContact)).toEqual([true, false, false, false, false]);
    expect(texts.map(isReachable)).toEqual([true, true, true, false, false]);
  });
});
