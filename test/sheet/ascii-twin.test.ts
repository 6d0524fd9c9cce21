import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { withAsciiTwin } from "../../src/sheet/ascii-twin.ts";

const SHEET = fileURLToPath(new URL("../../src/sheet/", import.meta.url));

/** Every expression that has a twin in the program; and those with sets that have none. */
const PATTERNS: [source: string, flags: string][] = [];
const LITERALS: string[] = [];
for (const name of readdirSync(SHEET)) {
  const code = readFileSync(join(SHEET, name), "utf8");
  new Visitor({
    CallExpression({ callee, arguments: [source, flags] }) {
      if (callee.type !== "Identifier" || callee.name !== "withAsciiTwin") return;
      if (source?.type !== "TaggedTemplateExpression" || flags?.type !== "Literal") return;
      PATTERNS.push([source.quasi.quasis.map(({ value }) => value.raw).join(""), String(flags.value)]);
    },
    Literal(node) {
      if ("regex" in node && node.regex.pattern.includes("\\p{")) LITERALS.push(`${name}: ${node.raw}`);
    },
  }).visit(parseSync(name, code).program);
}

/** Text of ASCII, with much of what the expressions look for. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 4 }),
      fc.string({ unit: fc.constantFrom(..."aZbS 019#-.,()'/"), maxLength: 6 }),
      fc.constantFrom(
        "Apt",
        "unit ",
        "P.O. Box ",
        "PH",
        "#N/A",
        "yes",
        "1) ",
        " and ",
        "400 Main St",
        "Tampa",
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** All that an expression finds, with its groups. */
const foundBy = (pattern: RegExp, subject: string): unknown[] =>
  [...subject.matchAll(new RegExp(pattern, pattern.global ? pattern.flags : `${pattern.flags}g`))].map(
    (match) => [match.index, ...match, { ...match.groups }],
  );

describe("an expression's twin for ASCII", () => {
  it("is looked at for each that is used", () => {
    expect(PATTERNS.length).toBeGreaterThan(40);
  });

  it("is there wherever a sheet is read: a literal's sets are made when its file is loaded, and again", () => {
    expect(LITERALS).toStrictEqual([]);
  });

  it.each(PATTERNS)("finds the same: %s", (source, flags) => {
    const choose = withAsciiTwin(source, flags);
    const pattern = new RegExp(source, flags);
    fc.assert(
      fc.property(text, (subject) => {
        expect(choose(subject).unicode).toBe(false);
        expect(foundBy(choose(subject), subject)).toStrictEqual(foundBy(pattern, subject));
      }),
      { numRuns: 300 },
    );
  });

  it("leaves text with other letters to the expression itself", () => {
    const name = withAsciiTwin(String.raw`^\p{Lu}\p{Ll}+$`, "u");
    expect(name("Zoë")).toStrictEqual(/^\p{Lu}\p{Ll}+$/u);
    expect(name("Zoe").source).toBe("^[A-Z][a-z]+$");
  });

  it("is not made of sets whose ASCII is not known", () => {
    expect(() => withAsciiTwin(String.raw`\p{Sc}`, "u")("$")).toThrow("Sc");
  });
});
