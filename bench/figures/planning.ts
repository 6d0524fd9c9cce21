import type { Bench, Figure, Measured } from "../figure.ts";
import { planSeconds } from "../job.ts";
import { median, programPath, repeat, runNode } from "../measure.ts";

/** What reading, mapping, checking and freezing a sheet costs beside reading it. */
export const planning: Figure = {
  id: "planning",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 20_000);
    const sheet = await bench.inputs.sheet(rowCount);
    const rounds = await repeat(bench.size(7, 5), async () => {
      const { stdout } = await runNode([programPath("parse-sheet"), sheet]);
      const { seconds } = JSON.parse(stdout) as { seconds: number };
      return { bareSeconds: seconds, planSeconds: await planSeconds(bench, rowCount) };
    });
    const perSecond = (values: readonly number[]): string =>
      `${Math.round(rowCount / median(values))} rows/s`;
    const bare = perSecond(rounds.map(({ bareSeconds }) => bareSeconds));
    const planned = perSecond(rounds.map((round) => round.planSeconds));
    return [
      {
        name: "planning: rows a second over bare csv-parse",
        unit: "times",
        better: "more",
        floor: 0.3,
        goal: 0.33,
        moonshot: 0.5,
        samples: rounds.map((round) => round.bareSeconds / round.planSeconds),
        meaning:
          "Rows a second from the opening of the sheet to the beginning of the round, the plan written and synced, over rows a second of csv-parse alone on the same file.",
        detail: `${planned} over ${bare}`,
      },
    ];
  },
};
