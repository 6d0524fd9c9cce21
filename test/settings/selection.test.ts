import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CliError } from "../../src/base/cli-error.ts";
import { EXIT } from "../../src/base/exit-codes.ts";
import { isInRanges, parseRows, parseShard, shardOf } from "../../src/settings/selection.ts";

describe("--rows", () => {
  it.each([
    ["5", "5-5"],
    ["5,7-10", "5-5 7-10"],
    [" 9 - 12 , 2 ", "2-2 9-12"],
    ["3-3", "3-3"],
    ["2-9,4-6", "2-9"],
    ["5-6,2-4,9,8", "2-6 8-9"],
  ])("reads %j", (text, ranges) => {
    expect(
      parseRows(text)
        .map(({ from, to }) => `${from}-${to}`)
        .join(" "),
    ).toBe(ranges);
  });

  it.each(["", ",", "5,", "0", "0-4", "9-5", "-5", "5-", "a", "1.5", "1e3", "٣", "5;6", "5 6"])(
    "refuses %j",
    (text) => {
      expect(() => parseRows(text)).toThrow(CliError);
      expect(() => parseRows(text)).toThrow(
        expect.objectContaining({ exitCode: EXIT.usage, hint: expect.any(String) }),
      );
    },
  );

  it("selects the rows that the text names, and no others", () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(10));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (list) => {
        const named = new Set(
          list.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, n) => from + n)),
        );
        const ranges = parseRows(
          list.map(([from, more]) => (more === 0 ? `${from}` : `${from}-${from + more}`)).join(","),
        );
        for (let row = 1; row <= 80; row++) expect(isInRanges(row, ranges)).toBe(named.has(row));
      }),
      { numRuns: 300 },
    );
  });

  it("selects every row when it is absent", () => {
    expect(isInRanges(1, undefined)).toBe(true);
  });
});

describe("--shard", () => {
  it("reads its index and its count", () => {
    expect(parseShard("0/3")).toStrictEqual({ index: 0, count: 3 });
    expect(parseShard("0/1")).toStrictEqual({ index: 0, count: 1 });
  });

  it.each(["", "3/3", "1", "1/", "/3", "-1/3", "0/0", "1.5/3", "a/b", " 0/3", "0/3/4"])(
    "refuses %j",
    (text) => {
      expect(() => parseShard(text)).toThrow(
        expect.objectContaining({ exitCode: EXIT.usage, hint: expect.any(String) }),
      );
    },
  );

  it("puts every address into exactly one part", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (email, count) => {
        const parts = Array.from({ length: count }, (_, index) => index);
        expect(parts).toContain(shardOf(email, count));
      }),
      { numRuns: 500 },
    );
  });

  it("cuts into parts of about the same size", () => {
    const sizes = [0, 0, 0, 0];
    for (let n = 0; n < 8_000; n++) {
      const index = shardOf(`applicant-${n}@example.com`, 4);
      sizes[index] = (sizes[index] ?? 0) + 1;
    }
    for (const size of sizes) expect(Math.abs(size - 2_000)).toBeLessThan(200);
  });

  it("is the same on every machine: the parts of an address are fixed", () => {
    const parts = ["jane@example.com", "john@example.com", ""].map((email) => shardOf(email, 5));
    expect(parts).toStrictEqual([1, 4, 4]);
  });
});
