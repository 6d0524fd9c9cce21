import { describe } from "vitest";
import { testNoticed } from "../mutation/noticed.ts";
import { MUTANTS } from "../mutation/planted.ts";

/** Enough that every mutant is caught by them, several times over. */
const SCHEDULE_COUNT = 300;

describe("each test of a mutant", () => {
  testNoticed(MUTANTS, 560_000, { SIMULATION_SCHEDULES: String(SCHEDULE_COUNT) });
});
