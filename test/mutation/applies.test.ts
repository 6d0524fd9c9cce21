import { describe, expect, it } from "vitest";
import { findTest } from "./find-test.ts";
import { DEFENCES, MUTANTS } from "./planted.ts";
import { ProgramSources, type SourceEdit } from "./source-edit.ts";

const PLANTED = [...DEFENCES, ...MUTANTS];

/** Whether the tests notice is for `.ci/all mutants defences`. Here: that there is something to take out, and a test to notice. */
describe("every planted fault", () => {
  const sources = new ProgramSources();

  it("finds its place in the program: if not, give it the symbol, or the tokens, that the defence has now", () => {
    const edits = PLANTED.flatMap((fault) => fault.edits);
    expect(edits.length).toBeGreaterThanOrEqual(PLANTED.length);
    expect(edits.flatMap((edit) => messages(() => sources.locate(edit)))).toStrictEqual([]);
  });

  it("finds the tests that must notice it", () => {
    const names = PLANTED.flatMap(({ tests }) => tests);
    expect([...new Set(names)].flatMap((name) => messages(() => findTest(name)))).toStrictEqual([]);
  });

  it("has a name of its own", () => {
    const names = PLANTED.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([]);
  });
});

describe("an edit", () => {
  const FILE = `
    import { b } from "./b.ts";
    export function a(x: number): string[] {
      // b("x") in a comment
      return b('x', { /* here */ y: x / 2 / 3 }, [
        1,
        2,
      ]);
    }
    class C { #m = 1; get n() { return b('x'); } static o = /["]/.test("a"); }
    const d = () => \`\${a(1)} and b("x")\`;`;
  const edited = (symbol: string, source: string, mutant = "HERE"): string => {
    const changed = new ProgramSources(new Map([["src/a.ts", FILE]])).apply([{ symbol, source, mutant }]);
    return changed.get("src/a.ts") ?? "";
  };

  it.each([
    ["another style of quotes", "a", 'b("x", { y:', "return HERE x / 2"],
    ["a comment within", "a", "{ y: x / 2 / 3 }", "b('x', HERE, ["],
    ["a trailing comma more", "a", "[1, 2]", "}, HERE);"],
    ["a trailing comma less", "a", "x / 2 / 3,", "y: HERE }"],
    ["a method", "C.n", 'b("x")', "return HERE; }"],
    ["a private field", "C.#m", "1", "#m = HERE;"],
    ["a class as a whole", "C", "1", "#m = HERE;"],
    ["an expression with quotes", "C.o", '/["]/.test("a")', "o = HERE;"],
    ["a template as a whole", "d", '`${a(1)} and b("x")`', "() => HERE;"],
  ])("is made through %s", (_what, symbol, source, expected) => {
    expect(edited(symbol, source)).toContain(expected);
  });

  it.each([
    ["is not there", "a", "c()", "a is without this; it stands in no place:"],
    [
      "stands in something else",
      "d",
      "b('x')",
      "d is without this; it stands in C (src/a.ts), C.n (src/a.ts):",
    ],
    ["has a name that nothing has", "e", "1", "Nothing is called e; it stands in a (src/a.ts), C"],
    ["is there twice", "a", "x", "a has this 2 times:"],
  ])("is refused when what it changes %s", (_what, symbol, source, message) => {
    expect(() => edited(symbol, source)).toThrow(message);
  });

  it("is one of several in a file", () => {
    const edits: SourceEdit[] = [
      { symbol: "a", source: "b(", mutant: "longer(" },
      { symbol: "C.n", source: "b(", mutant: "c(" },
    ];
    const text = new ProgramSources(new Map([["src/a.ts", FILE]])).apply(edits).get("src/a.ts");
    expect(text).toContain("return longer('x'");
    expect(text).toContain("return c('x')");
  });
});

/** What went wrong, in a list that is empty when nothing did. */
function messages(action: () => unknown): string[] {
  try {
    action();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
