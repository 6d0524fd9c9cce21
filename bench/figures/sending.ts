import { bareLoop } from "../bare-loop.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { type Job, submitJob } from "../job.ts";
import { median, repeat } from "../measure.ts";

/** The program beside the fastest that a process can send with the same HTTP library. */
export const sending: Figure = {
  id: "sending",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 10_000);
    const rounds = await repeat(bench.size(7, 3), async () => ({
      bare: await bareLoop(bench, rowCount),
      job: await submitJob(bench, rowCount),
    }));
    const seconds = (of: (job: Job) => number): string => median(rounds.map(({ job }) => of(job))).toFixed(2);
    const perSecond = (values: readonly number[]): string => `${Math.round(median(values))}/s`;
    const bareRate = perSecond(rounds.map(({ bare }) => bare.leadsPerSecond));
    const sendRate = perSecond(rounds.map(({ job }) => job.leadCount / job.sendSeconds));
    const jobRate = perSecond(rounds.map(({ job }) => job.leadCount / job.seconds));
    const share = (median(rounds.map(({ bare }) => bare.serverShare)) * 100).toFixed(0);
    const parts = `planning ${seconds((job) => job.planSeconds)} s, sending ${seconds((job) => job.sendSeconds)} s, reports ${seconds((job) => job.reportSeconds)} s`;
    return [
      {
        name: "sending: leads a second over the bare undici loop",
        unit: "times",
        better: "more",
        floor: 0.55,
        goal: 0.65,
        moonshot: 0.75,
        samples: rounds.map(({ bare, job }) => job.leadCount / job.sendSeconds / bare.leadsPerSecond),
        meaning:
          "Leads a second from the first intent to the last result of a run, both synced to disk, over leads a second of one process that only posts bodies made beforehand with the same HTTP library and keeps nothing.",
        detail: `${sendRate} over ${bareRate}; the server used ${share} % of a core in the bare loop`,
      },
      {
        name: "whole job (plan, send, reports) over the bare undici loop",
        unit: "times",
        better: "more",
        floor: 0.28,
        goal: 0.36,
        moonshot: 0.42,
        samples: rounds.map(({ bare, job }) => job.leadCount / job.seconds / bare.leadsPerSecond),
        meaning:
          "The same, but over the whole time of `leadctl submit`, from the start of the process to its exit.",
        detail: `${jobRate} over ${bareRate}; ${parts}`,
      },
    ];
  },
};
