import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTest } from "../mutation/find-test.ts";
import { type Failures, MutantTrees } from "../mutation/mutant-trees.ts";
import { DEFENCES as ALL } from "./defences.ts";

/** A tree as the project is: what fails there proves nothing. */
const CONTROL = "control";
const RUN_MS_MAX = 1_200_000;

/** `DEFENCES=redirects,certificates` tries these alone. */
const { DEFENCES: wanted } = process.env;
const DEFENCES = wanted ? ALL.filter(({ id }) => wanted.split(",").includes(id)) : ALL;
const TESTS = [...new Set(DEFENCES.flatMap(({ tests }) => tests.map(findTest)))];

/** A test of the tests: the program without one defence each, side by side, in one run of the tests that must notice. */
describe("without a defence", () => {
  let failures: Failures;
  let trees: MutantTrees;
  beforeAll(async () => {
    trees = new MutantTrees();
    trees.plant(CONTROL, TESTS);
    for (const defence of DEFENCES) trees.plant(defence.id, defence.tests.map(findTest), [defence]);
    failures = await trees.run();
  }, RUN_MS_MAX);
  afterAll(() => trees.remove(), RUN_MS_MAX);

  it("is where the tests fail, and not before", () => {
    const failed = TESTS.filter((file) => failures.get(`${CONTROL}/${file}`) !== false);
    expect(failed).toEqual([]);
  });

  it.each(DEFENCES)("$id, a test fails in each of its files", ({ id, tests }) => {
    const passed = tests.map(findTest).filter((file) => failures.get(`${id}/${file}`) !== true);
    expect(passed).toEqual([]);
  });
});
