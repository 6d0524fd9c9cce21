import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../base/cli-error.ts";
import { EXIT } from "../base/exit-codes.ts";
import { describeCause, isAbsent } from "../base/file-error.ts";
import { type Correction, CurrentPlan } from "./current-plan.ts";
import { journalError } from "./journal-error.ts";
import type { EndRecord, RecordHead, RoundRecord, RunRecord } from "./journal-record.ts";
import { type Scan, scanJournalHeads } from "./journal-scan.ts";
import type { PlanFacts } from "./plan-record.ts";
import { readCorrections } from "./read-corrections.ts";
import type { RunUser } from "./read-lock-owner.ts";
import { readPlanFacts, readPlanHeads } from "./read-plan.ts";
import { type RunPaths, runPaths } from "./run-folder.ts";
import { RunState } from "./run-state.ts";

/** Everything that the files of a run say, folded. */
export interface RunHistory {
  paths: RunPaths;
  plan: PlanFacts;
  /** The rows as the corrections of later rounds left them. */
  current: CurrentPlan;
  /** Null when the run stopped before its journal began: nothing was sent. */
  run: RunRecord | null;
  rounds: RoundRecord[];
  /** Of the last round; null when the program died in it, or is still at it. */
  end: EndRecord | null;
  state: RunState;
  scan: Scan;
  /** Attempts under way when the last round broke off. */
  openIntents: number;
  /** Another process that works on the run now. */
  user?: RunUser;
}

/** What whoever has just written a plan knows of it. */
export interface FreshPlan {
  facts: PlanFacts;
  /** Every row has been planned in it, and nothing else has happened. */
  state: RunState;
}

/**
 * Reads a run from its folder alone. Attempts that were under way when the program died are unknown.
 *
 * @param isUnderWay Another process is at it now: attempts without an answer are no trace of a crash.
 * @param fresh Spares reading the plan.
 * @throws CliError with exit code 2 when there is no run, 6 when its record is damaged.
 */
export async function readRunHistory(
  dir: string,
  isUnderWay = false,
  fresh?: FreshPlan,
): Promise<RunHistory> {
  const paths = runPaths(dir);
  const { facts: plan, state } = fresh ?? (await readPlan(dir));
  const history: RunHistory = {
    paths,
    plan,
    current: new CurrentPlan(paths.plan, plan),
    run: null,
    rounds: [],
    end: null,
    state,
    scan: { recordCount: 0, endBytes: 0, tornBytes: 0 },
    openIntents: 0,
  };
  if ((await sizeOf(paths.journal)) > 0) {
    const corrections = await readCorrections(dir);
    history.scan = await scanJournalHeads(paths.journal, (record, offset) => {
      take(history, record, offset, corrections);
    });
  }
  if (!isUnderWay) history.openIntents = state.crash();
  return history;
}

async function readPlan(dir: string): Promise<FreshPlan> {
  const facts = await requireRun(dir);
  const state = new RunState();
  await readPlanHeads(runPaths(dir).plan, (row, ready) => state.plan(row, ready));
  return { facts, state };
}

/**
 * Makes sure that a folder holds a run at all.
 *
 * @throws CliError with exit code 2 when it does not, 6 when there is one that cannot be read.
 */
export async function requireRun(dir: string): Promise<PlanFacts> {
  const paths = runPaths(dir);
  const plan = await readPlanFacts(paths.plan).catch((error) => {
    if (isAbsent(error)) return undefined;
    throw unreadable(paths.plan, error);
  });
  if (plan) return plan;
  if ((await sizeOf(paths.journal)) > 0) {
    throw journalError(
      "plan-missing",
      `${paths.plan} is missing or not whole, while the journal beside it holds what was sent`,
      "Restore the file from a backup: without it nobody knows which row is which.",
    );
  }
  const isCutOff = (await sizeOf(join(dir, ".plan.ndjson.tmp"))) >= 0;
  throw new CliError(`There is no run in ${dir}`, {
    code: "no-run",
    exitCode: EXIT.usage,
    hint: isCutOff
      ? `The program ended there while it was still reading the input, and nothing was sent: leadctl submit <input> --out ${dir}`
      : "Give the folder that submit named, as in leadctl-runs/<time>-<input>; leadctl runs lists the runs here.",
  });
}

/** Takes the corrected rows of a round in: each starts from its new verdict. */
export function applyCorrection({ state, current }: RunHistory, correction: Correction): void {
  current.correct(correction);
  for (const { row, ready } of correction.index.rows()) state.plan(row, ready);
}

function take(
  history: RunHistory,
  record: RecordHead,
  offset: number,
  corrections: ReadonlyMap<string, Correction>,
): void {
  const { state, paths } = history;
  if ((record.type === "run") === (history.run !== null)) throw notAJournal(paths.journal);
  switch (record.type) {
    case "run":
      if (record.version !== 1) throw tooNew(paths.journal);
      history.run = record;
      break;
    case "round":
      history.rounds.push(record);
      history.end = null;
      if (record.plan) applyCorrection(history, requireCorrection(history, record.plan.file, corrections));
      break;
    case "intent":
      requirePlanned(history, record.row);
      state.intent(record);
      break;
    case "result":
      requirePlanned(history, record.row);
      state.result(record, offset);
      break;
    case "recovered":
      state.crash();
      break;
    case "end":
      history.end = record;
      break;
    default:
      throw tooNew(paths.journal);
  }
}

function notAJournal(path: string): Error {
  return journalError(
    "journal-foreign",
    `${path} does not begin with the record of one run`,
    "Restore the file from a backup: it is not as leadctl wrote it.",
  );
}

function tooNew(path: string): Error {
  return journalError(
    "journal-too-new",
    `${path} was written by a newer leadctl, in a form that this one does not know`,
    "Use that leadctl, or a later one.",
  );
}

function requireCorrection(
  { paths }: RunHistory,
  file: string,
  corrections: ReadonlyMap<string, Correction>,
): Correction {
  const correction = corrections.get(file);
  if (correction) return correction;
  throw journalError(
    "correction-missing",
    `${paths.dir} lacks ${file}, the corrected rows of a replay`,
    "Restore the file from a backup: without it nobody knows what was sent.",
  );
}

function requirePlanned(history: RunHistory, row: number): void {
  if (history.state.has(row)) return;
  throw journalError(
    "journal-foreign",
    `${history.paths.journal} speaks of row ${row}, which the plan beside it does not hold`,
    "The two files do not belong together: restore both from the same backup.",
  );
}

/** Length of a file in bytes; -1 when there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isAbsent(error)) return -1;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): Error {
  return journalError(
    "run-unreadable",
    `${path} cannot be read: ${describeCause(cause)}`,
    "Check the disk and the permissions of the run's folder.",
    cause,
  );
}
