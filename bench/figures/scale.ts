import { countText } from "../../src/terminal/number-text.ts";
import { type Bench, type Figure, type Limits, type Line, median, ratio, repeat } from "../figure.ts";
import { canonicalSheet } from "../input.ts";
import { submitAndResume, submitJob } from "../job.ts";
import type { Cost } from "../measure.ts";

/** Whether a lead costs the same in a sheet ten times as long, and what such a sheet needs of memory. */
export const scale: Figure = {
  id: "scale",
  meaning:
    "A whole `leadctl submit` of a long sheet: processor time (user and system, all threads) for a lead, over that in a short one, and the most memory that was resident. Then `leadctl resume` of that run, as if it had died when 99 % of its journal was written.",
  async measure(bench: Bench): Promise<Line[]> {
    const [fewCount, manyCount] = [bench.size(100_000, 5_000), bench.size(1_000_000, 50_000)];
    const fewSheet = await canonicalSheet(bench, fewCount);
    const few = await repeat(3, () => submitJob(bench, fewSheet));
    const { job, resumed } = await submitAndResume(bench, await canonicalSheet(bench, manyCount));
    const rows = countText(manyCount);
    const memory = (what: string, { peakMegabytes, seconds }: Cost, limits: Limits): Line => ({
      name: `peak memory of ${what} at ${rows} rows`,
      unit: "MB",
      limits,
      samples: [peakMegabytes],
      detail: `${seconds.toFixed(1)} s in all, with the reports`,
    });
    return [
      ratio([job], {
        name: `CPU seconds a lead, ${rows} leads over ${countText(fewCount)}`,
        limits: { floor: 1.1, goal: 1, moonshot: 0.9 },
        of: ({ cpuSeconds }) => cpuSeconds / manyCount,
        over: () => median(few.map(({ cpuSeconds }) => cpuSeconds / fewCount)),
        show: (seconds) => `${(seconds * 1e6).toFixed(0)} µs`,
      }),
      memory("`submit`", job, { floor: 250, goal: 200, moonshot: 170 }),
      memory("`resume`", resumed, { goal: 400 }),
    ];
  },
};
