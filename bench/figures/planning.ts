import type { Bench, Figure, Measured } from "../figure.ts";
import { planSeconds } from "../job.ts";
import { median, programPath, repeat, runNode } from "../measure.ts";

/** The cost of reading, mapping, checking and freezing a sheet, compared with reading it. */
export const planning: Figure = {
  id: "planning",
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 20_000);
    const input = { path: await bench.inputs.sheet(rowCount), rowCount };
    return [
      {
        name: "planning: rows a second over bare csv-parse",
        unit: "times",
        better: "more",
        floor: 0.32,
        goal: 0.4,
        moonshot: 0.55,
        meaning:
          "Rows a second from the opening of the sheet to the beginning of the round, the plan written and synced, over rows a second of csv-parse alone on the same file.",
        ...(await planningBeside("parse-sheet", input, bench.size(7, 5), bench)),
      },
    ];
  },
};

/**
 * Planning an input beside a program that only parses it, in turns.
 *
 * @param program Of `bench/programs`; prints its seconds.
 */
export async function planningBeside(
  program: string,
  { path, rowCount }: { path: string; rowCount: number },
  roundCount: number,
  bench: Bench,
): Promise<Pick<Measured, "samples" | "detail">> {
  const rounds = await repeat(roundCount, async () => {
    const { stdout } = await runNode([programPath(program), path]);
    const { seconds } = JSON.parse(stdout) as { seconds: number };
    return { bareSeconds: seconds, planSeconds: await planSeconds(bench, path) };
  });
  const perSecond = (values: readonly number[]): string => `${Math.round(rowCount / median(values))} rows/s`;
  const bare = perSecond(rounds.map(({ bareSeconds }) => bareSeconds));
  const planned = perSecond(rounds.map((round) => round.planSeconds));
  return {
    samples: rounds.map((round) => round.bareSeconds / round.planSeconds),
    detail: `${planned} over ${bare}`,
  };
}
