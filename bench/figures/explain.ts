import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeLine, encodeLine } from "../../src/run/journal/journal-line.ts";
import { PEOPLE_INDEX, runPaths } from "../../src/run/run-paths.ts";
import { writePeopleIndex } from "../../src/run/search/people-index.ts";
import { countText } from "../../src/terminal/number-text.ts";
import type { Bench, Figure, Measured } from "../figure.ts";
import { lettersOf } from "../input.ts";
import { LEADCTL, median, programPath, repeat, runNode } from "../measure.ts";
import { submit } from "../submit.ts";

const MANY = { runCount: 200, rowCount: 5_000 };
const ROUNDS = 11;
/** Everybody else has a phone of their own. */
const OFFICE_PHONE_ROWS = 10;

/** The cost of a support question over many runs. */
export const explain: Figure = {
  id: "explain",
  async measure(bench: Bench): Promise<Measured[]> {
    const runs = await manyRuns(bench, { ...MANY, runCount: bench.size(MANY.runCount, 20) });
    const { email, phone, reference, name } = runs;
    const measured: Measured[] = [];
    for (const [what, question] of Object.entries({ "e-mail": email, phone, reference }))
      measured.push(besideStart(what, await timed(bench, runs, question), runs));
    measured.push(besideReading(await timed(bench, runs, name), runs));
    rmSync(runs.folder, { recursive: true });
    return measured;
  },
};

/** Duration of a round, in seconds. */
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
  /** A person who shares the office's phone. */
  email: string;
  /** All of somebody else. */
  phone: string;
  reference: string;
  /** A part of it. */
  name: string;
}

/**
 * In turns: disk and cores vary from second to second. The program that follows a reading takes longer to start: that one is
 * not counted.
 */
async function timed(bench: Bench, { folder }: Runs, question: string): Promise<Round[]> {
  const empty = join(bench.dir, "no-runs");
  mkdirSync(empty, { recursive: true });
  // Where nothing is remembered: `explain` searches the runs that were submitted from where it is asked, too.
  const ask = async (text: string, runs: string, exitCode: number): Promise<number> => {
    const args = [LEADCTL, "explain", text, "--runs", runs];
    return (await runNode(args, { exitCode, cwd: empty })).seconds;
  };
  const askNobody = (): Promise<number> => ask("nobody@nowhere.test", empty, 1);
  return repeat(ROUNDS, async () => {
    const read = await readPlans(folder);
    await askNobody();
    const [before, whole, after] = [await askNobody(), await ask(question, folder, 0), await askNobody()];
    const start = (before + after) / 2;
    return { read, start, answer: whole - start };
  });
}

function besideStart(what: string, rounds: readonly Round[], { text }: Runs): Measured {
  return {
    name: `explain by ${what} over the program's own start (${text})`,
    unit: "times",
    better: "less",
    floor: 3,
    samples: rounds.map(({ start, answer }) => (start + answer) / start),
    meaning:
      "How many times as long as over no runs `leadctl explain` takes to answer from start to end: beside the mean of a question over no runs right before and right after. In turns.",
    detail: detailOf(rounds),
  };
}

function besideReading(rounds: readonly Round[], { text }: Runs): Measured {
  return {
    name: `explain by a part of a name over reading the plans (${text})`,
    unit: "times",
    better: "less",
    floor: 6,
    samples: rounds.map(({ read, answer }) => answer / read),
    meaning:
      "How many times as long as reading the plans of all runs `leadctl explain` takes to answer, without what it takes to start and to end: the mean of a question over no runs right before and right after. In turns.",
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

/** One run that was sent, and others whose people differ from it, each with an index. */
async function manyRuns(
  bench: Bench,
  { runCount, rowCount }: { runCount: number; rowCount: number },
): Promise<Runs> {
  const folder = mkdtempSync(join(bench.dir, "runs-"));
  const sent = join(folder, "run-0");
  const made = join(mkdtempSync(join(bench.dir, "sent-")), "run");
  await submit(await sheetOfPeople(bench, rowCount), made, bench.server.url);
  renameSync(made, sent);
  const plan = readFileSync(runPaths(sent).plan, "utf8");
  for (let run = 1; run < runCount; run++)
    await copyRun(sent, join(folder, `run-${run}`), withOtherPeople(plan, run));
  const text = `${countText(runCount)} runs, ${countText(runCount * rowCount)} rows`;
  const own = personIn(plan, rowCount / 2 + 1);
  return { folder, text, ...own, email: personIn(plan, rowCount / 2).email };
}

async function copyRun(sent: string, dir: string, plan: string): Promise<void> {
  cpSync(sent, dir, { recursive: true });
  const paths = runPaths(dir);
  // Both are of the other plan.
  rmSync(join(dir, PEOPLE_INDEX));
  rmSync(paths.mark);
  writeFileSync(paths.plan, plan);
  const journal = readFileSync(paths.journal, "utf8");
  const firstEnd = journal.indexOf("\n");
  const record = decodeLine(Buffer.from(journal.slice(0, firstEnd)));
  if (record?.type !== "run") throw new Error(`${paths.journal} does not begin with its run`);
  const planSha256 = createHash("sha256").update(plan).digest("hex");
  writeFileSync(paths.journal, encodeLine({ ...record, planSha256 }) + journal.slice(firstEnd + 1));
  await writePeopleIndex(dir);
}

/**
 * The bench's sheet, with a phone for most that no other run has. One first name in fifty has an accent: lines beyond ASCII are
 * searched in another way.
 */
async function sheetOfPeople(bench: Bench, rowCount: number): Promise<string> {
  const path = join(bench.dir, "people.csv");
  let row = 0;
  const sheet = readFileSync(await bench.inputs.sheet(rowCount), "utf8");
  writeFileSync(
    path,
    sheet.replace(/,Jane,(Doe[^,]*,[^,]*),([^,]*)/g, (_, person: string, office: string) => {
      row += 1;
      const number = String(row).padStart(7, "0").replace(/^.{3}/, "$&-");
      const phone = row % OFFICE_PHONE_ROWS === 0 ? office : `+1-207-${number}`;
      return `,${row % 50 === 0 ? "Zoë" : "Jane"},${person},${phone}`;
    }),
  );
  return path;
}

/** Keeps every length, because each row says how long its lead is. */
function withOtherPeople(plan: string, run: number): string {
  const mark = String(run).padStart(3, "0");
  return plan
    .replace(/@ex\w{3}le/g, `@ex${mark}le`)
    .replace(/"lastName":"Doe/g, `"lastName":"${lettersOf(run, 3)}`)
    .replace(/"HB-/g, `"${run.toString(36).padStart(2, "0")}-`)
    .replace(/\+1-207-/g, `+1-${300 + run}-`);
}

function personIn(plan: string, line: number): Record<"email" | "phone" | "reference" | "name", string> {
  const { affiliateId, contactInfo } = JSON.parse(plan.split("\n")[line] ?? "").lead;
  const { email, phone, lastName } = contactInfo;
  return { email, phone, reference: affiliateId, name: lastName.slice(0, -1) };
}
