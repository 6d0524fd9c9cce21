import { expect } from "vitest";
import type { Policy } from "../../src/settings/policy.ts";
import { violations } from "./invariants.ts";
import { Disk, foldRecords } from "./memory-journal.ts";
import { type LeadNature, ModelService, type RequestTrace, type ServiceModel } from "./model-service.ts";
import { NO_FATE, type PlayedRound, playRound } from "./play-run.ts";
import { SeededRandom } from "./seeded-random.ts";
import { VirtualClock } from "./virtual-clock.ts";

export const POLICY: Policy = { concurrency: 8, attemptsMax: 5, retryBaseMs: 500, retryMaxMs: 20_000 };

export const HEALTHY: ServiceModel = {
  faults: new Map(),
  outages: [],
  rateLimit: null,
  retryAfter: () => null,
  latencyMs: (random) => random.between(40, 60),
  timeoutMs: 90_000,
};

interface Scenario {
  rowCount: number;
  model?: Partial<ServiceModel>;
  policy?: Partial<Policy>;
  natureOf?: (row: number) => LeadNature;
}

export interface Played {
  round: PlayedRound;
  summary: Readonly<Record<string, number>>;
  traces: readonly RequestTrace[];
  durationMs: number;
  clock: VirtualClock;
}

/** Submits some rows to a service of the given manners, and checks every invariant along the way. */
export async function play({ rowCount, model, policy, natureOf = () => "sound" }: Scenario): Promise<Played> {
  const random = new SeededRandom(1);
  const clock = new VirtualClock();
  const rows = Array.from({ length: rowCount }, (_, index) => index + 2);
  const whole = { ...HEALTHY, ...model };
  const service = new ModelService(whole, clock, random, natureOf);
  const disk = new Disk();
  const parts = { rows, policy: { ...POLICY, ...policy }, clock, random, service, disk };
  const round = await playRound({ command: "submit", statuses: [], ...NO_FATE }, parts);
  const checked = { ...parts, rows: rows.length > 5_000 ? [] : rows };
  if (checked.rows.length > 0) expect(violations(round, checked, whole.timeoutMs)).toEqual([]);
  const { summary } = foldRecords(rows, disk.records).state;
  return { round, summary, traces: service.traces, durationMs: round.endMs - round.startMs, clock };
}

/** How a service that refuses says when to come back. */
export const RETRY_AFTER = [
  ["with Retry-After", "1"],
  ["without Retry-After", null],
] as const;

/** A limit drops from 1,000 to 10 a second for a minute: few attempts are refused from 10 s on, and the old rate comes back. */
export async function expectRateKept(
  concurrency: number,
  rowCount: number,
  retryAfter: string | null,
): Promise<void> {
  const dropMs = 10_000;
  const liftMs = 70_000;
  const rateLimit = (nowMs: number): number => (nowMs < dropMs || nowMs >= liftMs ? 1_000 : 10);
  const model = { rateLimit, retryAfter: () => retryAfter, latencyMs: () => 66 };
  const { traces, round } = await play({ rowCount, model, policy: { concurrency } });
  expect(round.stop).toBeNull();
  const during = traces.filter(({ startMs }) => startMs >= dropMs + 10_000 && startMs < liftMs);
  const refused = during.filter(({ exchange }) => exchange?.httpStatus === 429);
  expect(during.length).toBeGreaterThan(200);
  expect(refused.length / during.length).toBeLessThan(0.1);
  const rateBefore = countWithin(traces, 5_000, 10_000) / 5;
  const rateAfter = countWithin(traces, liftMs + 115_000, liftMs + 120_000) / 5;
  expect(rateAfter).toBeGreaterThan(rateBefore * 0.9);
}

function countWithin(traces: readonly RequestTrace[], fromMs: number, untilMs: number): number {
  return traces.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs).length;
}
