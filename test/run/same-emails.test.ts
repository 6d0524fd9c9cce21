import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EmailRows, sameEmails } from "../../src/run/email-index.ts";

/** Few addresses, so that many are there several times. */
const ADDRESSES = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 });

function emailRows(hashes: readonly number[]): EmailRows {
  const order = hashes.map((hash, at) => ({ hash, row: at + 2 })).sort((a, b) => a.hash - b.hash);
  return {
    hashes: Float64Array.from(order, ({ hash }) => hash),
    rows: Uint32Array.from(order, ({ row }) => row),
  };
}

describe("rows of two runs that share an address", () => {
  it("are all pairs of them, and no others", () => {
    fc.assert(
      fc.property(ADDRESSES, ADDRESSES, (one, other) => {
        const expected = one.flatMap((hash, at) =>
          other.flatMap((otherHash, otherAt) => (hash === otherHash ? [`${at + 2},${otherAt + 2}`] : [])),
        );
        const pairs = [...sameEmails(emailRows(one), emailRows(other))].map((pair) => pair.join());
        expect(pairs.toSorted()).toStrictEqual(expected.toSorted());
      }),
    );
  });
});
