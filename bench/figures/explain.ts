import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeEmailIndex } from "../../src/run/email-index.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { LEADCTL, median, programPath, repeat, runNode } from "../measure.ts";
import { submit } from "../submit.ts";

const RUN_ROWS = 5_000;
const ROUNDS = 7;

/** What it takes to answer a question of support over many runs, beside reading their plans. */
export const explain: Figure = {
  id: "explain",
  isExtra: true,
  async measure(bench: Bench): Promise<Measured[]> {
    const runCount = bench.size(200, 20);
    const folder = await manyRuns(bench, runCount);
    const empty = join(bench.dir, "no-runs");
    mkdirSync(empty);
    const { email, name } = personIn(join(folder, "run-0"));
    const [starts, reads]: [number[], number[]] = [[], []];
    // In turns: disk and cores vary from second to second.
    const timed = (question: string, prepare: () => Promise<void> | void): Promise<number[]> =>
      repeat(ROUNDS, async () => {
        await prepare();
        const read = await readPlans(folder);
        const start = await ask("nobody@nowhere.test", empty, 1);
        starts.push(start);
        reads.push(read);
        return ((await ask(question, folder, 0)) - start) / read;
      });
    const withoutIndex = (): void => {
      for (const run of readdirSync(folder)) rmSync(join(folder, run, ".emails.index"), { force: true });
    };
    const withIndex = async (): Promise<void> => {
      for (const run of readdirSync(folder))
        if (!existsSync(join(folder, run, ".emails.index"))) await writeEmailIndex(join(folder, run));
    };
    const [bare, indexed, named] = [
      await timed(email, withoutIndex),
      await timed(email, withIndex),
      await timed(name, withoutIndex),
    ];
    const facts = `${countText(runCount)} runs, ${countText(runCount * RUN_ROWS)} rows`;
    const detail = `the plans alone are read in ${median(reads).toFixed(2)} s, the program starts and ends in ${median(starts).toFixed(2)} s`;
    const meaning =
      "How many times as long as reading the plans of all runs `leadctl explain` takes to answer, without what it takes to start and to end; each in turns with the other two.";
    const figure = (what: string, floor: number, samples: readonly number[]): Measured => ({
      name: `explain ${what} over reading the plans (${facts})`,
      unit: "times",
      better: "less",
      floor,
      samples,
      meaning,
      detail,
    });
    return [
      figure("by e-mail, without an index", 3, bare),
      figure("by e-mail, with indexes", 0.1, indexed),
      figure("by name, without an index", 4, named),
    ];
  },
};

async function ask(question: string, folder: string, exitCode: number): Promise<number> {
  const { seconds } = await runNode([LEADCTL, "explain", question, "--runs", folder], { exitCode });
  return seconds;
}

async function readPlans(folder: string): Promise<number> {
  const { stdout } = await runNode([programPath("read-plans"), folder]);
  return JSON.parse(stdout).seconds;
}

/** One run that was sent, and others whose plans differ from it in addresses and names alone. */
async function manyRuns(bench: Bench, runCount: number): Promise<string> {
  const folder = mkdtempSync(join(bench.dir, "runs-"));
  const sent = join(folder, "run-0");
  await submit(await sheetOfPeople(bench), sent, bench.server.url);
  const plan = readFileSync(join(sent, "plan.ndjson"), "utf8");
  for (let run = 1; run < runCount; run++) {
    const dir = join(folder, `run-${run}`);
    cpSync(sent, dir, { recursive: true });
    writeFileSync(join(dir, "plan.ndjson"), withOtherPeople(plan, run));
  }
  return folder;
}

/**
 * The bench's sheet, in which everybody has the same name, with a last name for each. One first name in fifty has an accent:
 * lines beyond ASCII are searched in another way.
 */
async function sheetOfPeople(bench: Bench): Promise<string> {
  const path = join(bench.dir, "people.csv");
  let row = 0;
  const sheet = readFileSync(await bench.inputs.sheet(RUN_ROWS), "utf8");
  writeFileSync(
    path,
    sheet.replace(/,Jane,Doe,/g, () => {
      row += 1;
      return `,${row % 50 === 0 ? "Zoë" : "Jane"},Doe${String(row).padStart(4, "0")},`;
    }),
  );
  return path;
}

/** Of the same length, so that each row still says how long its lead is. */
function withOtherPeople(plan: string, run: number): string {
  const mark = String(run).padStart(3, "0");
  return plan.replace(/@ex\w{3}le/g, `@ex${mark}le`).replace(/"lastName":"Doe/g, `"lastName":"${mark}`);
}

/** Somebody in the middle of a run: their address and name. */
function personIn(dir: string): { email: string; name: string } {
  const lines = readFileSync(join(dir, "plan.ndjson"), "utf8").trimEnd().split("\n");
  const { contactInfo } = JSON.parse(lines[RUN_ROWS / 2 + 1] ?? "").lead;
  return { email: contactInfo.email, name: `${contactInfo.firstName} ${contactInfo.lastName}` };
}
