import { join, resolve } from "node:path";
import type { Bench, Figure, Measured } from "../figure.ts";
import { type Job, submitJob } from "../job.ts";
import { median, repeat } from "../measure.ts";

/** The program beside an older build of itself: whether a change made it faster, and which part of it. */
export const before: Figure = {
  id: "before",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    if (bench.before === undefined) throw new Error("before needs --before, the folder of an older build");
    const older = join(resolve(bench.before), "bin", "leadctl.js");
    const rowCount = bench.size(100_000, 10_000);
    const rounds = await repeat(bench.size(7, 3), async () => ({
      old: await submitJob(bench, rowCount, bench.server.url, older),
      now: await submitJob(bench, rowCount),
    }));
    return PARTS.map(([name, of, limits]) => ({
      name: `${name}: seconds over those of the older build`,
      unit: "times",
      better: "less",
      ...limits,
      samples: rounds.map(({ old, now }) => of(now) / of(old)),
      meaning: "Both builds submit the same sheet, in turns.",
      detail: `${median(rounds.map(({ now }) => of(now))).toFixed(2)} s over ${median(rounds.map(({ old }) => of(old))).toFixed(2)} s for ${rowCount} leads`,
    }));
  },
};

type Limits = Pick<Measured, "floor" | "goal" | "moonshot">;

const PARTS: readonly (readonly [name: string, of: (job: Job) => number, limits?: Limits])[] = [
  ["whole job", (job) => job.seconds],
  ["planning", (job) => job.planSeconds],
  ["sending", (job) => job.sendSeconds],
  ["reports", (job) => job.reportSeconds, { floor: 0.8, goal: 0.6, moonshot: 0.4 }],
];
