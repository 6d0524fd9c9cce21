import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { wordKey } from "../../../src/sheet/text/word-set.ts";
import { readSources } from "../../import-graph.ts";

/** Every list of words that keys are looked up in. */
const LISTS = [...readSources("src/sheet")].flatMap(([path, code]) => {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [words] }) {
      if (callee.type !== "Identifier" || callee.name !== "wordSet") return;
      if (words?.type === "TemplateLiteral") found.push(words.quasis.map(({ value }) => value.raw).join(" "));
      else if (words?.type === "Literal") found.push(String(words.value));
    },
  }).visit(parseSync(path, code).program);
  return found;
});

describe("a list of words", () => {
  it("is looked at wherever there is one", () => {
    expect(LISTS.length).toBeGreaterThan(15);
  });

  it.each(LISTS)("holds them as keys: %.60s", (words) => {
    const unlike = words.split(/\s+/).filter((word) => wordKey(word) !== word);
    expect(unlike).toStrictEqual([]);
  });
});
