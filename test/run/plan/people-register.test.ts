import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMAIL_LOW, personKeys, SHARED_KEYS } from "../../../src/lead/person-keys.ts";
import { groupsOf, KeySet, PeopleRegister } from "../../../src/run/plan/people-register.ts";
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
        const numbers = [...register.columns()].flatMap((block) => [...block]);
        const columnOf = (nth: number) =>
          Uint32Array.from(numbers.slice(nth * all.length, (nth + 1) * all.length));
        const copy = PeopleRegister.of(all.length, columnOf);
        expect(all.map((_, at) => copy.keysAt(at))).toStrictEqual(all);
        const phones = PeopleRegister.of(all.length, columnOf, ["phone"]);
        expect(phones.sorted("phone")).toStrictEqual(register.sorted("phone"));
      }),
    );
  });

  it("has the keys of a kind in order, and beside each its place", () => {
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const register = new PeopleRegister();
        for (const [at, { lead }] of drawn.entries()) register.add(at + 2, personKeys(lead));
        for (const kind of ["email", ...SHARED_KEYS] as const) {
          const expected = drawn
            .map(({ lead }, at) => ({ keys: personKeys(lead), at }))
            .map(({ keys, at }) => ({
              key: kind === "email" ? Math.floor(keys.email / EMAIL_LOW) : keys[kind],
              at,
            }))
            .filter(({ key }) => key !== 0)
            .sort((one, other) => one.key - other.key || one.at - other.at);
          const pairs = expected.flatMap(({ key, at }) => [at, key]);
          expect([...register.sorted(kind)]).toStrictEqual(pairs);
          const isEven = (key: number) => key % 2 === 0;
          const even = expected.filter(({ key }) => isEven(key)).flatMap(({ key, at }) => [at, key]);
          expect([...register.sorted(kind, { has: isEven })]).toStrictEqual(even);
          expect(expected.every(({ key }) => new KeySet(register.sorted(kind)).has(key))).toBe(true);
          const isRepeated = register.repeated(kind);
          const keys = expected.map(({ key }) => key);
          expect(keys.every((key, nth) => keys.indexOf(key) === nth || isRepeated.has(key))).toBe(true);
        }
      }),
    );
  });
});

it("a list is gone through by its keys that stand twice, there or in another, each with all that stands beside it", () => {
  fc.assert(
    fc.property(KEYS, KEYS, (one, other) => {
      const groups = [...groupsOf(sortedKeys(one), sortedKeys(other))];
      for (let key = 0; key < 14; key++) expect(new KeySet(sortedKeys(one)).has(key)).toBe(one.includes(key));
      const placesOf = (all: readonly number[], key: number) =>
        all.flatMap((each, at) => (each === key ? [at] : []));
      const isTwice = (key: number): boolean => placesOf([...one, ...other], key).length > 1;
      const keys = [...new Set(one)].filter(isTwice).sort((a, b) => a - b);
      expect(groups).toStrictEqual(
        keys.map((key) => ({ key, own: placesOf(one, key), theirs: placesOf(other, key) })),
      );
    }),
  );
});
