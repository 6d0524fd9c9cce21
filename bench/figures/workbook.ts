import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { type Cost, LEADCTL, runNode } from "../measure.ts";
import { makeBomb, makeWorkbook, understateSizes } from "../workbook.ts";

const EXIT_UNREADABLE = 2;

/** What checking large inputs needs, honest ones and others. */
export const workbook: Figure = {
  id: "workbook",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const rowCount = bench.size(100_000, 10_000);
    const book = join(bench.dir, "book.xlsx");
    await makeWorkbook(book, rowCount);
    const bomb = join(bench.dir, "bomb.xlsx");
    await makeBomb(bomb, 2 * 1024 ** 3);
    const honest = await validate(book, 0);
    const refused = await validate(bomb, EXIT_UNREADABLE);
    understateSizes(bomb);
    const lying = await validate(bomb, EXIT_UNREADABLE);
    return [
      memoryOf(`\`validate\` of a workbook of ${countText(rowCount)} rows`, 700, honest),
      ...refusal("a workbook of 2 GiB of blanks", refused),
      ...refusal("the same with small sizes declared", lying),
    ];
  },
};

function validate(path: string, exitCode: number): Promise<Cost> {
  return runNode([LEADCTL, "validate", path], { exitCode });
}

function refusal(what: string, cost: Cost): Measured[] {
  const time: Measured = {
    name: `${what}: refused`,
    unit: "s",
    better: "less",
    goal: 5,
    samples: [cost.seconds],
    meaning: "From the start of the process to its exit.",
    detail: `${cost.cpuSeconds.toFixed(1)} s of processor`,
  };
  return [time, memoryOf(what, 300, cost)];
}

function memoryOf(what: string, goal: number, { peakMegabytes, seconds }: Cost): Measured {
  return {
    name: `${what}: peak memory`,
    unit: "MB",
    better: "less",
    goal,
    samples: [peakMegabytes],
    meaning: "Most memory that the program had resident.",
    detail: `${seconds.toFixed(1)} s`,
  };
}
