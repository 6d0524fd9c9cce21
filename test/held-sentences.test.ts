import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { RULES } from "../src/lead/rules.ts";
import { readSources, type Sources } from "./import-graph.ts";

/** Files that hold sentences, each by its code. */
const CATALOGUE = /-(?:texts|errors)\.ts$/;

/** Tests that still hold sentences. None is added, and each is to go. */
const HOLDING: ReadonlySet<string> = new Set([
  "test/desk/desk-command.landing.test.ts",
  "test/desk/desk.long.test.ts",
  "test/desk/drafts/draft-grid.landing.test.ts",
  "test/desk/slow-grid.long.test.ts",
  "test/desk/slow-page.long.test.ts",
  "test/program/composites.test.ts",
  "test/program/ended-thread.long.test.ts",
  "test/program/handover.landing.test.ts",
  "test/program/questions-on-terminal.landing.test.ts",
  "test/program/resolve.landing.test.ts",
  "test/report/model/headline.test.ts",
  "test/sheet/formats/xlsx/xlsx.test.ts",
]);

it("a sentence of a catalogue stands in no test but the snapshot of all of them", () => {
  const held = heldIn(readSources("test"), catalogueTexts(readSources("src")));
  expect(held.filter((place) => !HOLDING.has(place.split(":", 1)[0] ?? ""))).toStrictEqual([]);
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
