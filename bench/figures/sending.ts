import {
  type Bench,
  type Figure,
  inSeconds,
  type Limits,
  type Line,
  median,
  ratio,
  repeat,
} from "../figure.ts";
import { canonicalSheet } from "../input.ts";
import { bareLoop, type Job, submitJob } from "../job.ts";

/** The program beside the fastest that a process can send with the same HTTP library. */
export const sending: Figure = {
  id: "sending",
  meaning:
    "Leads a second, over those of one process that only posts bodies made beforehand with the same HTTP library and keeps nothing. Sending: from the first intent to the last result of a run, both synced to disk. Whole job: from the start of `leadctl submit` to its exit.",
  async measure(bench: Bench): Promise<Line[]> {
    const rowCount = bench.size(100_000, 10_000);
    const sheet = await canonicalSheet(bench, rowCount);
    const rounds = await repeat(bench.size(7, 3), async () => ({
      bare: await bareLoop(bench, rowCount),
      job: await submitJob(bench, sheet),
    }));
    const part = (of: (job: Job) => number): string => inSeconds(median(rounds.map(({ job }) => of(job))));
    const line = (name: string, limits: Limits, seconds: (job: Job) => number): Line =>
      ratio(rounds, {
        name: `${name}: leads a second over the bare undici loop`,
        isMoreBetter: true,
        limits,
        of: ({ job }) => job.leadCount / seconds(job),
        over: ({ bare }) => bare.leadsPerSecond,
        show: (rate) => `${rate.toFixed(0)}/s`,
        more: `; planning ${part((job) => job.planSeconds)}, sending ${part((job) => job.sendSeconds)}, reports ${part((job) => job.reportSeconds)}`,
      });
    return [
      line("sending", { floor: 0.55, goal: 0.65, moonshot: 0.75 }, (job) => job.sendSeconds),
      line("whole job", { floor: 0.28, goal: 0.36, moonshot: 0.42 }, (job) => job.seconds),
    ];
  },
};
