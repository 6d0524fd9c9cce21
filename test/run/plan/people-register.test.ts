import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMAIL_LOW, type PersonKeys, personKeys } from "../../../src/lead/person-keys.ts";
import {
  INDEXED_KEYS,
  type IndexedKey,
  KeyList,
  PeopleRegister,
} from "../../../src/run/plan/people-register.ts";
import { drawnLead } from "../../lead/lead-arbitrary.ts";

const NOBODY = personKeys({});

function registerOf(people: readonly PersonKeys[]): PeopleRegister {
  const register = new PeopleRegister();
  for (const [at, keys] of people.entries()) register.add(at + 2, keys);
  return register;
}

/** People of whom only phones are known. Few, and some that share an upper half, so that many are there several times. */
const phones = fc
  .array(fc.constantFrom(1, 2, 65_535, 65_536, 65_537, 2 ** 32 - 1), { maxLength: 30 })
  .map((all) => all.map((phone) => ({ ...NOBODY, phone })));

describe("a register of people", () => {
  it("gives out what was put in, also where it was kept", () => {
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const all = drawn.map(({ lead }) => personKeys(lead));
        const register = registerOf(all);
        const numbers = register
          .columns()
          .flat()
          .flatMap((block) => [...block]);
        const kept = new PeopleRegister(all.length, (nth) =>
          Uint32Array.from(numbers.slice(nth * all.length, (nth + 1) * all.length)),
        );
        for (const each of [register, kept]) {
          expect(all.map((_, at) => each.keysAt(at))).toStrictEqual(all);
          expect(all.map((_, at) => each.rowAt(at))).toStrictEqual(all.map((_, at) => at + 2));
        }
      }),
    );
  });

  it("has the keys of a kind in order, and beside each its place", () => {
    const keyOf = (keys: PersonKeys, kind: IndexedKey): number =>
      kind === "email" ? Math.floor(keys.email / EMAIL_LOW) : keys[kind];
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const all = drawn.map(({ lead }) => personKeys(lead));
        const register = registerOf(all);
        for (const kind of INDEXED_KEYS) {
          const pairs = all
            .map((keys, at) => ({ key: keyOf(keys, kind), at }))
            .filter(({ key }) => key !== 0)
            .sort((one, other) => one.key - other.key || one.at - other.at);
          expect([...register.sorted(kind, register.groups(kind).all)]).toStrictEqual(
            pairs.flatMap(({ key, at }) => [at, key]),
          );
        }
      }),
    );
  });
});

it("a list of keys is gone through by those that stand twice, there or in another register, each with all places", () => {
  fc.assert(
    fc.property(phones, phones, (one, other) => {
      const groups = [...new KeyList(registerOf(one), "phone").shared(registerOf(other))];
      const alone = [...new KeyList(registerOf(one), "phone", true).shared()];
      const placesOf = (all: typeof one, key: number) =>
        all.flatMap(({ phone }, at) => (phone === key ? [at] : []));
      const isTwice = (key: number): boolean =>
        [...one, ...other].filter(({ phone }) => phone === key).length > 1;
      const keys = [...new Set(one.map(({ phone }) => phone))].filter(isTwice).sort((a, b) => a - b);
      expect(groups).toStrictEqual(
        keys.map((key) => ({ kind: "phone", key, own: placesOf(one, key), theirs: placesOf(other, key) })),
      );
      expect(alone).toStrictEqual(
        groups.filter(({ own }) => own.length > 1).map((group) => ({ ...group, theirs: [] })),
      );
    }),
  );
});
