import { realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CliError } from "../../base/cli-error.ts";
import { isAbsent } from "../../base/file-error.ts";
import { removeFile } from "../../base/files.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { type StopSignal, signalExitCode, withStopHandlers } from "../../base/interruption.ts";
import { ReadingFacts, renderReading } from "../../report/files/render-reading.ts";
import { checkReport } from "../../report/model/build-report.ts";
import { type WrittenReport, writeReading, writeReports } from "../../report/write-reports.ts";
import { claimFolder, entriesNow, requireNoStrangers } from "../../run/folder/run-folder.ts";
import type { PlanTally } from "../../run/plan/judge-rows.ts";
import type { PlannedRow } from "../../run/plan/plan-record.ts";
import { Plan, readPlanFile } from "../../run/plan/read-plan.ts";
import { draftPlan, NO_CHANGES, type PlanChanges, placePlan } from "../../run/plan/write-plan.ts";
import { LOCK_NAME } from "../../run/run-paths.ts";
import type { Question } from "../../sheet/question.ts";
import type { MappedInput } from "../../sheet/rows/mapped-input.ts";
import { commandError } from "../command-errors.ts";

export interface Check {
  mapped: MappedInput;
  rows: AsyncIterable<PlannedRow>;
  tally: PlanTally;
  at: Date;
  strict: boolean;
  /** Asked after the last row. Open questions are settled now, as far as anybody is there to answer. */
  settle(): Promise<SettledQuestions>;
  /** Asks about rows that may be somebody twice. */
  settlePeople(): Promise<PlanChanges>;
}

/** The result of a sheet's questions: `again` if they were answered and the sheet must be read with the answers. */
export type SettledQuestions = "again" | readonly Question[];

const JUDGED_NAME = ".check.ndjson";
/** A killed check may leave half a file under a temporary name. */
const TEMPORARY_NAME =
  /^(?:\.check\.ndjson|\.\.check\.ndjson\.tmp|\.(?:report|fix|reading)(?:-\d)?\.[a-z]+\.tmp)$/;

/**
 * Writes what a run's reports would be before anything is sent, and how the sheet was read. The folder is not a run: nothing
 * in it can be resumed. While questions are open, only the reading is written.
 *
 * @returns Undefined if the sheet must be read again.
 */
export async function writeCheck(
  { dir, release }: CheckFolder,
  check: Check,
): Promise<WrittenReport[] | undefined> {
  const { mapped, rows, tally, at, strict } = check;
  const path = join(dir, JUDGED_NAME);
  const handlers = {
    onFirst: (signal: StopSignal) => {
      release();
      process.exit(signalExitCode(signal));
    },
    onSecond: () => undefined,
  };
  return withStopHandlers(handlers, async () => {
    try {
      const facts = new ReadingFacts();
      let questions = "again" as SettledQuestions;
      const settle = async (): Promise<PlanChanges> => {
        questions = await check.settle();
        return questions === "again" ? NO_CHANGES : check.settlePeople();
      };
      const draft = await draftPlan(path, mapped, facts.note(rows), tally, { createdAt: at, strict });
      await placePlan(path, draft, settle);
      const planned = await readPlanFile(path);
      if (questions === "again" || !planned) return undefined;
      const plan = new Plan(planned);
      const reading = renderReading(plan.rows(), mapped, facts, questions.length > 0);
      if (questions.length > 0) return await writeReading(dir, reading);
      return (await writeReports(checkReport(plan, dir), dir, { reading })).files;
    } finally {
      await removeFile(path);
    }
  });
}

/** A folder that is this process's alone. Whoever made it lets it go. */
export interface CheckFolder {
  dir: string;
  /** Lets it go at once, also in the middle of a file; what was made for the check and is empty then vanishes. */
  release(): void;
}

/**
 * Makes and locks a folder for the reports of a check. One that is there already may hold nothing but those of an
 * earlier check.
 *
 * @throws CliError with exit code 2; 6 where it cannot be made, or another process works in it.
 */
export async function makeCheckFolder(dir: string, input: string, at: Date): Promise<CheckFolder> {
  const lock = await claimFolder(dir, at, async () => {
    if (input !== "-" && isIn(dir, input)) throw commandError("out-holds-input", { dir, input });
    await requireNoStrangers(dir, isOurs);
  }).catch((error) => {
    if (!(error instanceof CliError) || error.code !== "run-locked") throw error;
    throw commandError("out-locked", { why: error.message }, { exitCode: error.exitCode });
  });
  removeTemporary(dir);
  const release = (): void => {
    removeTemporary(dir);
    lock.release();
  };
  return { dir, release };
}

function removeTemporary(dir: string): void {
  // What cannot be removed goes with the next check into the folder.
  for (const { name } of entriesNow(dir))
    if (TEMPORARY_NAME.test(name)) ifPossible(() => rmSync(join(dir, name), { force: true }));
}

function isOurs(name: string): boolean {
  const isReport = /^(?:report|fix|reading)(?:-\d)?\.(?:json|csv|html|xlsx)$/.test(name);
  return isReport || TEMPORARY_NAME.test(name) || name.startsWith(LOCK_NAME);
}

function isIn(dir: string, input: string): boolean {
  try {
    return realpathSync(dirname(resolve(input))) === realpathSync(dir);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}
