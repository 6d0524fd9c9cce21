import { join } from "node:path";
import type { Bench, Figure, Measured } from "../figure.ts";
import { submitJob } from "../job.ts";
import { median, programPath, repeat, runNode } from "../measure.ts";
import { CONNECTIONS, CREATE_PATH } from "../submit.ts";

/** The program beside a script that one writes in ten minutes. */
export const naive: Figure = {
  id: "naive",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 10_000);
    const sheet = await bench.inputs.sheet(rowCount);
    const script = [programPath("naive"), `${bench.server.url}${CREATE_PATH}`, sheet];
    const rounds = await repeat(3, async () => ({
      script: await runNode([...script, join(bench.dir, "naive.json"), String(CONNECTIONS)]),
      job: await submitJob(bench, rowCount),
    }));
    const seconds = median(rounds.map(({ script }) => script.seconds)).toFixed(1);
    const ours = median(rounds.map(({ job }) => job.seconds)).toFixed(1);
    const memory = median(rounds.map(({ script }) => script.peakMegabytes)).toFixed(0);
    return [
      {
        name: "whole job over the naive script",
        unit: "times",
        better: "more",
        floor: 3,
        goal: 3.5,
        moonshot: 5,
        samples: rounds.map(({ script, job }) => script.seconds / job.seconds),
        meaning:
          "How many times longer than `leadctl submit` a script of csv-parse, `fetch`, p-limit and `Promise.all` takes for the same sheet over the same connections. It keeps every answer, but in memory until the end.",
        detail: `${seconds} s (${memory} MB) over ${ours} s`,
      },
    ];
  },
};
