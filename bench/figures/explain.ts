import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { countText } from "../../src/terminal/number-text.ts";
import { type Bench, type Figure, inSeconds, type Line, median, ratio, repeat } from "../figure.ts";
import { cellsOf, emailOf, HEADERS, lastNameOf, phoneOf, rowsOf, writeSheet } from "../input.ts";
import { submit } from "../job.ts";
import { LEADCTL, runBaseline, runNode } from "../measure.ts";

const ROWS_A_RUN = 5_000;
const ROUNDS = 11;

/** The cost of a support question over many runs. */
export const explain: Figure = {
  id: "explain",
  meaning:
    "`leadctl explain` of somebody in one of many runs, from start to end. By e-mail, phone or reference: over a question over no runs, the mean of one right before and one right after. By a part of a name: without that mean, over reading the plans of all runs.",
  async measure(bench: Bench): Promise<Line[]> {
    const runCount = bench.size(200, 20);
    const folder = mkdtempSync(join(bench.dir, "runs-"));
    for (let run = 0; run < runCount; run++) await makeRun(bench, folder, run);
    const text = `${countText(runCount)} runs, ${countText(runCount * ROWS_A_RUN)} rows`;
    const somebody = (runCount * ROWS_A_RUN) / 2;
    const questions = { "e-mail": emailOf(somebody), phone: phoneOf(somebody), reference: `HB-${somebody}` };
    const lines: Line[] = [];
    for (const [what, question] of Object.entries(questions)) {
      const rounds = await timed(bench, folder, question);
      lines.push(
        ratio(rounds, {
          name: `explain by ${what} over the program's own start (${text})`,
          limits: { floor: 3 },
          of: ({ start, answer }) => start + answer,
          over: ({ start }) => start,
          show: inSeconds,
        }),
      );
    }
    const rounds = await timed(bench, folder, lastNameOf(somebody).slice(0, -1));
    lines.push(
      ratio(rounds, {
        name: `explain by a part of a name over reading the plans (${text})`,
        limits: { floor: 6 },
        of: ({ answer }) => answer,
        over: ({ read }) => read,
        show: inSeconds,
        more: `; the program starts and ends in ${inSeconds(median(rounds.map(({ start }) => start)))}`,
      }),
    );
    rmSync(folder, { recursive: true });
    return lines;
  },
};

/**
 * Seconds of reading all plans (without Node's own start), of a question over no runs, and of the question without that. In
 * turns: disk and cores vary from second to second. The program that follows a reading takes longer to start: that one is
 * not counted.
 */
function timed(bench: Bench, folder: string, question: string) {
  const empty = join(bench.dir, "no-runs");
  mkdirSync(empty, { recursive: true });
  // Where nothing is remembered: `explain` searches the runs that were submitted from where it is asked, too.
  const ask = async (text: string, runs: string, exitCode: number): Promise<number> =>
    (await runNode([LEADCTL, "explain", text, "--runs", runs], { exitCode, cwd: empty })).seconds;
  const askNobody = (): Promise<number> => ask("nobody@nowhere.test", empty, 1);
  return repeat(ROUNDS, async () => {
    const { seconds: read } = await runBaseline("read", folder);
    await askNobody();
    const [before, whole, after] = [await askNobody(), await ask(question, folder, 0), await askNobody()];
    const start = (before + after) / 2;
    return { read, start, answer: whole - start };
  });
}

/** A run of people whom no other run has. One first name in fifty has an accent: lines beyond ASCII are searched in another way. */
async function makeRun(bench: Bench, folder: string, run: number): Promise<void> {
  const dir = mkdtempSync(join(bench.dir, "sent-"));
  const sheet = join(dir, "leads.csv");
  const cells = (n: number): string[] =>
    cellsOf(n).map((cell) => (cell === "Jane" && n % 50 === 0 ? "Zoë" : cell));
  await writeSheet(sheet, HEADERS, rowsOf(ROWS_A_RUN, cells, run * ROWS_A_RUN + 1));
  await submit(bench, sheet, join(dir, "run"));
  renameSync(join(dir, "run"), join(folder, `run-${run}`));
}
