import { describe, expect, it } from "vitest";
import { advisedRound } from "./advice.ts";
import { violations } from "./invariants.ts";
import { Disk, foldRecords } from "./memory-journal.ts";
import { BAD_NATURES, type BadNature, ModelService } from "./model-service.ts";
import { NO_FATE, playRound, type RoundPlan, type RunParts } from "./play-run.ts";
import { HEALTHY, POLICY } from "./play-scenario.ts";
import { RunMemory } from "./run-memory.ts";
import { SeededRandom } from "./seeded-random.ts";
import { VirtualClock } from "./virtual-clock.ts";

const BAD_COUNT = 20;
const SOUND_COUNT = 10;
/** At an address that nothing has proven, a round may end with each bad lead. */
const ROUNDS_MAX = BAD_COUNT + 2;

describe("twenty leads that never get anywhere, in front of sound ones,", () => {
  it.each(BAD_NATURES)(
    "(%s) keep none of them from being created, by doing what is advised",
    async (nature) => {
      const { parts, follow } = prepare(nature);
      await follow({ command: "submit", statuses: [], ...NO_FATE });
      expectAllSound(parts);
    },
  );

  it.each(BAD_NATURES)(
    "(%s) keep none of them from being created by a replay, at a proven address",
    async (nature) => {
      const { parts, play, follow } = prepare(nature, { isProven: true });
      // All but the proof fail for now, and are replayed together.
      parts.service.change({ faults: new Map([["408", 1]]) });
      await play({ command: "submit", statuses: [], ...NO_FATE });
      parts.service.change({ faults: new Map() });
      await follow({ command: "replay", statuses: ["failed", "pending", "unknown"], ...NO_FATE });
      expectAllSound(parts);
    },
  );
});

describe("a first lead that is always answered 429", () => {
  it("does not hold up the others", async () => {
    const { parts, play } = prepare("throttled", { badCount: 1 });
    const round = await play({ command: "submit", statuses: [], ...NO_FATE, signalAtMs: 120_000 });
    expect(round.stop).toMatchObject({ code: "interrupted" });
    expectAllSound(parts);
  });
});

interface Prepared {
  parts: RunParts;
  play(plan: RoundPlan): ReturnType<typeof playRound>;
  /** Plays a round, and does what is advised until every sound lead is created. */
  follow(first: RoundPlan): Promise<void>;
}

/** A run whose bad leads stand in front; with a lead before them that gets through where the address is to be proven. */
function prepare(nature: BadNature, { isProven = false, badCount = BAD_COUNT } = {}): Prepared {
  const random = new SeededRandom(1);
  const clock = new VirtualClock();
  const bad = new Set(Array.from({ length: badCount }, (_, index) => index + 3));
  const rows = Array.from({ length: badCount + SOUND_COUNT }, (_, index) => index + 3);
  if (isProven) rows.unshift(2);
  const service = new ModelService(HEALTHY, clock, random, (row) => (bad.has(row) ? nature : "sound"));
  const parts = { rows, policy: POLICY, clock, random, service, disk: new Disk() };
  const memory = new RunMemory(rows);
  const play: Prepared["play"] = async (plan) => {
    const round = await playRound(plan, parts);
    expect([...violations(round, parts, HEALTHY.timeoutMs), ...memory.watch(round, parts)]).toEqual([]);
    return round;
  };
  const follow: Prepared["follow"] = async (first) => {
    let plan: RoundPlan | undefined = first;
    for (let rounds = 0; plan && rounds < ROUNDS_MAX && !areAllSoundCreated(parts); rounds++) {
      await play(plan);
      plan = advisedRound(parts);
    }
  };
  return { parts, play, follow };
}

function areAllSoundCreated({ rows, disk }: RunParts): boolean {
  const { state } = foldRecords(rows, disk.records);
  return rows.slice(-SOUND_COUNT).every((row) => state.get(row).status === "created");
}

function expectAllSound({ rows, disk }: RunParts): void {
  const { state } = foldRecords(rows, disk.records);
  const sound = rows.slice(-SOUND_COUNT).map((row) => state.get(row).status);
  expect(sound).toEqual(Array(SOUND_COUNT).fill("created"));
}
