import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import { type Bench, type Figure, inSeconds, type Limits, type Line, ratio, repeat } from "../figure.ts";
import { canonicalSheet, PEOPLES_HEADERS, peoplesCellsOf, rowsOf, writeSheet } from "../input.ts";
import { submitJob } from "../job.ts";
import { runBaseline } from "../measure.ts";

/** The cost of reading, mapping, checking and freezing a sheet. */
export const planning: Figure = {
  id: "planning",
  meaning:
    "Rows a second from the opening of the sheet to the beginning of the round, the plan written and synced, over rows a second of csv-parse alone on the same file. Then the same leads as people have them (a name or an address in one cell, words for values, a warning on every row): seconds over those of the canonical sheet of `leadctl template`, in turns.",
  async measure(bench: Bench): Promise<Line[]> {
    const rowCount = bench.size(100_000, 20_000);
    const canonical = await canonicalSheet(bench, rowCount);
    const peoples = join(bench.dir, "peoples.csv");
    await writeSheet(peoples, PEOPLES_HEADERS, rowsOf(rowCount, peoplesCellsOf));
    const rounds = await repeat(bench.size(7, 3), async () => ({
      bare: await runBaseline("read", canonical),
      canonical: await submitJob(bench, canonical),
      peoples: await submitJob(bench, peoples),
    }));
    const beside = (what: string, key: "planSeconds" | "seconds", limits: Limits): Line =>
      ratio(rounds, {
        name: `${what} of a sheet as people have it over the canonical one`,
        limits,
        of: (round) => round.peoples[key],
        over: (round) => round.canonical[key],
        show: inSeconds,
        more: ` for ${countText(rowCount)} rows`,
      });
    return [
      ratio(rounds, {
        name: "planning: rows a second over bare csv-parse",
        isMoreBetter: true,
        limits: { floor: 0.32, goal: 0.4, moonshot: 0.55 },
        of: (round) => rowCount / round.canonical.planSeconds,
        over: ({ bare }) => rowCount / bare.seconds,
        show: (value) => `${value.toFixed(0)} rows/s`,
      }),
      beside("planning", "planSeconds", { floor: 4, goal: 2 }),
      beside("whole job", "seconds", { floor: 2, goal: 1.4 }),
    ];
  },
};
