import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isCityLine,
  isWholeAddress,
  splitAddress,
  splitCityLine,
} from "../../../src/sheet/cells/full-address.ts";

/** An address as `street | city | state | zip`, with `?` where it is doubtful; or why it is refused. */
function split(text: string): string {
  const { parts, isDoubtful, leftOut, refusal } = splitAddress(text);
  if (refusal !== undefined) return refusal;
  const { street = "", city = "", state = "", zip = "", county } = parts;
  const all = [street, city, state, zip, ...(county === undefined ? [] : [county])].join(" | ");
  return `${all}${isDoubtful ? " ?" : ""}${leftOut.map((one) => ` [${one}]`).join("")}`;
}

describe("an address in one cell", () => {
  it.each([
    ["12 Main St Apt 4, Springfield, IL 62701", "12 Main St Apt 4 | Springfield | IL | 62701"],
    ["12 Main St, Apt 4, Springfield, IL 62701", "12 Main St, Apt 4 | Springfield | IL | 62701"],
    ["9 High Rd, Peoria, Illinois 61602-1234", "9 High Rd | Peoria | Illinois | 61602-1234"],
    ["12 Main St, Apto 4, Laredo, TX 78040", "12 Main St, Apto 4 | Laredo | TX | 78040"],
    ["12 Main St\nApt 4\nSpringfield, IL 62701", "12 Main St, Apt 4 | Springfield | IL | 62701"],
    ["12 Main St, Springfield, il, 62701", "12 Main St | Springfield | il | 62701"],
    ["12 Main St, Springfield IL", "12 Main St | Springfield | IL | "],
    ["PO Box 12, Ames, IA 50010", "PO Box 12 | Ames | IA | 50010"],
    ["12 Main St, New York, NY 10001", "12 Main St | New York | NY | 10001"],
    ["350 5th Ave, New York, New York 10118", "350 5th Ave | New York | New York | 10118"],
    ["123 N 5th St, Kansas City, KS 66101", "123 N 5th St | Kansas City | KS | 66101"],
    ["1600 A Ave NW, Washington, D.C. 20500", "1600 A Ave NW | Washington | D.C. | 20500"],
    ["12 Main St, Boston, MA 2139", "12 Main St | Boston | MA | 2139"],
    [
      "12 Main St, Springfield, Sangamon County, IL 62701",
      "12 Main St | Springfield | IL | 62701 | Sangamon County",
    ],
    ["12 Main St, Springfield, IL 62701, USA", "12 Main St | Springfield | IL | 62701 [USA]"],
    ["12 Main St, West Virginia 25301", "12 Main St |  | West Virginia | 25301"],
    ["Calle Luna 5, San Juan, PR 00901", "Calle Luna 5 | San Juan | PR | 00901"],
    ["12 Main St", "12 Main St |  |  | "],
    ["12 Main St, Apt 4", "12 Main St, Apt 4 |  |  | "],
    ["12 Highway 50", "12 Highway 50 |  |  | "],
    ["PO Box 62701", "PO Box 62701 |  |  | "],
    ["Springfield, IL 62701", " | Springfield | IL | 62701"],
    ["Salt Lake City UT 84101", " | Salt Lake City | UT | 84101"],
  ])("%s is certain", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each([
    ["12 Main St Springfield IL 62701", "12 Main St | Springfield | IL | 62701 ?"],
    ["12 Main St Apt 4 Springfield IL 62701", "12 Main St Apt 4 | Springfield | IL | 62701 ?"],
    ["12 Main St, Apt 4 Springfield, IL 62701", "12 Main St, Apt 4 | Springfield | IL | 62701 ?"],
    ["100 Park Ave St Louis MO 63101", "100 Park Ave | St Louis | MO | 63101 ?"],
    ["12 Old Court Rd Baltimore MD 21208", "12 Old Court Rd | Baltimore | MD | 21208 ?"],
    ["1 Court St Boston MA 02108", "1 Court St | Boston | MA | 02108 ?"],
    ["PO Box 12 Ames IA 50010", "PO Box 12 | Ames | IA | 50010 ?"],
    ["12 Highway 50 Reno NV 89501", "12 Highway 50 | Reno | NV | 89501 ?"],
    ["Lincoln Tower, 9 Elm St, Ames, IA 50010", "Lincoln Tower, 9 Elm St | Ames | IA | 50010 ?"],
    ["12 Main St, Springfield", "12 Main St | Springfield |  |  ?"],
  ])("%s is split as is likeliest, in doubt", (text, expected) => {
    expect(split(text)).toBe(expected);
  });

  it.each([
    "12 Park Ave West Chicago IL 60185",
    "12 Broadway Springfield IL 62701",
    "5 Rue St Louis Springfield IL 62701",
    "1 Main St Paul ID 83347",
    "1 A St, Reno, NV 89501; 2 B St, Reno, NV 89502",
    "12 Main St, Toronto, ON M5V 2T6, Canada",
    "12 Main St Springfield, Apt 4, IL 62701",
  ])("%s is not guessed at", (text) => {
    expect(splitAddress(text)).toMatchObject({ parts: {}, refusal: expect.stringMatching(/\w/) });
  });

  it("is told from a street and from a last line", () => {
    expect(
      ["12 Main St, Ames, IA 50010", "12 Main St Ames IA", "1 Broadway Ames IA 50010"].every(isWholeAddress),
    ).toBe(true);
    expect(["12 Main St", "12 Main St, Apt 4", "Ames, IA 50010", "", "TBD"].some(isWholeAddress)).toBe(false);
    expect(["Ames, IA 50010", "Ames IA"].every(isCityLine)).toBe(true);
    expect(["Ames", "12 Main St, Ames, IA", "IA"].some(isCityLine)).toBe(false);
  });

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

describe("the last line of an address", () => {
  it.each([
    ["Ames, IA 50010", { city: "Ames", state: "IA", zip: "50010" }],
    ["Ames/IA", { city: "Ames", state: "IA" }],
    ["Ames - ia 50010", { city: "Ames", state: "ia", zip: "50010" }],
    ["Winston-Salem, NC", { city: "Winston-Salem", state: "NC" }],
    ["Winston-Salem", { city: "Winston-Salem" }],
    ["Winston-Salem-NC", { city: "Winston-Salem", state: "NC" }],
    ["Austin - Texas", { city: "Austin", state: "Texas" }],
    ["Boise -- ID", { city: "Boise", state: "ID" }],
    ["Austin - TX - 78701", { city: "Austin", state: "TX", zip: "78701" }],
    ["Ames / IA / 50010", { city: "Ames", state: "IA", zip: "50010" }],
    ["St. Louis, MO", { city: "St. Louis", state: "MO" }],
    ["St. Paul - MN", { city: "St. Paul", state: "MN" }],
    ["Elm Street", { street: "Elm Street" }],
    ["12-IA", { street: "12-IA" }],
    ["Apt 4-NE", { street: "Apt 4-NE" }],
    ["Ames", { city: "Ames" }],
    ["IA", { state: "IA" }],
    ["Iowa", { state: "Iowa" }],
    ["50010-1234", { zip: "50010-1234" }],
    ["12 Main St, Ames, IA", { street: "12 Main St", city: "Ames", state: "IA" }],
    ["12 Main St", { street: "12 Main St" }],
    ["Salem 01970", { city: "Salem", zip: "01970" }],
    ["01970-1234 New Salem", { city: "New Salem", zip: "01970-1234" }],
    ["Springfield IL 62701", { city: "Springfield", state: "IL", zip: "62701" }],
    ["County Road 10500", { street: "County Road 10500" }],
  ])("comes apart: %s", (text, parts) => {
    expect(splitCityLine(text)).toEqual({ parts, leftOut: [] });
  });

  it.each(["CA/NV", "Kansas City KS/MO", "Boston - MA / Providence - RI"])(
    "names no place alone: %s",
    (text) => {
      expect(splitCityLine(text)).toEqual({ parts: {}, leftOut: [], isDoubtful: true });
    },
  );

  it("of thousands of spaces is refused before it is looked through", () => {
    expect(splitCityLine(`Ames${" ".repeat(32_000)}x`).refusal).toBe("address-too-long");
  });

  it("is doubtful where a state's name alone is a city's, too", () => {
    expect(splitCityLine("New York")).toEqual({
      parts: { state: "New York" },
      leftOut: [],
      isDoubtful: true,
    });
  });
});
