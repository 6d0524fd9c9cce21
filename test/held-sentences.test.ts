import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { RULES } from "../src/lead/rules.ts";
import { readSources, type Sources } from "./import-graph.ts";

/** Files that hold sentences, each by its code. */
const CATALOGUE = /-(?:texts|errors)\.ts$/;

it("a sentence of a catalogue stands in no test but the snapshot of all of them", () => {
  expect(heldIn(readSources("test"), catalogueTexts(readSources("src")))).toStrictEqual([]);
});

const FRAGMENT_CHARACTERS_MIN = 24;

/** The pieces of sentences that are the same whatever their parameters are. */
function catalogueTexts(sources: Sources): string[] {
  const all = [...sources].filter(([file]) => CATALOGUE.test(file));
  const texts = all.flatMap(([file, text]) => literalsIn(file, text));
  return texts.map((one) => one.trim()).filter(isTelling);
}

function isTelling(text: string): boolean {
  return text.length >= FRAGMENT_CHARACTERS_MIN && text.split(/\s+/).length >= 4 && !isOfService(text);
}

/** What the interface says in so many words. */
function isOfService(text: string): boolean {
  return RULES.some(({ issue }) => issue.message === text);
}

function literalsIn(file: string, text: string): string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === "string") found.push(value);
    },
    TemplateElement({ value }) {
      found.push(value.cooked ?? "");
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

/** Literals of tests that hold a piece of a sentence, or are one. */
function heldIn(sources: Sources, texts: readonly string[]): string[] {
  return [...sources].flatMap(([file, text]) =>
    literalsIn(file, text)
      .map((one) => one.trim())
      .filter((one) => isTelling(one) && texts.some((piece) => one.includes(piece) || piece.includes(one)))
      .map((one) => `${file}: ${one}`),
  );
}
