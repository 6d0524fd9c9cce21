import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMAIL_LOW, personKeys } from "../../../src/lead/person-keys.ts";
import { groupsOf, INDEXED_KEYS, PeopleRegister } from "../../../src/run/plan/people-register.ts";
import { drawnLead } from "../../lead/lead-arbitrary.ts";

/** Few keys, so that many are there several times. */
const KEYS = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 30 });

function sortedKeys(keys: readonly number[]): Uint32Array {
  const order = keys.map((key, at) => ({ key, at })).sort((one, other) => one.key - other.key);
  return Uint32Array.from(order.flatMap(({ key, at }) => [at, key]));
}

describe("a register of people", () => {
  it("gives out what was put in", () => {
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const register = new PeopleRegister();
        const all = drawn.map(({ lead }) => personKeys(lead));
        for (const [at, keys] of all.entries()) register.add(at + 2, keys);
        expect(all.map((_, at) => register.keysAt(at))).toStrictEqual(all);
        expect(all.map((_, at) => register.rowAt(at))).toStrictEqual(all.map((_, at) => at + 2));
      }),
    );
  });

  it("has the keys of a kind in order, and beside each its row", () => {
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const register = new PeopleRegister();
        for (const [at, { lead }] of drawn.entries()) register.add(at + 2, personKeys(lead));
        for (const kind of INDEXED_KEYS) {
          const expected = drawn
            .map(({ lead }, at) => ({ keys: personKeys(lead), row: at + 2 }))
            .map(({ keys, row }) => ({
              key: kind === "email" ? Math.floor(keys.email / EMAIL_LOW) : keys[kind],
              row,
            }))
            .filter(({ key }) => key !== 0)
            .sort((one, other) => one.key - other.key || one.row - other.row);
          expect([...register.sorted(kind, "row")]).toStrictEqual(
            expected.flatMap(({ key, row }) => [row, key]),
          );
        }
      }),
    );
  });
});

it("a list is gone through by its keys that stand twice, there or in another, each with all that stands beside it", () => {
  fc.assert(
    fc.property(KEYS, KEYS, (one, other) => {
      const groups = [...groupsOf(sortedKeys(one), [sortedKeys(other)], 100)];
      const placesOf = (all: readonly number[], key: number) =>
        all.flatMap((each, at) => (each === key ? [at] : []));
      const isTwice = (key: number): boolean => placesOf([...one, ...other], key).length > 1;
      const keys = [...new Set(one)].filter(isTwice).sort((a, b) => a - b);
      expect(groups).toStrictEqual(
        keys.map((key) => ({ key, beside: [placesOf(one, key), placesOf(other, key)] })),
      );
    }),
  );
});
