import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailKey } from "../../../src/lead/email.ts";
import { EmailGatherer, type EmailRows, emailHash, sameEmails } from "../../../src/run/search/email-index.ts";

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

describe("the addresses of a run's rows", () => {
  it("are in the order of their hashes, and rows of one address in the order of the input", () => {
    const emails = fc.array(
      fc.constantFrom("a@x.test", "A@x.test", "b@x.test", "c@x.test", "d@x.test", null),
    );
    fc.assert(
      fc.property(emails, (given) => {
        const gatherer = new EmailGatherer();
        for (const [at, email] of given.entries()) gatherer.add(at + 2, email);
        const expected = given
          .flatMap((email, at) => (email === null ? [] : [{ hash: emailHash(emailKey(email)), row: at + 2 }]))
          .sort((one, other) => one.hash - other.hash || one.row - other.row);
        const { hashes, rows } = gatherer.emails();
        expect([...hashes]).toStrictEqual(expected.map(({ hash }) => hash));
        expect([...rows]).toStrictEqual(expected.map(({ row }) => row));
      }),
    );
  });
});
