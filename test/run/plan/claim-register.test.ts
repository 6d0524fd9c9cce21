import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClaimRegister } from "../../../src/run/plan/claim-register.ts";

describe("the register of e-mails", () => {
  it("is a map from the address to its first row, whatever is claimed in whatever order", () => {
    const claims = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(claims, (list) => {
        const [register, model] = [new ClaimRegister(), new Map<string, number>()];
        for (const [email, row] of list) {
          expect(register.claim(email, row)).toBe(model.get(email));
          if (!model.has(email)) model.set(email, row);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("remembers every row while it grows", () => {
    const register = new ClaimRegister();
    const count = 50_000;
    for (let row = 1; row <= count; row++) expect(register.claim(`a${row}@example.com`, row)).toBeUndefined();
    const lost = Array.from({ length: count }, (_, index) => index + 1).filter(
      (row) => register.claim(`a${row}@example.com`, count + row) !== row,
    );
    expect(lost).toStrictEqual([]);
  });
});
