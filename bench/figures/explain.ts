import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PEOPLE_INDEX } from "../../src/run/folder/run-folder.ts";
import { writePeopleIndex } from "../../src/run/search/people-index.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { LEADCTL, median, programPath, repeat, runNode } from "../measure.ts";
import { submit } from "../submit.ts";

/** The same million rows in small runs and in large ones. */
const MANY = { runCount: 200, rowCount: 5_000 };
const LARGE = { runCount: 50, rowCount: 20_000 };
/** An answer from the indexes takes less than the program's start varies: that is asked more often. */
const [ROUNDS, SHORT_ROUNDS] = [11, 31];

/** What it takes to answer a question of support over many runs, beside reading their plans. */
export const explain: Figure = {
  id: "explain",
  async measure(bench: Bench): Promise<Measured[]> {
    const many = await manyRuns(bench, { ...MANY, runCount: bench.size(MANY.runCount, 20) });
    const [bare, indexed, named] = [
      await timed(bench, many, many.email, withoutIndexes),
      await timed(bench, many, many.email, withIndexes, SHORT_ROUNDS),
      await timed(bench, many, many.name, withoutIndexes),
    ];
    rmSync(many.folder, { recursive: true });
    const large = await manyRuns(bench, { ...LARGE, runCount: bench.size(LARGE.runCount, 5) });
    const [largeBare, largeIndexed] = [
      await timed(bench, large, large.email, withoutIndexes),
      await timed(bench, large, large.email, withIndexes, SHORT_ROUNDS),
    ];
    rmSync(large.folder, { recursive: true });
    return [
      slower("by e-mail, without an index", 3, bare, many),
      slower("by e-mail, with indexes", 0.1, indexed, many),
      slower("by name, without an index", 4, named, many),
      { ...faster("without an index", largeBare, large), floor: 0.3, goal: 0.6, moonshot: 0.9 },
      faster("with indexes", largeIndexed, large),
    ];
  },
};

/** What a round took, in seconds. */
interface Round {
  /** Reading all plans with nothing done with them. Node's own start is left out. */
  read: number;
  /** A question over no runs, which is start and end of the program: the mean of one right before the answer and one right after. */
  start: number;
  /** The question, without the start. */
  answer: number;
}

interface Runs {
  folder: string;
  /** As in `200 runs, 1,000,000 rows`. */
  text: string;
  email: string;
  name: string;
}

/**
 * In turns: disk and cores vary from second to second. The program that follows a reading takes longer to start: that one is
 * not counted.
 */
async function timed(
  bench: Bench,
  { folder }: Runs,
  question: string,
  prepare: (folder: string) => Promise<void> | void,
  roundCount = ROUNDS,
): Promise<Round[]> {
  const empty = join(bench.dir, "no-runs");
  mkdirSync(empty, { recursive: true });
  // Where nothing is remembered: `explain` searches the runs that were submitted from where it is asked, too.
  const ask = async (text: string, runs: string, exitCode: number): Promise<number> => {
    const args = [LEADCTL, "explain", text, "--runs", runs];
    return (await runNode(args, { exitCode, cwd: empty })).seconds;
  };
  const askNobody = (): Promise<number> => ask("nobody@nowhere.test", empty, 1);
  return repeat(roundCount, async () => {
    await prepare(folder);
    const read = await readPlans(folder);
    await askNobody();
    const [before, whole, after] = [await askNobody(), await ask(question, folder, 0), await askNobody()];
    const start = (before + after) / 2;
    return { read, start, answer: whole - start };
  });
}

function withoutIndexes(folder: string): void {
  for (const run of readdirSync(folder)) rmSync(join(folder, run, PEOPLE_INDEX), { force: true });
}

async function withIndexes(folder: string): Promise<void> {
  for (const run of readdirSync(folder))
    if (!existsSync(join(folder, run, PEOPLE_INDEX))) await writePeopleIndex(join(folder, run));
}

