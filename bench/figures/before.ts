import { join, resolve } from "node:path";
import { type Bench, type Figure, inSeconds, type Limits, type Line, ratio, repeat } from "../figure.ts";
import { canonicalSheet } from "../input.ts";
import { type Job, submitAndResume } from "../job.ts";
import type { Cost } from "../measure.ts";

/** Whether a change made the program faster, and which part of it. */
export const before: Figure = {
  id: "before",
  meaning:
    "Seconds of this build over those of an older one, which work on the same sheet in turns: `submit` as a whole and by its parts, and `resume` of that run, as if it had died when 99 % of it was settled.",
  isExtra: true,
  async measure(bench: Bench): Promise<Line[]> {
    if (bench.before === undefined) throw new Error("before needs --before, the folder of an older build");
    const program = join(resolve(bench.before), "bin", "leadctl.js");
    const rowCount = bench.size(100_000, 10_000);
    const sheet = await canonicalSheet(bench, rowCount);
    const rounds = await repeat(bench.size(7, 3), async () => ({
      old: await submitAndResume(bench, sheet, program),
      now: await submitAndResume(bench, sheet),
    }));
    return PARTS.map(([name, part, limits]) =>
      ratio(rounds, {
        name: `${name}: seconds over those of the older build`,
        ...(limits && { limits }),
        of: ({ now }) => part(now.job, now.resumed),
        over: ({ old }) => part(old.job, old.resumed),
        show: inSeconds,
        more: ` for ${rowCount} leads`,
      }),
    );
  },
};

type Part = (job: Job, resumed: Cost) => number;

const PARTS: readonly (readonly [name: string, part: Part, limits?: Limits])[] = [
  ["whole job", (job) => job.seconds],
  ["planning", (job) => job.planSeconds],
  ["sending", (job) => job.sendSeconds],
  ["reports", (job) => job.reportSeconds, { floor: 0.8, goal: 0.6, moonshot: 0.4 }],
  ["resume", (_, resumed) => resumed.seconds],
];
