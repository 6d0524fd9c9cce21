import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTest } from "../mutation/find-test.ts";
import { type Failures, MutantTrees } from "../mutation/mutant-trees.ts";
import { MUTANTS } from "./mutants.ts";

const RUN_MS_MAX = 560_000;
/** Enough that every mutant is caught by them, several times over. */
const SCHEDULE_COUNT = 300;
/** A tree without a change: what fails there proves nothing. */
const CONTROL = "control";

const TESTS = [...new Set(MUTANTS.flatMap(({ tests }) => tests.map(findTest)))];

/** A test of the tests: the program with one fault each, side by side, in one run of the tests that must notice. */
describe("the tests", () => {
  let failures: Failures;
  let trees: MutantTrees;
  beforeAll(async () => {
    trees = new MutantTrees();
    trees.plant(CONTROL, TESTS);
    for (const [index, { tests, edits }] of MUTANTS.entries())
      trees.plant(treeOf(index), tests.map(findTest), edits);
    failures = await trees.run({ SIMULATION_SCHEDULES: String(SCHEDULE_COUNT) });
  }, RUN_MS_MAX);
  afterAll(() => trees.remove(), RUN_MS_MAX);

  it("pass for the program as it is", () => {
    const failed = TESTS.filter((file) => failures.get(`${CONTROL}/${file}`) !== false);
    expect(failed).toEqual([]);
  });

  it.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))("notice when $what", ({ tests, index }) => {
    const passed = tests.map(findTest).filter((file) => failures.get(`${treeOf(index)}/${file}`) !== true);
    expect(passed).toEqual([]);
  });
});

function treeOf(index: number): string {
  return `mutant-${index}`;
}
