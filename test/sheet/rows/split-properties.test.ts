import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referenceOf } from "../../../src/sheet/cells/address-reference.ts";
import { splitAddress } from "../../../src/sheet/cells/full-address.ts";
import { splitFullName } from "../../../src/sheet/cells/full-name.ts";
import { unitCountInWords } from "../../../src/sheet/cells/number-cell.ts";
import type { SplitCell } from "../../../src/sheet/cells/split-cell.ts";
import { isUnitLine, streetUnit } from "../../../src/sheet/cells/street-unit.ts";

/** Words without punctuation, sorted: what a cell and what came of it have in common. */
function words(...texts: readonly string[]): string[] {
  return texts
    .join(" ")
    .toLowerCase()
    .split(/[\s,;|()[\]"“”'‘’.]+/)
    .filter((word) => word !== "")
    .sort();
}

function allOf({ parts, leftOut }: SplitCell): string[] {
  return [...Object.values(parts), ...leftOut];
}

/** Nothing vanishes and nothing is invented, unless the cell is refused as a whole. */
function expectWhole(text: string, split: SplitCell): void {
  if (split.refusal !== undefined) expect(allOf(split)).toEqual([]);
  else expect(words(...allOf(split))).toEqual(words(text));
}

/** One of several, that stand between these marks. */
const either = (all: string) => fc.constantFrom(...all.split(" | "));

const given = fc.constantFrom("Jane", "MARY", "José", "Anna-Lena", "D'Angelo", "Li", "rae", "Óscar", "Kate");
const family = either("Doe | O'Brien | Meyer-Schmidt | Peña | McDonald | VU | Stone | Nguyễn");
const particle = fc.constantFrom("", "", "", "de la ", "van der ", "von ", "De ", "St. ");
const middle = fc.constantFrom("", "", "Q. ", "Q ", "J.R. ");
const suffix = fc.constantFrom("", "", "", "Jr.", "III", "Sr");
const title = fc.constantFrom("", "", "", "Dr. ", "Mrs ", "MS. ");

describe("a name put together from its parts", () => {
  it("comes apart into them, whichever way it is written", () => {
    fc.assert(
      fc.property(
        given,
        family,
        particle,
        middle,
        suffix,
        title,
        fc.nat(3),
        (first, name, de, q, jr, dr, way) => {
          const last = `${de}${name}`;
          const ending = jr === "" ? "" : ` ${jr}`;
          const text = [
            `${dr}${first} ${q}${last}${ending}`,
            `${dr}${first} ${q}${last}${jr === "" ? "" : `, ${jr}`}`,
            `${last}${ending}, ${dr}${first} ${q}`.trim(),
            `${last}, ${dr}${first} ${q}`.trim() + ending,
          ][way];
          const split = splitFullName(text ?? "");
          expect(split.refusal).toBeUndefined();
          expect(split.isDoubtful).toBeUndefined();
          expect(split.parts).toEqual({ firstName: `${first} ${q}`.trim(), lastName: `${last}${ending}` });
          expectWhole(text ?? "", split);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("loses and gains no word, whatever stands there", () => {
    const word = fc.oneof(
      given,
      family,
      either('de | la | y | and | & | , | (Bob) | "Bob" | Jr. | Dr. | MD | LLC | Van | Le | 7 | /'),
      fc.string({ maxLength: 5, unit: "grapheme" }).filter((text) => text.trim() !== ""),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), (all) => {
        const text = all.join(" ").trim();
        expectWhole(text, splitFullName(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

const street = either(
  "12 Main St | 12 Main St Apt 4 | 100 N 5th Ave #12 | 9 Old Court Rd | PO Box 12 | 1234 Highway 50 | 44 W Lake St Unit 9B | 1 Broadway | 5 Rue St Louis | W224N1500 Pearl Rd",
);
const city = either("Springfield | St. Louis | New York | West Chicago | Martha's Vineyard | Lake Forest");
const state = fc.constantFrom("IL", "Illinois", "NY", "New Mexico", "DC", "tx", "West Virginia");
const zip = fc.constantFrom("62701", "01970", "62701-1234");

describe("an address put together from its parts", () => {
  it("comes apart into them where commas or lines part them", () => {
    const between = fc.constantFrom(", ", ",", "\n", "; ", " , ", "\r\n");
    fc.assert(
      fc.property(
        street,
        city,
        state,
        zip,
        between,
        fc.boolean(),
        fc.nat(2),
        (one, two, three, four, mark, usa, way) => {
          const end = [`${three} ${four}`, `${three}, ${four}`, `${three}  ${four}`][way];
          const text = `${one}${mark}${two}, ${end}${usa ? ", USA" : ""}`;
          const split = splitAddress(text);
          expect(split.parts).toEqual({ street: one, city: two, state: three, zip: four });
          expect(split.refusal).toBeUndefined();
          expectWhole(text, split);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("comes apart into them without commas, in doubt, or not at all", () => {
    fc.assert(
      fc.property(street, city, state, zip, (one, two, three, four) => {
        const split = splitAddress(`${one} ${two} ${three} ${four}`);
        if (split.refusal !== undefined) return;
        expect(split.isDoubtful).toBe(true);
        expect(split.parts).toEqual({ street: one, city: two, state: three, zip: four });
      }),
      { numRuns: 500 },
    );
  });

  it("loses and gains no word, whatever stands there", () => {
    const piece = fc.oneof(
      street,
      city,
      state,
      zip,
      either(", | \n | ; | Apt 4 | # | USA | US | Story County | c/o Roe | 2139 | St | Ave"),
      fc.string({ maxLength: 6 }).filter((text) => text.trim() !== ""),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (all) => {
        const text = all.join(" ").trim();
        expectWhole(text, splitAddress(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a cell of any length", () => {
  const readers: Record<string, (text: string) => unknown> = {
    splitFullName,
    splitAddress,
    streetUnit,
    isUnitLine,
    unitCountInWords,
    referenceOf,
  };
  const words = ["A ", "Apt ", "12 St ", "IL 1", "same as ", "two-", "' "];
  const pieces = [...words, ...'(",#1 \né-'];

  it.each(Object.keys(readers))("takes %s no longer than its length asks for", (name) => {
    for (const piece of pieces) {
      for (const length of [150, 480, 32_000]) {
        const start = process.cpuUsage();
        readers[name]?.(`12 Main St ${piece.repeat(Math.ceil(length / piece.length))}`);
        // Of this process alone: on a busy machine, others take theirs.
        const { user } = process.cpuUsage(start);
        expect(user / 1_000, `${JSON.stringify(piece)} × ${length}`).toBeLessThan(100);
      }
    }
  });

  it("makes no reader throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: "binary" }), (text) => {
        for (const read of Object.values(readers)) read(text);
      }),
    );
  });
});
