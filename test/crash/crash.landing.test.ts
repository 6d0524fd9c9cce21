import { describe, expect, it } from "vitest";
import { freshFolder } from "../program/run-program.ts";
import { RunHistory } from "./history-scenario.ts";
import { brokenPromises, TROUBLES } from "./invariants.ts";

/** One seed again: `LEADCTL_CRASH_SEED=7`. More of them: `LEADCTL_CRASH_SEEDS=200`. */
const ONE_SEED = process.env.LEADCTL_CRASH_SEED;
const SEED_COUNT = Number(process.env.LEADCTL_CRASH_SEEDS ?? "2");
const SEEDS =
  ONE_SEED === undefined ? Array.from({ length: SEED_COUNT }, (_, index) => index + 1) : [Number(ONE_SEED)];

describe("a run that is killed at any moment, and gone on with", () => {
  it.each(SEEDS)(
    "keeps every promise (LEADCTL_CRASH_SEED=%i)",
    async (seed) => {
      const history = await RunHistory.begin(seed, freshFolder(), TROUBLES);
      try {
        const wrongs = brokenPromises(history, await history.crash());
        const calls = history.calls.join("\n");
        expect([...history.wrongs, ...wrongs], `LEADCTL_CRASH_SEED=${seed}\n${calls}`).toStrictEqual([]);
        if (ONE_SEED !== undefined || SEED_COUNT > 20) console.log(`seed ${seed}:\n${calls}`);
      } finally {
        await history.service.sandbox.stop();
      }
    },
    120_000,
  );
});
