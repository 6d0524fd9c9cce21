import { describe, expect, it } from "vitest";
import { playSchedule } from "./schedule.ts";

const ONE_SEED = process.env.SIMULATION_SEED;
const FIRST_SEED = Number(process.env.SIMULATION_FROM ?? 1);
const SCHEDULE_COUNT = Number(process.env.SIMULATION_SCHEDULES ?? 500);

/** Schedules by seed: faults, latencies, stops and rounds in virtual time. A failing seed replays alone. */
const SEEDS =
  ONE_SEED === undefined
    ? Array.from({ length: SCHEDULE_COUNT }, (_, index) => FIRST_SEED + index)
    : [Number(ONE_SEED)];

describe("the submission under any schedule", () => {
  it("keeps every promise", { timeout: 3_600_000 }, async () => {
    const totals = { schedules: 0, rounds: 0, kills: 0, rows: 0, requests: 0, virtualHours: 0 };
    const statuses: Record<string, number> = {};
    for (const seed of SEEDS) {
      const result = await playSchedule(seed).catch((error: unknown) => ({ error }));
      if ("error" in result)
        throw new Error(`${replay(seed)}: ${String(result.error)}`, { cause: result.error });
      expect(result.violations, replay(seed)).toEqual([]);
      totals.schedules += 1;
      totals.rounds += result.roundCount;
      totals.kills += result.killCount;
      totals.rows += result.rowCount;
      totals.requests += result.requestCount;
      totals.virtualHours += result.virtualMs / 3_600_000;
      for (const [status, count] of Object.entries(result.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
    if (process.env.SIMULATION_REPORT) console.log(JSON.stringify({ ...totals, statuses }));
    // A simulation in which nothing happens proves nothing.
    if (SEEDS.length >= 500)
      for (const status of [
        "created",
        "rejected",
        "duplicate",
        "unconfirmed",
        "unknown",
        "failed",
        "pending",
      ])
        expect(statuses[status], status).toBeGreaterThan(SEEDS.length / 20);
  });

  it("is the same again for the same seed", async () => {
    for (const seed of [7, 8, 9]) expect(await playSchedule(seed)).toEqual(await playSchedule(seed));
  });
});

function replay(seed: number): string {
  return `SIMULATION_SEED=${seed} npx vitest run --mode landing test/simulation`;
}
