import { describe, expect, it } from "vitest";
import { fuzzClient } from "./fuzz.ts";
import { fuzzProgram } from "./fuzz-program.ts";

/**
 * A long run by hand:
 * `LEADCTL_HOSTILE_SECONDS=3600 npx vitest run --mode long test/security/hostile-server/fuzz`.
 * What was found comes again with `LEADCTL_HOSTILE_SEED` as it was told, and a second.
 */
const SECONDS = Number(process.env.LEADCTL_HOSTILE_SECONDS ?? 60);
const SEED = Number(process.env.LEADCTL_HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** For what is under way when the time is up: a run may be waiting for a service that does not answer. */
const SLACK_MS = 300_000;
const HALF_MS = (SECONDS * 1_000) / 2;

describe("answers that chance has put together", () => {
  it(
    `harm neither the client nor what it keeps of them (seed ${SEED})`,
    async () => {
      const { findings, exchangeCount, kinds } = await fuzzClient(SEED, HALF_MS);
      console.info(`Seed ${SEED}: ${exchangeCount} exchanges, ${findings.length} findings`, kinds);
      expect(findings).toEqual([]);
      expect(exchangeCount).toBeGreaterThan(SECONDS);
    },
    HALF_MS + SLACK_MS,
  );

  it(
    `harm neither the program nor its files (seed ${SEED})`,
    async () => {
      const { findings, runCount, exitCodes, statuses } = await fuzzProgram(SEED, HALF_MS);
      console.info(`Seed ${SEED}: ${runCount} runs, ${findings.length} findings`, exitCodes, statuses);
      expect(findings).toEqual([]);
      expect(runCount).toBeGreaterThan(0);
    },
    HALF_MS + SLACK_MS,
  );
});
