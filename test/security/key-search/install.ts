import { afterAll, afterEach, expect } from "vitest";
import { takeLeaks, watchRuns } from "./watched-runs.ts";

watchRuns();

afterEach(expectNoLeak);
// A program that a test has killed on its way out ends only now.
afterAll(expectNoLeak);

function expectNoLeak(): void {
  expect(takeLeaks()).toEqual([]);
}