function slower(what: string, floor: number, rounds: readonly Round[], { text }: Runs): Measured {
  return {
    name: `explain ${what} over reading the plans (${text})`,
    unit: "times",
    better: "less",
    floor,
    samples: rounds.map(({ read, answer }) => answer / read),
    meaning:
      "How many times as long as reading the plans of all runs `leadctl explain` takes to answer, without what it takes to start and to end: the mean of a question over no runs right before and right after. In turns.",
    detail: detailOf(rounds),
  };
}

function faster(what: string, rounds: readonly Round[], { text }: Runs): Measured {
  return {
    name: `reading the plans over explain by e-mail, ${what} (${text})`,
    unit: "times",
    better: "more",
    samples: rounds.map(({ read, answer }) => read / answer),
    meaning:
      "Bytes of plans a second of `leadctl explain`, over those of a program that reads them and does nothing with them. Starting and ending is left out on both sides: it does not grow with the rows. The journal that explain reads besides counts as its time, and not as bytes.",
    detail: detailOf(rounds),
  };
}

function detailOf(rounds: readonly Round[]): string {
  const seconds = (kind: keyof Round): string => median(rounds.map((round) => round[kind])).toFixed(3);
  return `answered in ${seconds("answer")} s; the plans alone are read in ${seconds("read")} s, the program starts and ends in ${seconds("start")} s`;
}

async function readPlans(folder: string): Promise<number> {
  const { stdout } = await runNode([programPath("read-plans"), folder]);
  return JSON.parse(stdout).seconds;
}

/** One run that was sent, and others whose plans differ from it in addresses and names alone. */
async function manyRuns(
  bench: Bench,
  { runCount, rowCount }: { runCount: number; rowCount: number },
): Promise<Runs> {
  const folder = mkdtempSync(join(bench.dir, "runs-"));
  const sent = join(folder, "run-0");
  const made = join(mkdtempSync(join(bench.dir, "sent-")), "run");
  await submit(await sheetOfPeople(bench, rowCount), made, bench.server.url);
  renameSync(made, sent);
  const plan = readFileSync(join(sent, "plan.ndjson"), "utf8");
  for (let run = 1; run < runCount; run++) {
    const dir = join(folder, `run-${run}`);
    cpSync(sent, dir, { recursive: true });
    writeFileSync(join(dir, "plan.ndjson"), withOtherPeople(plan, run));
  }
  const text = `${countText(runCount)} runs, ${countText(runCount * rowCount)} rows`;
  return { folder, text, ...personIn(plan, rowCount / 2) };
}

/**
 * The bench's sheet, in which everybody has the same name, with a last name for each. One first name in fifty has an accent:
 * lines beyond ASCII are searched in another way.
 */
async function sheetOfPeople(bench: Bench, rowCount: number): Promise<string> {
  const path = join(bench.dir, "people.csv");
  let row = 0;
  const sheet = readFileSync(await bench.inputs.sheet(rowCount), "utf8");
  writeFileSync(
    path,
    sheet.replace(/,Jane,Doe,/g, () => {
      row += 1;
      return `,${row % 50 === 0 ? "Zoë" : "Jane"},Doe${String(row).padStart(5, "0")},`;
    }),
  );
  return path;
}

/** Of the same length, so that each row still says how long its lead is. */
function withOtherPeople(plan: string, run: number): string {
  const mark = String(run).padStart(3, "0");
  return plan.replace(/@ex\w{3}le/g, `@ex${mark}le`).replace(/"lastName":"Doe/g, `"lastName":"${mark}`);
}

/** Somebody in the middle of a plan: their address and name. */
function personIn(plan: string, line: number): { email: string; name: string } {
  const { contactInfo } = JSON.parse(plan.split("\n")[line + 1] ?? "").lead;
  return { email: contactInfo.email, name: `${contactInfo.firstName} ${contactInfo.lastName}` };
}
