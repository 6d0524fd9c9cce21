import { describe, expect, it } from "vitest";
import { readSources, type Sources, withoutComments } from "../import-graph.ts";

/** That there is a remedy, the types see to; that it says something, this does. */
const EMPTY_REMEDY =
  /\bhint: (?:""|''|``)|\b\w*(?:Error|refusal|refused|incomplete|unusable)\([^;]*?,\s*(?:""|''|``),?\s*\)/;

describe("a remedy", () => {
  it("is empty in no error of the program", () => {
    expect(withEmptyRemedy(readSources("src"))).toStrictEqual([]);
  });

  it("that is empty is found", () => {
    const text = 'throw inputError(\n  "no",\n  name,\n  "",\n);';
    expect(withEmptyRemedy(new Map([["src/input/a.ts", text]]))).toStrictEqual(["src/input/a.ts"]);
  });
});

function withEmptyRemedy(sources: Sources): string[] {
  return [...sources].filter(([, text]) => EMPTY_REMEDY.test(withoutComments(text))).map(([path]) => path);
}
