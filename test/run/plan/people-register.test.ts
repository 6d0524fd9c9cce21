import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PersonKeys, personKeys } from "../../../src/lead/person-keys.ts";
import { INDEXED_KEYS, PeopleRegister } from "../../../src/run/plan/people-register.ts";
import { drawnLead } from "../../lead/lead-arbitrary.ts";

const NOBODY = personKeys({});

function registerOf(people: readonly PersonKeys[]): PeopleRegister {
  const register = new PeopleRegister();
  for (const [at, keys] of people.entries()) register.add(at + 2, keys);
  return register;
}

/** People of whom only phones are known. Few, and some that share an end, so that many are there several times, or in one place. */
const phones = fc
  .array(fc.constantFrom(0, 1, 2, 65_537, 65_538, 2 ** 31 + 1, 2 ** 32 - 1), { maxLength: 80 })
  .map((all) => all.map((phone) => ({ ...NOBODY, phone })));

describe("a register of people", () => {
  it("gives out what was put in, also where it was kept", () => {
    fc.assert(
      fc.property(fc.array(drawnLead), (drawn) => {
        const all = drawn.map(({ lead }) => personKeys(lead));
        const register = registerOf(all);
        const kept = new PeopleRegister(Uint32Array.from(register.columns().flatMap((block) => [...block])));
        for (const each of [register, kept]) {
          expect(each.count).toBe(all.length);
          expect(all.map((_, at) => each.keysAt(at))).toStrictEqual(all);
          expect(all.map((_, at) => each.rowAt(at))).toStrictEqual(all.map((_, at) => at + 2));
        }
      }),
    );
  });

  it("finds all rows with a key of a kind, in order, and each key once that several rows or registers have", () => {
    const emails = fc.array(fc.constantFrom(0, 2 ** 21, 2 ** 21 + 1, 2 ** 22 + 1, 2 ** 53 - 1));
    const drawn = fc.array(drawnLead).map((all) => all.map(({ lead }) => personKeys(lead)));
    const people = fc.oneof(
      drawn,
      phones,
      emails.map((all) => all.map((email) => ({ ...NOBODY, email }))),
    );
    fc.assert(
      fc.property(people, people, (before, added) => {
        const [register, others] = [registerOf(before), registerOf(added)];
        for (const [at, keys] of added.entries()) register.add(at, keys);
        const all = [...before, ...added];
        for (const kind of INDEXED_KEYS) {
          const placesOf = (key: number) => all.flatMap((each, at) => (each[kind] === key ? [at] : []));
          const keys = [...new Set(all.map((each) => each[kind]))].filter((key) => key !== 0);
          for (const key of keys) expect([...register.placesOf(kind, key)]).toStrictEqual(placesOf(key));
          expect([0, 3].flatMap((key) => [...register.placesOf(kind, key)])).toStrictEqual([]);
          const repeated = keys.filter((key) => placesOf(key).length > 1);
          expect([...register.repeated(kind)]).toStrictEqual(repeated);
          const shared = keys.filter((key) => added.some((each) => each[kind] === key));
          const found = [...register.shared(kind, others)];
          expect([found.length, new Set(found)]).toStrictEqual([shared.length, new Set(shared)]);
        }
      }),
    );
  });
});
