import { afterAll, beforeAll, expect, it } from "vitest";
import { findTest } from "./find-test.ts";
import { type Failures, MutantTrees } from "./mutant-trees.ts";
import type { PlantedFault } from "./planted.ts";

/** A tree without a change: what fails there proves nothing. */
const CONTROL = "control";

/**
 * A test of the tests: the program with one fault each, side by side, in one run of the tests that must notice.
 *
 * @param env Of the tests.
 */
export function testNoticed(
  faults: readonly PlantedFault[],
  runMsMax: number,
  env: Readonly<Record<string, string>> = {},
): void {
  const all = [...new Set(faults.flatMap(({ tests }) => tests.map(findTest)))];
  let failures: Failures;
  let trees: MutantTrees;
  beforeAll(async () => {
    trees = new MutantTrees();
    trees.plant(CONTROL, all);
    for (const [index, { tests, edits }] of faults.entries())
      trees.plant(treeOf(index), tests.map(findTest), edits);
    failures = await trees.run(env);
  }, runMsMax);
  afterAll(() => trees.remove(), runMsMax);

  it("passes in the program as it is", () => {
    expect(all.filter((file) => failures.get(`${CONTROL}/${file}`) !== false)).toEqual([]);
  });

  it.each(faults.map((fault, index) => ({ ...fault, index })))("notices: $name", ({ tests, index }) => {
    const passed = tests.map(findTest).filter((file) => failures.get(`${treeOf(index)}/${file}`) !== true);
    expect(passed).toEqual([]);
  });
}

function treeOf(index: number): string {
  return `tree-${index}`;
}
