import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { readSources, type Sources } from "./import-graph.ts";

/** Files that hold sentences, each by its code. */
const CATALOGUE = /-(?:texts|errors)\.ts$/;

/** Tests that still hold sentences. None is added, and each is to go. */
const HOLDING: ReadonlySet<string> = new Set([
  "test/browser/report-page.landing.test.ts",
  "test/browser/sample-run.ts",
  "test/cli/errors.test.ts",
  "test/crash/full-disk.landing.test.ts",
  "test/crash/stop-reading.landing.test.ts",
  "test/desk/desk-command.landing.test.ts",
  "test/desk/desk.long.test.ts",
  "test/desk/drafts/draft-grid.landing.test.ts",
  "test/desk/server/grid-routes.test.ts",
  "test/desk/slow-grid.long.test.ts",
  "test/desk/slow-page.long.test.ts",
  "test/lead/rules-oracle.ts",
  "test/outcome/answer.test.ts",
  "test/program/check-folder.test.ts",
  "test/program/composites.test.ts",
  "test/program/confirm.test.ts",
  "test/program/ended-thread.long.test.ts",
  "test/program/explain.test.ts",
  "test/program/fix-xlsx.test.ts",
  "test/program/handover.landing.test.ts",
  "test/program/lost-output.landing.test.ts",
  "test/program/mapping.test.ts",
  "test/program/not-a-lead.landing.test.ts",
  "test/program/older-journal.landing.test.ts",
  "test/program/output.test.ts",
  "test/program/questions-on-terminal.landing.test.ts",
  "test/program/questions.test.ts",
  "test/program/replay-with-formats.test.ts",
  "test/program/report.test.ts",
  "test/program/resolve.landing.test.ts",
  "test/program/run-folder.test.ts",
  "test/program/runs.test.ts",
  "test/program/support-evidence.landing.test.ts",
  "test/release/release.long.test.ts",
  "test/report/files/fix-workbook.test.ts",
  "test/report/files/formats-agree.test.ts",
  "test/report/files/render-reading.test.ts",
  "test/report/files/render-xlsx.test.ts",
  "test/report/model/headline.test.ts",
  "test/report/model/reason-tally.test.ts",
  "test/report/sample-story.ts",
  "test/report/text/summary-text.test.ts",
  "test/run/folder/lock-race.landing.test.ts",
  "test/run/folder/lock.test.ts",
  "test/sandbox/contract-rules.test.ts",
  "test/sandbox/lead-body.test.ts",
  "test/send/over-sockets.long.test.ts",
  "test/sheet/columns/completing-columns.test.ts",
  "test/sheet/formats/xlsx/xlsx.test.ts",
  "test/sheet/headers/headers.test.ts",
  "test/sheet/map-input.test.ts",
  "test/sheet/rows/row-mapper.test.ts",
  "test/smoke/mutants-rules.ts",
  "test/smoke/parts.test.ts",
  "test/send/tls-and-proxy.landing.test.ts",
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
  return text.length >= FRAGMENT_CHARACTERS_MIN && text.split(/\s+/).length >= 4;
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
