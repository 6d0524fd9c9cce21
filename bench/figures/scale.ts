import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { type Job, submitJob } from "../job.ts";
import { median, repeat } from "../measure.ts";

/** Whether a lead costs the same in a sheet ten times as long, and what such a sheet needs of memory. */
export const scale: Figure = {
  id: "scale",
  async measure(bench: Bench): Promise<Measured[]> {
    const fewCount = bench.size(100_000, 5_000);
    const manyCount = bench.size(1_000_000, 50_000);
    const few = await repeat(3, () => submitJob(bench, fewCount));
    const many = await repeat(1, () => submitJob(bench, manyCount));
    const cpuMicros = (job: Job): number => (job.cpuSeconds / job.leadCount) * 1e6;
    const fewMicros = median(few.map(cpuMicros));
    const micros = (jobs: readonly Job[]): string => `${median(jobs.map(cpuMicros)).toFixed(0)} µs`;
    const seconds = median(many.map((job) => job.seconds)).toFixed(0);
    return [
      {
        name: `CPU seconds a lead, ${countText(manyCount)} leads over ${countText(fewCount)}`,
        unit: "times",
        better: "less",
        floor: 1.1,
        goal: 1,
        moonshot: 0.9,
        samples: many.map((job) => cpuMicros(job) / fewMicros),
        meaning:
          "Processor time of the program (user and system, all threads) for a lead of a whole `leadctl submit`, in a long sheet over a short one.",
        detail: `${micros(many)} over ${micros(few)}`,
      },
      {
        name: `peak memory at ${countText(manyCount)} rows`,
        unit: "MB",
        better: "less",
        floor: 250,
        goal: 200,
        moonshot: 170,
        samples: many.map((job) => job.peakMegabytes),
        meaning: "Most memory that the program had resident during a whole `leadctl submit`.",
        detail: `${seconds} s in all; ${median(few.map((job) => job.peakMegabytes)).toFixed(0)} MB at ${countText(fewCount)} rows`,
      },
    ];
  },
};
