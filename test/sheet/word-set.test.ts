import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { wordKey } from "../../src/sheet/split-cell.ts";

const SHEET = fileURLToPath(new URL("../../src/sheet/", import.meta.url));

/** Every list of words that keys are looked up in. */
const LISTS = readdirSync(SHEET).flatMap((name) => {
  const code = readFileSync(join(SHEET, name), "utf8");
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [words] }) {
      if (callee.type !== "Identifier" || callee.name !== "wordSet") return;
      if (words?.type === "TemplateLiteral") found.push(words.quasis.map(({ value }) => value.raw).join(" "));
      else if (words?.type === "Literal") found.push(String(words.value));
    },
  }).visit(parseSync(name, code).program);
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
