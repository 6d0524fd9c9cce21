import fc from "fast-check";
import { FIELDS } from "../../src/lead/field-catalogue.ts";

/** A clean sheet: a column for each field, and rows of text that mean what they say. */
export interface CleanSheet {
  headers: string[];
  rows: string[][];
}

/** And is between two people, and worth a warning in any name. */
const word = fc
  .stringMatching(/^[A-Z][a-zé]{1,5}(’[A-Z][a-zü]{1,4})?$/)
  .filter((text) => !/^And(?:’|$)/.test(text));
const cellByType = {
  integer: fc.integer({ min: 1, max: 20 }).map(String),
  number: fc.integer({ min: 100, max: 999 }).map(String),
  boolean: fc.constantFrom("true", "false"),
  text: fc.tuple(word, word).map((words) => words.join(" ")),
};
const cellByPath: Record<string, fc.Arbitrary<string>> = {
  "contactInfo.email": fc.stringMatching(/^[a-z]{2,8}\.[a-z]{2,8}@[a-z]{2,8}\.com$/),
  "contactInfo.phone": fc.stringMatching(/^\+1-[2-9]\d\d-[2-9]\d\d-\d{4}$/),
  "address.state": fc.constantFrom("MA", "NV", "NY", "CA"),
  "residentialAddress.state": fc.constantFrom("MA", "NV", "NY", "CA"),
  "address.zip": fc.stringMatching(/^[1-9]\d{4}$/),
  "residentialAddress.zip": fc.stringMatching(/^[1-9]\d{4}$/),
};

const row = fc.tuple(
  ...FIELDS.map(({ path, type, shownValues }) => {
    const cell = shownValues ? fc.constantFrom(...shownValues) : (cellByPath[path] ?? cellByType[type]);
    return path === "contactInfo.email" ? cell : fc.oneof({ weight: 4, arbitrary: cell }, fc.constant(""));
  }),
);

export const cleanSheet: fc.Arbitrary<CleanSheet> = fc
  .array(row, { minLength: 1, maxLength: 5 })
  .map((rows) => ({ headers: FIELDS.map(({ path }) => path), rows }));

/** Damage to one cell of a sheet that nobody could read as what was there. */
export const damage: fc.Arbitrary<string> = fc.constantFrom(
  "#REF!",
  "#N/A",
  "####",
  "=A2&B2",
  "1.55512E+10",
  "Jos\ufffd",
  "a\0b",
);

/** Damage to the text of a sheet: bytes lost, doubled or put in, as bad transfers and bad exporters do. */
export const textDamage: fc.Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    kind: fc.constantFrom("quote", "comma", "newline", "cut", "lose a comma", "lose a newline"),
  })
  .map(({ at, kind }) => (text) => {
    const body = text.indexOf("\n") + 1;
    const place = body + Math.floor(at * (text.length - body));
    const insert = (piece: string) => text.slice(0, place) + piece + text.slice(place);
    const lose = (piece: string) => {
      const found = text.indexOf(piece, place);
      return found < 0 ? text : text.slice(0, found) + text.slice(found + piece.length);
    };
    switch (kind) {
      case "quote":
        return insert('"');
      case "comma":
        return insert(",");
      case "newline":
        return insert("\n");
      case "cut":
        return text.slice(0, place);
      case "lose a comma":
        return lose(",");
      default:
        return lose("\n");
    }
  });
